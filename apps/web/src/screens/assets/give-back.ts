import type { Asset, AssetAssignmentCreate } from '@commonhold/contract'
import { today } from '@internationalized/date'
import { api } from '../../api.ts'

/**
 * Assigns an asset to its former holder again, with the former due date. Omits a due date in the past, and then returns false:
 * the service rejects an assignment that begins after its due date.
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
