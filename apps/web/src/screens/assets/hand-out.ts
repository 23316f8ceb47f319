import type { Asset, AssetAssignment, AssignmentOfAssetCreate } from '@commonhold/contract'
import { api } from '../../api.ts'
import { addPart } from '../../i18n.ts'
import { Refused } from '../../problem-text.ts'

/**
 * Assigns an asset, and ends the open assignment that the page has `shown`. If a different assignment is open by now, throws
 * `Refused`, which names the holder.
 */
export async function handOut(
  { id: asset_id, name }: Asset,
  body: AssignmentOfAssetCreate,
  shown: Pick<AssetAssignment, 'id'> | undefined,
): Promise<AssetAssignment> {
  const [open] = await api.assets.assignments.list(
    { asset_id },
    { status: ['active', 'scheduled'], include: ['person', 'location'], limit: 1 },
  )
  if (open && open.id !== shown?.id) {
    const [{ wentElsewhere }] = await Promise.all([
      import('../../refusals/went-elsewhere.ts'),
      addPart('refusals'),
    ])
    throw new Refused(wentElsewhere(name, open.person?.name ?? open.location?.name))
  }
  return api.assets.assignments.create({ asset_id }, { ...body, ...(open && { transfer: true }) })
}
