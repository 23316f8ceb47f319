import { api } from '../api.ts'
import type { Pickable } from './picker.tsx'

const LIMIT = 20

const wordsOf = (words: string) => (words.trim() === '' ? {} : { q: words.trim() })

/** Asset models, by name. */
export const pickableModels: Pickable = {
  kind: 'asset-models',
  find: async (words, signal) =>
    (await api.assetModels.list({ ...wordsOf(words), limit: LIMIT, sort: ['name'] }, { signal })).map(
      ({ id, name, manufacturer }) => ({ id, text: name, detail: manufacturer }),
    ),
  get: async (asset_model_id, signal) => {
    const { id, name } = await api.assetModels.get({ asset_model_id }, { signal })
    return { id, text: name }
  },
}

/** Locations, by name. */
export const pickableLocations: Pickable = {
  kind: 'locations',
  find: async (words, signal) =>
    (await api.locations.list({ ...wordsOf(words), limit: LIMIT, sort: ['name'] }, { signal })).map(
      ({ id, name, code }) => ({ id, text: name, detail: code }),
    ),
  get: async (location_id, signal) => {
    const { id, name } = await api.locations.get({ location_id }, { signal })
    return { id, text: name }
  },
}

/** Persons, by name. */
export const pickablePersons: Pickable = {
  kind: 'persons',
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
  find: async (words, signal) =>
    (await api.projects.list({ ...wordsOf(words), limit: LIMIT, sort: ['name'] }, { signal })).map(
      ({ id, name, key }) => ({ id, text: name, detail: key }),
    ),
  get: async (project_id, signal) => {
    const { id, name } = await api.projects.get({ project_id }, { signal })
    return { id, text: name }
  },
}

/** The name of a user, or what else one knows them by. */
const userText = (user: {
  readonly id: string
  readonly display_name: string | null
  readonly email?: string | null | undefined
}) => user.display_name ?? user.email ?? user.id

/** Users of the organisation, by name. */
export const pickableUsers: Pickable = {
  kind: 'users',
  find: async (words, signal) =>
    (await api.users.list({ ...wordsOf(words), limit: LIMIT }, { signal })).map((user) => ({
      id: user.id,
      text: userText(user),
    })),
  get: async (user_id, signal) => {
    const user = await api.users.get({ user_id }, { signal })
    return { id: user.id, text: userText(user) }
  },
}
