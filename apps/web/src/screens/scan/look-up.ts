import type { CodeMatch } from '@commonhold/contract'
import { api } from '../../api.ts'

/** The records of some kinds that a code names. */
export async function lookUp(
  code: string,
  kinds: readonly CodeMatch['type'][],
): Promise<readonly CodeMatch[]> {
  const matches = await api.codes.get({ code })
  return matches.filter(({ type }) => kinds.includes(type))
}

/** People with these words in their names, where no code names one. */
export async function peopleCalled(words: string): Promise<readonly CodeMatch[]> {
  const found = await api.persons.list({ q: words, limit: 3 })
  return found.map(({ id, display_name }) => ({
    type: 'person',
    id,
    name: display_name,
    matched_by: 'external_id',
  }))
}

/** Places of exactly this name, where no code names one: part of a name could be the code of a foreign thing. */
export async function placesCalled(name: string): Promise<readonly CodeMatch[]> {
  const found = await api.locations.list({ name: [name], limit: 2 })
  return found.map((place) => ({ type: 'location', id: place.id, name: place.name, matched_by: 'code' }))
}

/** The asset with who has it. */
export const readAsset = (asset_id: string) =>
  api.assets.get({ asset_id }, { include: ['person', 'location'] })
