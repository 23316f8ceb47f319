import { api } from '../../api.ts'
import type { Pickable } from '../../records/picker.tsx'

const queryOf = (words: string) => ({ ...(words.trim() && { q: words.trim() }), limit: 20, sort: ['name'] })

/** Finds configuration items by name. */
export const pickableItems: Pickable = {
  kind: 'configuration-items',
  permission: 'configuration_items:read',
  find: async (words, signal) =>
    (await api.configurationItems.list(queryOf(words), { signal })).map(({ id, name, environment }) => ({
      id,
      text: name,
      detail: environment,
    })),
  get: async (ci_id, signal) => {
    const { id, name } = await api.configurationItems.get({ ci_id }, { signal })
    return { id, text: name }
  },
}

/** Finds assets by name. */
export const pickableAssets: Pickable = {
  kind: 'assets',
  permission: 'assets:read',
  find: async (words, signal) =>
    (await api.assets.list(queryOf(words), { signal })).map(({ id, name, asset_tag }) => ({
      id,
      text: name,
      detail: asset_tag,
    })),
  get: async (asset_id, signal) => {
    const { id, name } = await api.assets.get({ asset_id }, { signal })
    return { id, text: name }
  },
}
