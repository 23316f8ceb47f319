import type { IssueSubtype, IssueUpdate } from '@commonhold/contract'
import { repairOfIssue, settleRepairs, touchRepair } from '../assets/asset-repairs.repository.ts'
import type { WriteContext } from '../kernel/context.ts'
import { invalid } from '../kernel/problem.ts'
import type { IssueRow } from './issues.store.ts'

/** Whether an asset is in repair follows from the issues of its repairs, which show what those keep. */
export async function settleRepairOf(
  { tx }: WriteContext,
  { id }: IssueRow,
  isChanged: boolean,
): Promise<void> {
  const repair = await repairOfIssue(tx, id)
  if (!repair) return
  if (isChanged) await touchRepair(tx, repair.id)
  await settleRepairs(tx, repair.asset_id)
}

/** The issue of a repair is about its asset and no other. */
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
    message: 'the issue of a repair is about its asset alone',
  })
}

/** What only repairs have is neither made nor left behind by a change of type. */
export function assertSameSide(before: IssueSubtype, after: IssueSubtype): void {
  if (before === after || (before !== 'repair' && after !== 'repair')) return
  throw invalid({
    field: 'issue_type',
    code: 'not_allowed_value',
    message: 'a repair stays one, and other issues do not become one; make repairs with POST /asset-repairs',
  })
}
