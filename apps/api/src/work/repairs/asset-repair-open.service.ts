import type { AssetRepair, Issue } from '@commonhold/contract'
import { assetStore } from '../../assets/assets.store.ts'
import { lockReferred } from '../../assets/custody-load.service.ts'
import { invalid, problem } from '../../base/problem.ts'
import { changesBetween } from '../../store/audit.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { auditedOfIssue, settleRepairs } from './asset-repairs.repository.ts'
import { assetRepairStore, type RepairRow } from './asset-repairs.store.ts'

const tracked = [
  'issue_id',
  'asset_id',
  'location_id',
  'repair_type',
  'vendor',
  'is_warranty',
  'cost',
  'currency',
  'expected_return_date',
  'external_ids',
  ...auditedOfIssue,
] as const satisfies readonly (keyof AssetRepair)[]

/** Records the changes of a repair in the audit log, including members that its issue stores. */
export function recordRepair(
  context: WriteContext,
  action: 'created' | 'updated',
  before: RepairRow | undefined,
  after: RepairRow,
  reason?: string,
): void {
  const changes = changesBetween(tracked, before ?? {}, after)
  const { id: recordId, version } = after
  if (changes.length > 0)
    context.audit({ action, recordType: 'asset_repair', recordId, version, reason, changes })
}

const disposed = (current_state: string) =>
  problem(
    'asset_not_active',
    { current_state },
    'The asset was disposed of, which is final. Repair another asset.',
  )

/** Creates the repair of the asset of an issue. Throws if the asset was disposed of. */
export async function openRepair(
  context: WriteContext,
  issue_id: string,
  asset_id: string,
  own: Readonly<Record<string, unknown>>,
  reason?: string,
): Promise<RepairRow> {
  const { asset } = await lockReferred(context, asset_id)
  if (asset.status === 'disposed') throw disposed(asset.status)
  const made = await assetRepairStore.insert(withoutAudit(context), { ...own, asset_id, issue_id })
  await settleRepairs(context, asset_id)
  recordRepair(context, 'created', undefined, made, reason)
  return made
}

/** Creates the repair of a new issue of the subtype `repair`, which must have exactly one asset. Ignores other issues. */
export async function openRepairOf(context: WriteContext, issue: Issue): Promise<void> {
  if (issue.details.subtype !== 'repair') return
  const [asset_id, ...more] = issue.asset_ids
  if (asset_id === undefined || more.length > 0)
    throw invalid({
      field: asset_id === undefined ? 'asset_id' : 'asset_ids',
      code: asset_id === undefined ? 'required' : 'too_long',
      message: 'a repair concerns one asset: send its id here, or create the repair with POST /asset-repairs',
    })
  await assetStore.reference(context.tx, '/asset_ids/0', asset_id)
  await openRepair(context, issue.id, asset_id, {})
}
