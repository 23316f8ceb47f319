import type { IssueSubtype } from '@commonhold/contract'
import { repairOfIssue, settleRepairs } from '../assets/asset-repairs.repository.ts'
import type { WriteContext } from '../kernel/context.ts'
import { invalid } from '../kernel/problem.ts'
import type { IssueRow } from './issues.store.ts'

/** Whether an asset is in repair follows from the issues of its repairs. */
export async function settleRepairOf({ tx }: WriteContext, { id }: IssueRow): Promise<void> {
  const repair = await repairOfIssue(tx, id)
  if (repair) await settleRepairs(tx, repair.asset_id)
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
