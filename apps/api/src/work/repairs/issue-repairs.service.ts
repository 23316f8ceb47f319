import type { IssueUpdate } from '@commonhold/contract'
import { invalid } from '../../base/problem.ts'
import { changesBetween } from '../../store/audit.ts'
import type { WriteContext } from '../../store/context.ts'
import type { IssueRow } from '../issues/issues.store.ts'
import { auditedOfIssue, repairOfIssue, settleRepairs, touchRepair } from './asset-repairs.repository.ts'

/** Members of an issue that its repair returns. */
const shown = ({ details, ...row }: IssueRow) => ({
  ...row,
  outcome: details.outcome,
  resolution_notes: details.resolution_notes,
})

/**
 * Updates the repair and the asset after a change of their issue. The repair gets a new version if members that it returns
 * have changed, and `in_repair` of the asset is updated.
 */
export async function settleRepairOf(
  context: WriteContext,
  before: IssueRow,
  after: IssueRow,
): Promise<void> {
  const repair = await repairOfIssue(context.tx, before.id)
  if (!repair) return
  const changes = changesBetween(auditedOfIssue, shown(before), shown(after))
  const version = changes.length > 0 ? await touchRepair(context.tx, repair.id) : undefined
  if (version !== undefined)
    context.audit({ action: 'updated', recordType: 'asset_repair', recordId: repair.id, version, changes })
  await settleRepairs(context, repair.asset_id)
}

/** Throws if the issue of a repair would refer to any asset other than the asset of the repair, or to none. */
export async function assertStillAbout(
  { tx }: WriteContext,
  { id }: IssueRow,
  { asset_ids }: IssueUpdate,
): Promise<void> {
  const repair = asset_ids && (await repairOfIssue(tx, id))
  if (!repair || String(asset_ids) === repair.asset_id) return
  throw invalid({
    field: 'asset_ids',
    code: 'read_only',
    message: 'the issue of a repair refers to the asset of the repair only; leave asset_ids out',
  })
}
