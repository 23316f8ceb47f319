import type { CodeMatch } from '@commonhold/contract'
import { api } from '../../api.ts'
import type { Option } from '../../records/chooser.tsx'

/** Several records have the name; one has to be chosen, whose id is then scanned in its place. */
export class Several extends Error {
  readonly options: readonly Option[]
  constructor(options: readonly Option[]) {
    super()
    this.options = options
  }
}

/** As many as one looks through to choose. */
const MOST_NAMED = 50

/** The records of some kinds that a code names. */
export async function lookUp(
  code: string,
  kinds: readonly CodeMatch['type'][],
): Promise<readonly CodeMatch[]> {
  const matches = await api.codes.get({ code })
  return matches.filter(({ type }) => kinds.includes(type))
}

/** The person with these words in the name, where no code names one. */
export async function peopleCalled(words: string): Promise<readonly CodeMatch[]> {
  const found = await api.persons.list({ q: words, limit: MOST_NAMED, sort: ['display_name'] })
  return onlyOne(
    'person',
    found.map(({ id, display_name, external_id }) => ({ id, name: display_name, detail: external_id })),
  )
}

/** The place of exactly this name, where no code names one: part of a name could be the code of a foreign thing. */
export async function placesCalled(name: string): Promise<readonly CodeMatch[]> {
  const found = await api.locations.list({ name: [name], include: ['parent'], limit: MOST_NAMED })
  return onlyOne(
    'location',
    found.map((place) => ({
      id: place.id,
      name: place.name,
      detail: [place.parent?.name, place.code].filter(Boolean).join(' · '),
    })),
  )
}

interface Named extends Pick<CodeMatch, 'id' | 'name'> {
  /** What distinguishes it from others of that name, such as a number. */
  readonly detail: string | null
}

function onlyOne(type: CodeMatch['type'], found: readonly Named[]): readonly CodeMatch[] {
  if (found.length > 1)
    throw new Several(
      found.map(({ id, name, detail }) => ({ id, text: name ?? id, detail: detail ?? undefined })),
    )
  return found.map(({ id, name }) => ({ type, id, name, matched_by: 'url' }))
}

/** The asset with who has it. */
export const readAsset = (asset_id: string) =>
  api.assets.get({ asset_id }, { include: ['person', 'location'] })
