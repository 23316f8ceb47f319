import type { IssueSubtype } from '@commonhold/contract'
import { type FieldError, invalid } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import { unplannedOf } from './issue-references.repository.ts'

/**
 * Throws if an action of a final review has no due date, or neither an assignee nor an assigned group. Actions that a final
 * review already had are skipped.
 */
export async function assertReviewed(
  { tx }: WriteContext,
  subtype: IssueSubtype,
  details: StoredDetails,
  before: StoredDetails = {},
): Promise<void> {
  const ids = details.action_issue_ids
  if (subtype !== 'post_incident_analysis' || details.review_status !== 'final' || !Array.isArray(ids)) return
  const planned = before.review_status === 'final' ? [before.action_issue_ids].flat() : []
  const open = await unplannedOf(
    tx,
    ids.map(String).filter((id) => !planned.includes(id)),
  )
  const errors = ids.flatMap((id, at): FieldError[] =>
    open.includes(String(id))
      ? [
          {
            field: `/details/action_issue_ids/${at}`,
            code: 'required',
            message: 'each action of a final review needs a due date, and an assignee or an assigned group',
          },
        ]
      : [],
  )
  if (errors.length > 0) throw invalid(...errors)
}
