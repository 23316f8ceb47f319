import type { IssuePriority, IssueStatus } from '@commonhold/contract'
import { problem } from '../../base/problem.ts'
import { changesBetween } from '../../store/audit.ts'
import type { WriteContext } from '../../store/context.ts'
import { labelled, labellingOf } from '../fields/issue-history.rules.ts'
import {
  categorizeIn,
  levelIn,
  lockInStatus,
  lockOfPriority,
  type Reached,
  recordMembers,
} from './issue-reconfiguration.repository.ts'

/** The maximum number of issues that one change of the configuration may change. */
const MOST_REACHED = 2_000

function assertFew(reached: readonly Reached[]): void {
  if (reached.length > MOST_REACHED)
    throw problem(
      'dependent_item_exists',
      { dependents: { issues: reached.length } },
      `More than ${MOST_REACHED} issues would change. Create another record, and assign it to the issues instead.`,
    )
}

/** The changes of an issue that follow from a change of the configuration, with their labels. */
function labelledChanges(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changes = changesBetween(Object.keys(after), before, after)
  return changes.map((change) => labelled(change, labellingOf(change.field, []), () => undefined))
}

/**
 * Changes the category of a status and updates its issues, each with an entry in its history. The new category must be
 * open if the former one is open, and closed if that is closed.
 */
export async function recategorize(
  { tx, audit }: WriteContext,
  { id, category: from }: Pick<IssueStatus, 'id' | 'category'>,
  to: IssueStatus['category'],
): Promise<void> {
  const reached = await lockInStatus(tx, id, MOST_REACHED + 1)
  assertFew(reached)
  await categorizeIn(tx, id, to)
  audit(
    reached.map(({ id: recordId, version, resolved_at, closed_at }) => ({
      action: 'updated',
      recordType: 'issue',
      recordId,
      version,
      changes: labelledChanges(
        { status_category: from, resolved_at },
        { status_category: to, resolved_at: to === 'completed' ? (resolved_at ?? closed_at) : null },
      ),
    })),
  )
  await recordMembers(
    tx,
    reached.map(({ id: issueId }) => ({ issueId, field: 'status_category', from, to })),
  )
}

/** Changes the level of a priority and updates its issues, each with an entry in its history. */
export async function relevel(
  { tx, audit }: WriteContext,
  { id, level: from }: Pick<IssuePriority, 'id' | 'level'>,
  to: number,
): Promise<void> {
  const reached = await lockOfPriority(tx, id, MOST_REACHED + 1)
  assertFew(reached)
  await levelIn(tx, id, to)
  const changes = labelledChanges({ priority_level: from }, { priority_level: to })
  audit(
    reached.map(({ id: recordId, version }) => ({
      action: 'updated',
      recordType: 'issue',
      recordId,
      version,
      changes,
    })),
  )
  await recordMembers(
    tx,
    reached.map(({ id: issueId }) => ({ issueId, field: 'priority_level', from, to })),
  )
}
