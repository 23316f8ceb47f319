import type { Asset, CodeMatch } from '@commonhold/contract'
import { api } from '../../api.ts'
import type { Option } from '../../records/chooser.tsx'
import { locationDetail } from '../../records/pickables.ts'

/** Thrown if several records have the name. The user then chooses one, whose id replaces the scanned text. */
export class Several extends Error {
  readonly options: readonly Option[]
  constructor(options: readonly Option[]) {
    super()
    this.options = options
  }
}

/** The most records to choose from. */
const MOST_NAMED = 50

/** Returns the records that a code identifies, limited to some kinds. */
export async function lookUp(
  code: string,
  kinds: readonly CodeMatch['type'][],
): Promise<readonly CodeMatch[]> {
  const matches = await api.codes.get({ code })
  return matches.filter(({ type }) => kinds.includes(type))
}

/** Finds the person with these words in the name, for text that is no code. Throws `Several` if there are several. */
export async function peopleCalled(words: string): Promise<readonly CodeMatch[]> {
  const found = await api.persons.list({ q: words, limit: MOST_NAMED, sort: ['display_name'] })
  return onlyOne(
    'person',
    found.map(({ id, display_name, external_id }) => ({ id, name: display_name, detail: external_id })),
  )
}

/** Finds the location with exactly this name. Part of a name is not enough: it could be the code of an unknown asset. */
export async function placesCalled(name: string): Promise<readonly CodeMatch[]> {
  const found = await api.locations.list({ name: [name], include: ['parent'], limit: MOST_NAMED })
  return onlyOne(
    'location',
    found.map((place) => ({ id: place.id, name: place.name, detail: locationDetail(place) })),
  )
}

interface Named extends Pick<CodeMatch, 'id' | 'name'> {
  /** Distinguishes the record from others with the same name, such as a number. */
  readonly detail: string | null
}

function onlyOne(type: CodeMatch['type'], found: readonly Named[]): readonly CodeMatch[] {
  if (found.length > 1)
    throw new Several(
      found.map(({ id, name, detail }) => ({ id, text: name ?? id, detail: detail ?? undefined })),
    )
  return found.map(({ id, name }) => ({ type, id, name, matched_by: 'url' }))
}

/** The member of a line that links the asset. */
export const assetOfLine = ({ id, asset_tag }: Pick<Asset, 'id' | 'asset_tag'>) => ({
  asset: { id, asset_tag },
})

/** Loads an asset with its person and its location. */
export const readAsset = (asset_id: string) =>
  api.assets.get({ asset_id }, { include: ['person', 'location'] })
