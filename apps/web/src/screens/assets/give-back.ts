import type { Asset, AssetAssignmentCreate } from '@commonhold/contract'
import { today } from '@internationalized/date'
import { api } from '../../api.ts'

/**
 * Gives an asset back to the person it was taken from, with the day on which it is due. No assignment begins after it is due:
 * a day that has passed is left out, and false is returned.
 */
export async function giveBack(
  asset: Asset,
  timezone: string,
  more: Pick<AssetAssignmentCreate, 'transfer'> = {},
): Promise<boolean> {
  const { id: asset_id, person_id, expected_return_date: due } = asset
  const isOverdue = due !== null && due < today(timezone).toString()
  await api.assets.assignments.create(
    { asset_id },
    { person_id, ...more, ...(!isOverdue && { expected_return_date: due }) },
  )
  return !isOverdue
}
