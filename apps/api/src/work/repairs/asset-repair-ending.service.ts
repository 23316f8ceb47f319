import type { OpenRepairs } from '../../assets/asset-states.service.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { statusesOf, typesOf } from '../configuration/issue-configuration.repository.ts'
import { timesAfter } from '../configuration/issue-lifecycle.rules.ts'
import { recordIssueChange } from '../conversation/issue-recording.service.ts'
import { mergedDetails } from '../fields/issue-details.rules.ts'
import { issueOf, statusColumns } from '../issues/issue-record.rules.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { openRepairIssues } from './asset-repairs.repository.ts'
import { settleRepairOf } from './issue-repairs.service.ts'

const REASON = 'The asset was disposed of.'

/**
 * Locks the issues of the open repairs of an asset. A change of such an issue locks the issue before the asset, so this must
 * run before the asset is locked.
 */
async function lockOpenRepairs(context: WriteContext, assetId: string): Promise<IssueRow[]> {
  const unconditional = { ...context, ifMatch: undefined }
  const rows: IssueRow[] = []
  for (const { issue_id } of await openRepairIssues(context.tx, assetId))
    rows.push(await issueStore.lock(unconditional, issue_id))
  return rows.filter(({ is_closed, archived_at }) => !is_closed && archived_at === null)
}

/** Ends the open repairs of an asset that is disposed of, as `not_repairable`. The transitions of the workflow do not apply. */
export const openRepairs: OpenRepairs = {
  lock: async (context, assetId) => {
    await lockOpenRepairs(context, assetId)
  },
  end: async (context, assetId) => {
    for (const issue of await lockOpenRepairs(context, assetId)) await endRepair(context, issue)
  },
}

async function endRepair(context: WriteContext, before: IssueRow): Promise<void> {
  const { tx } = context
  const type = (await typesOf(tx)).find(({ id }) => id === before.issue_type_id)
  const statuses = type ? await statusesOf(tx, type.workflow_id) : []
  const to =
    statuses.findLast(({ category, is_active }) => is_active && category === 'completed') ??
    statuses.findLast(({ category }) => category === 'completed' || category === 'cancelled')
  if (!to) return
  const notes = before.details.resolution_notes
  const details = mergedDetails(before.subtype, before.details, {
    outcome: 'not_repairable',
    resolution_notes: typeof notes === 'string' && notes !== '' ? notes : REASON,
  })
  const moment = { now: context.clock.now().toISOString(), actor_id: context.actor.userId }
  const row = await issueStore.update(withoutAudit(context), before, {
    ...statusColumns(to),
    ...timesAfter({ ...before, details }, before.status_category, to.category, moment),
    details,
  })
  await settleRepairOf(context, before, row)
  await recordIssueChange(context, 'moved', issueOf(before), issueOf(await issueStore.get(tx, row.id)), {
    message: REASON,
  })
}
