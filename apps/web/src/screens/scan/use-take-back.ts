import type { Asset, CodeMatch } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { Refused } from '../../problem-text.ts'
import { readAsset } from './look-up.ts'
import type { LineAction } from './scan-lines.tsx'

/** A serialized asset that is at a location although a person has it. */
export interface StillHeld {
  readonly name: string
  readonly asset_id: string
  readonly person_id: string
  readonly holder: string
  readonly location_id: string
}

/** The code that takes back the latest asset of the list that a person still has. */
const TAKE_BACK = 'b'

/** Says who still has an asset, and takes it back. */
export function useTakeBack() {
  const { t } = useLingui()
  /** Returns undefined if nobody has the asset. */
  const heldAt = (asset: Asset, place: CodeMatch): StillHeld | undefined => {
    const { id: asset_id, name, person_id, person } = asset
    if (person_id === null) return undefined
    // Users who may not read people do not see who has the asset.
    return { asset_id, name, person_id, holder: person?.name ?? t`Somebody`, location_id: place.id }
  }
  const action: LineAction<StillHeld> = {
    code: TAKE_BACK,
    label: t`Take it back`,
    none: t`There is nothing in the list to take back.`,
    run: async ({ asset_id, name, person_id, holder, location_id }) => {
      const { person_id: now } = await readAsset(asset_id)
      if (now !== person_id) throw new Refused(t`${holder} does not have ${name} any more.`)
      await api.assetCirculations.create({ asset_id, circulation_type: 'return', location_id })
      return t`${name} is back from ${holder}.`
    },
  }
  return { heldAt, action }
}
