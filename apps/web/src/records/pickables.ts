import type { Group, Location } from '@commonhold/contract'
import { api } from '../api.ts'
import { findByName } from '../shared-names/speak.ts'
import type { Choice, Pickable } from './picker.tsx'

const LIMIT = 20

const wordsOf = (words: string) => (words.trim() === '' ? {} : { q: words.trim() })

/** Asset models, by name. */
export const pickableModels: Pickable = {
  kind: 'asset-models',
  permission: 'assets:read',
  find: async (words, signal) =>
    (await api.assetModels.list({ ...wordsOf(words), limit: LIMIT, sort: ['name'] }, { signal })).map(
      ({ id, name, manufacturer }) => ({ id, text: name, detail: manufacturer }),
    ),
  get: async (asset_model_id, signal) => {
    const { id, name } = await api.assetModels.get({ asset_model_id }, { signal })
    return { id, text: name }
  },
}

/** The containing location and the code, to tell apart locations of the same name. */
export const locationDetail = ({ parent, code }: Pick<Location, 'parent' | 'code'>) =>
  [parent?.name, code].filter(Boolean).join(' · ')

/** Locations, by name. */
export const pickableLocations: Pickable = {
  kind: 'locations',
  permission: 'locations:read',
  find: async (words, signal) =>
    (
      await api.locations.list(
        { ...wordsOf(words), limit: LIMIT, sort: ['name'], include: ['parent'] },
        { signal },
      )
    ).map((location) => ({ id: location.id, text: location.name, detail: locationDetail(location) })),
  get: async (location_id, signal) => {
    const { id, name } = await api.locations.get({ location_id }, { signal })
    return { id, text: name }
  },
}

/** Persons, by name. */
export const pickablePersons: Pickable = {
  kind: 'persons',
  permission: 'persons:read',
  find: async (words, signal) =>
    (await api.persons.list({ ...wordsOf(words), limit: LIMIT, sort: ['display_name'] }, { signal })).map(
      ({ id, display_name, external_id }) => ({ id, text: display_name ?? id, detail: external_id }),
    ),
  get: async (person_id, signal) => {
    const { id, display_name } = await api.persons.get({ person_id }, { signal })
    return { id, text: display_name ?? id }
  },
}

/** Projects, by name. */
export const pickableProjects: Pickable = {
  kind: 'projects',
  permission: 'projects:read',
  find: async (words, signal) =>
    (
      await findByName(
        words,
        (asked) => api.projects.list({ limit: LIMIT, sort: ['name'], ...asked }, { signal }),
        { shared: 'only' },
      )
    ).map(({ id, name, key }) => ({ id, text: name, detail: key })),
  get: async (project_id, signal) => {
    const { id, name } = await api.projects.get({ project_id }, { signal })
    return { id, text: name }
  },
}

/** The name of a user, otherwise the email address or the id. */
export const userText = (user: {
  readonly id: string
  readonly display_name: string | null
  readonly email?: string | null | undefined
}) => user.display_name ?? user.email ?? user.id

/** Members and service accounts of the organisation, by name. */
export const pickableUsers: Pickable = {
  kind: 'users',
  find: async (words, signal) =>
    (await api.users.list({ ...wordsOf(words), limit: LIMIT, sort: ['display_name'] }, { signal })).map(
      (user) => ({ id: user.id, text: userText(user), detail: user.email }),
    ),
  get: async (user_id, signal) => {
    const user = await api.users.get({ user_id }, { signal })
    return { id: user.id, text: userText(user) }
  },
}

/** Groups whose names contain the words, by name. */
export const groupsNamed = (words: string, signal: AbortSignal, limit: number) =>
  findByName(words, (asked) => api.groups.list({ limit, sort: ['name'], ...asked }, { signal }), {
    is_builtin: true,
  })

/** What a picker shows of a group. */
export const groupChoice = ({ id, name, description }: Group): Choice => ({
  id,
  text: name,
  detail: description,
})

/** Groups of the organisation, by name. */
export const pickableGroups: Pickable = {
  kind: 'groups',
  permission: 'groups:read',
  find: async (words, signal) => (await groupsNamed(words, signal, LIMIT)).map(groupChoice),
  get: async (group_id, signal) => {
    const { id, name } = await api.groups.get({ group_id }, { signal })
    return { id, text: name }
  },
}

/** Issues, by words or by key. */
export const pickableIssues: Pickable = {
  kind: 'issues',
  permission: 'issues:read',
  find: async (words, signal) =>
    (await api.issues.list({ ...wordsOf(words), limit: LIMIT }, { signal })).map(({ id, key, title }) => ({
      id,
      text: `${key} ${title}`,
    })),
  get: async (issue_id, signal) => {
    const { id, key, title } = await api.issues.get({ issue_id }, { signal })
    return { id, text: `${key} ${title}` }
  },
}

/** Assets, by name or tag. */
export const pickableAssets: Pickable = {
  kind: 'assets',
  permission: 'assets:read',
  find: async (words, signal) =>
    (await api.assets.list({ ...wordsOf(words), limit: LIMIT, sort: ['name'] }, { signal })).map(
      ({ id, name, asset_tag }) => ({ id, text: name, detail: asset_tag }),
    ),
  get: async (asset_id, signal) => {
    const { id, name } = await api.assets.get({ asset_id }, { signal })
    return { id, text: name }
  },
}

/** Configuration items, by name. */
export const pickableItems: Pickable = {
  kind: 'configuration-items',
  permission: 'configuration_items:read',
  find: async (words, signal) =>
    (await api.configurationItems.list({ ...wordsOf(words), limit: LIMIT, sort: ['name'] }, { signal })).map(
      ({ id, name, environment }) => ({ id, text: name, detail: environment }),
    ),
  get: async (ci_id, signal) => {
    const { id, name } = await api.configurationItems.get({ ci_id }, { signal })
    return { id, text: name }
  },
}
