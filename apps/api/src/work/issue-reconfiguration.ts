import { contract, type IssuePriority, type IssueStatus } from '@commonhold/contract'
import { changesBetween } from '../kernel/audit.ts'
import type { WriteContext } from '../kernel/context.ts'
import { problem } from '../kernel/problem.ts'
import { tellingOf, told } from './issue-history.rules.ts'
import {
  categorizeIn,
  levelIn,
  lockInStatus,
  lockOfPriority,
  noteEach,
  type Reached,
  type ToldIssue,
} from './issue-reconfiguration.repository.ts'

/** Issues that one change of the configuration changes at most. */
const MOST_REACHED = 2_000

/** What the configuration changes in issues, and its words. */
function toldOf(id: string, before: Record<string, unknown>, after: Record<string, unknown>): ToldIssue {
  const changes = changesBetween(Object.keys(after), before, after)
  return { id, changes: changes.map((change) => told(change, tellingOf(change.field, []), () => undefined)) }
}

function assertFew(reached: readonly Reached[]): void {
  if (reached.length > MOST_REACHED)
    throw problem(
      'dependent_item_exists',
      { dependents: { issues: reached.length } },
      `More than ${MOST_REACHED} issues would change with it. Make another record, and let issues change to that.`,
    )
}

/** Gives a status another category that closes issues as little or as much; they follow, each with its history. */
export async function recategorize(
  context: WriteContext,
  { id, category: from }: Pick<IssueStatus, 'id' | 'category'>,
  to: IssueStatus['category'],
): Promise<void> {
  const reached = await lockInStatus(context.tx, id, MOST_REACHED + 1)
  assertFew(reached)
  await categorizeIn(context.tx, id, to)
  const changed = reached.map(({ id: issueId, resolved_at, closed_at }) =>
    toldOf(
      issueId,
      { status_category: from, resolved_at },
      { status_category: to, resolved_at: to === 'completed' ? (resolved_at ?? closed_at) : null },
    ),
  )
  await noteEach(context, contract.issueStatuses.update.operationId, changed)
}

/** Gives a priority another level; its issues follow, each with its history. */
export async function relevel(
  context: WriteContext,
  { id, level }: Pick<IssuePriority, 'id' | 'level'>,
  to: number,
): Promise<void> {
  const reached = await lockOfPriority(context.tx, id, MOST_REACHED + 1)
  assertFew(reached)
  await levelIn(context.tx, id, to)
  const changed = reached.map(({ id: issueId }) =>
    toldOf(issueId, { priority_level: level }, { priority_level: to }),
  )
  await noteEach(context, contract.issuePriorities.update.operationId, changed)
}
