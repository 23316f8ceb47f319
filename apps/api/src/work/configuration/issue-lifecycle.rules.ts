import type { IssueStatusCategory, IssueSubtype } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'

/** The members of a status that the rules check. */
export interface StatusView {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly category: IssueStatusCategory
  readonly pauses_clock: boolean
  /** True for the status of new issues of the workflow. */
  readonly is_initial: boolean
  /** True for a status in which changes and service requests wait for approval. */
  readonly waits_for_approval: boolean
}

/** The members of an issue that the rules check, before or after a change. */
export interface IssueView {
  readonly subtype: IssueSubtype
  readonly details: StoredDetails
  readonly resolution: string | null
  readonly first_responded_at: string | null
  readonly resolved_at: string | null
  readonly closed_at: string | null
}

export const isClosed = (category: IssueStatusCategory) =>
  category === 'completed' || category === 'cancelled'

const isService = (subtype: IssueSubtype) => subtype !== 'task'

/** True for subtypes of issues that have approvers. */
export const hasApprovers = (subtype: IssueSubtype) => subtype === 'change' || subtype === 'service_request'

/** True for a status in which an issue of the subtype waits for approval. */
export const waitsForApprovers = (subtype: IssueSubtype, { waits_for_approval }: StatusView) =>
  waits_for_approval && hasApprovers(subtype)

/** The actor and the time of a transition. */
export interface Moment {
  readonly now: string
  readonly actor_id: string | null
}

/** The times and the resolution after an issue enters a status. A move by the reporter does not count as a response. */
export function timesAfter(
  issue: IssueView & { readonly reporter_id: string | null },
  from: IssueStatusCategory | undefined,
  to: IssueStatusCategory,
  { now, actor_id }: Moment,
): Pick<IssueView, 'first_responded_at' | 'resolved_at' | 'closed_at' | 'resolution'> {
  const isResponse = (to === 'started' || to === 'completed') && actor_id !== issue.reporter_id
  const responded = issue.first_responded_at ?? (isResponse ? now : null)
  const code = issue.details.resolution_code
  return {
    first_responded_at: responded,
    resolved_at: to === 'completed' ? (from === 'completed' ? issue.resolved_at : now) : null,
    closed_at: isClosed(to) ? (from && isClosed(from) ? issue.closed_at : now) : null,
    resolution: isClosed(to) ? (issue.resolution ?? (typeof code === 'string' ? code : null)) : null,
  }
}

/** The details that follow from the status alone. */
export function detailsAfter(
  subtype: IssueSubtype,
  from: StatusView | undefined,
  to: StatusView,
): StoredDetails {
  const hold =
    isService(subtype) && from?.pauses_clock && !to.pauses_clock
      ? { on_hold_reason: null, resume_at: null }
      : {}
  return { ...hold, ...resolutionAfter(from, to), ...reviewAfter(subtype, to) }
}

/** Clears the resolution of an issue that is reopened. */
const resolutionAfter = (from: StatusView | undefined, to: StatusView): StoredDetails =>
  from && isClosed(from.category) && !isClosed(to.category)
    ? { resolution_code: null, resolution_notes: null }
    : {}

function reviewAfter(subtype: IssueSubtype, to: StatusView): StoredDetails {
  if (subtype !== 'post_incident_analysis') return {}
  if (to.category === 'completed') return { review_status: 'final' }
  if (to.category === 'cancelled') return {}
  return { review_status: to.category === 'started' ? 'in_review' : 'draft' }
}

/** The errors of an issue that do not depend on its status: a final review needs an incident and a root cause. */
export function invariantErrors(issue: IssueView): FieldError[] {
  if (issue.subtype !== 'post_incident_analysis') return []
  const errors: FieldError[] = []
  if (issue.details.review_status !== 'final') return errors
  if (!hasValue(issue.details.incident_ids))
    errors.push({
      field: '/details/incident_ids',
      code: 'required',
      message: 'a final review needs at least one incident',
    })
  if (!hasValue(issue.details.root_cause))
    errors.push({
      field: '/details/root_cause',
      code: 'required',
      message: 'a final review needs a root cause',
    })
  return errors
}

const resolved: readonly IssueSubtype[] = ['incident', 'known_problem', 'service_request', 'repair']

/**
 * The errors of details that a status requires in every workflow: a reason for a pause, notes on the resolution, the
 * outcome of a change or a repair. Imported issues may lack them.
 */
export function statusErrors(
  subtype: IssueSubtype,
  details: StoredDetails,
  status: StatusView,
): FieldError[] {
  const { category, pauses_clock } = status
  const isDone = category === 'completed'
  const requirements: readonly (readonly [isRequired: boolean, member: string, message: string])[] = [
    [
      isService(subtype) && pauses_clock && !status.waits_for_approval,
      'on_hold_reason',
      'state what the issue waits for',
    ],
    [isDone && resolved.includes(subtype), 'resolution_notes', 'state how the issue was resolved'],
    [isDone && (subtype === 'change' || subtype === 'repair'), 'outcome', 'state the outcome of the work'],
  ]
  return requirements.flatMap(([isRequired, member, message]): FieldError[] =>
    isRequired && !hasValue(details[member])
      ? [{ field: `/details/${member}`, code: 'required', message }]
      : [],
  )
}

/** The keys of the fields that an issue of the subtype must still fill for a status. */
export function missingKeys(subtype: IssueSubtype, details: StoredDetails, status: StatusView): string[] {
  if (subtype === 'post_incident_analysis')
    return status.category === 'completed'
      ? ['incident_ids', 'root_cause'].filter((member) => !hasValue(details[member]))
      : []
  if (waitsForApprovers(subtype, status) && !hasValue(details.approver_ids)) return ['approver_ids']
  const members = statusErrors(subtype, details, status).map(({ field }) => field.replace('/details/', ''))
  return members.map((member) => (subtype === 'repair' && member === 'outcome' ? 'repair_outcome' : member))
}

/** True unless the value is empty: null, an empty text or an empty list. */
export const hasValue = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
