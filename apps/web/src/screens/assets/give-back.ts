import type { Asset, AssetAssignmentCreate } from '@commonhold/contract'
import { today } from '@internationalized/date'
import { api } from '../../api.ts'

/** An asset, its former holder and due date. */
export type Custody = Pick<Asset, 'id' | 'person_id' | 'expected_return_date'>

/** How an asset is given back. A stock needs the number of pieces. */
export type GivenBack = Pick<AssetAssignmentCreate, 'transfer' | 'quantity'>

/**
 * Assigns an asset to its former holder again, with the former due date. Omits a due date in the past, and then returns false:
 * the service rejects an assignment that begins after its due date.
 */
export async function giveBack(
  { id: asset_id, person_id, expected_return_date: due }: Custody,
  timezone: string,
  more: GivenBack = {},
): Promise<boolean> {
  const isOverdue = due !== null && due < today(timezone).toString()
  await api.assets.assignments.create(
    { asset_id },
    { person_id, ...more, ...(!isOverdue && { expected_return_date: due }) },
  )
  return !isOverdue
}
