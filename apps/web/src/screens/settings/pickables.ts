import { api } from '../../api.ts'
import { findGroups } from '../../records/pickables.ts'
import type { Pickable } from '../../records/picker.tsx'

const LIMIT = 20

const wordsOf = (words: string) => (words.trim() === '' ? {} : { q: words.trim() })

/** Members and service accounts, by name. */
export const pickableUsers: Pickable = {
  kind: 'users',
  find: async (words, signal) =>
    (await api.users.list({ ...wordsOf(words), limit: LIMIT, sort: ['display_name'] }, { signal })).map(
      ({ id, display_name, email }) => ({ id, text: display_name ?? email ?? id, detail: email }),
    ),
  get: async (user_id, signal) => {
    const { id, display_name, email } = await api.users.get({ user_id }, { signal })
    return { id, text: display_name ?? email ?? id }
  },
}

/** Groups, by name. */
export const pickableGroups: Pickable = {
  kind: 'groups',
  permission: 'groups:read',
  find: async (words, signal) =>
    (await findGroups(words, signal)).map(({ id, name, description }) => ({
      id,
      text: name,
      detail: description,
    })),
  get: async (group_id, signal) => {
    const { id, name } = await api.groups.get({ group_id }, { signal })
    return { id, text: name }
  },
}
