import { z } from 'zod'

const named = <const V extends readonly [string, ...string[]]>(id: string, description: string, values: V) =>
  z.enum(values).meta({ id, description })

export const impact = named('IssueImpact', 'How far the effect reaches.', ['high', 'medium', 'low'])
export const urgency = named('IssueUrgency', 'How soon the effect has to end.', [
  'critical',
  'high',
  'medium',
  'low',
])
export const origin = named('IssueOrigin', 'How the issue came in.', [
  'portal',
  'mail',
  'phone',
  'chat',
  'in_person',
  'monitoring',
  'api',
])
export const onHoldReason = named('IssueOnHoldReason', 'What an issue waits for.', [
  'awaiting_requester',
  'awaiting_change',
  'awaiting_problem',
  'awaiting_vendor',
  'scheduled',
])

/** How an issue of each kind can be resolved. */
export const resolutionCodes = {
  incident: [
    'fixed',
    'workaround',
    'assistance',
    'training',
    'hardware_repair',
    'software_patch',
    'system_update',
    'duplicate',
    'not_reproducible',
    'other',
  ],
  known_problem: ['fixed', 'risk_accepted', 'duplicate', 'cancelled'],
  service_request: ['fulfilled', 'assistance', 'duplicate', 'rejected', 'cancelled', 'other'],
  change: ['implemented', 'backed_out', 'duplicate', 'cancelled', 'other'],
} as const

export const incidentResolution = named(
  'IncidentResolutionCode',
  'How an incident was resolved.',
  resolutionCodes.incident,
)
export const problemResolution = named(
  'ProblemResolutionCode',
  'How a problem was resolved.',
  resolutionCodes.known_problem,
)
export const requestResolution = named(
  'ServiceRequestResolutionCode',
  'How a request was resolved.',
  resolutionCodes.service_request,
)
export const changeResolution = named('ChangeResolutionCode', 'How a change ended.', resolutionCodes.change)
export const severity = named('IncidentSeverity', 'How bad an incident is.', [
  'critical',
  'high',
  'medium',
  'low',
  'unknown',
])
export const changeType = named('ChangeType', 'Which way of approval a change takes.', [
  'standard',
  'normal',
  'emergency',
])
export const risk = named('ChangeRisk', 'How likely a change does harm.', ['low', 'medium', 'high'])
export const changeOutcome = named('ChangeOutcome', 'How a change went.', [
  'successful',
  'successful_with_issues',
  'unsuccessful',
])
/** How a repair ended. */
export const repairOutcomes = [
  'repaired',
  'replaced',
  'no_fault_found',
  'not_repairable',
  'cancelled',
] as const
export const repairOutcome = named(
  'RepairOutcome',
  'How a repair ended; needed to close its issue.',
  repairOutcomes,
)
export const approvalStatus = named(
  'ApprovalStatus',
  'Status of the approval; it follows from the votes, `POST /issues/{issue_id}/approvals`.',
  ['not_required', 'requested', 'approved', 'rejected'],
)
export const approvalRule = named('ApprovalRule', 'Whether all approvers must approve, or any one of them.', [
  'all',
  'any',
])
export const reviewStatus = named('ReviewStatus', 'Status of a review.', ['draft', 'in_review', 'final'])

/** How issues of the kinds that have an outcome can end. */
export const issueOutcomes = { change: changeOutcome.options, repair: repairOutcome.options } as const

/** The values of the members of details that have a list of them, of whichever kind. */
export const issueDetailsValues = {
  impact: impact.options,
  urgency: urgency.options,
  origin: origin.options,
  on_hold_reason: onHoldReason.options,
  approval_status: approvalStatus.options,
  approval_rule: approvalRule.options,
  severity: severity.options,
  change_type: changeType.options,
  risk: risk.options,
  outcome: changeOutcome.options,
  review_status: reviewStatus.options,
} as const

/** How an issue of whichever kind was resolved. */
export const anyResolution = z.enum([...new Set(Object.values(resolutionCodes).flat())]).meta({
  id: 'ResolutionCode',
  description: 'How an issue was resolved; which codes there are depends on its kind.',
})

/** How an issue of whichever kind ended. */
export const anyOutcome = z.enum([...changeOutcome.options, ...repairOutcome.options]).meta({
  id: 'IssueOutcome',
  description: 'How a change or a repair ended; which outcomes there are depends on the kind of the issue.',
})
