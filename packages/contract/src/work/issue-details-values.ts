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
export const origin = named('IssueOrigin', 'How the issue was reported.', [
  'portal',
  'mail',
  'phone',
  'chat',
  'in_person',
  'monitoring',
  'api',
])
export const onHoldReason = named('IssueOnHoldReason', 'Why an issue is on hold.', [
  'awaiting_requester',
  'awaiting_change',
  'awaiting_problem',
  'awaiting_vendor',
  'scheduled',
])

/** The resolution codes of each kind of issue. */
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
export const severity = named('IncidentSeverity', 'How severe an incident is.', [
  'critical',
  'high',
  'medium',
  'low',
  'unknown',
])
export const changeType = named('ChangeType', 'Type of a change, which determines how it is approved.', [
  'standard',
  'normal',
  'emergency',
])
export const risk = named('ChangeRisk', 'How likely it is that a change does harm.', [
  'low',
  'medium',
  'high',
])
export const changeOutcome = named('ChangeOutcome', 'How a change went.', [
  'successful',
  'successful_with_issues',
  'unsuccessful',
])
/** The outcomes of repairs. */
export const repairOutcomes = [
  'repaired',
  'replaced',
  'no_fault_found',
  'not_repairable',
  'cancelled',
] as const
export const repairOutcome = named(
  'RepairOutcome',
  'How a repair ended; required to close its issue.',
  repairOutcomes,
)
export const approvalStatus = named(
  'ApprovalStatus',
  'Status of the approval, which follows from the votes (`POST /issues/{issue_id}/approvals`).',
  ['not_required', 'requested', 'approved', 'rejected'],
)
export const approvalRule = named(
  'ApprovalRule',
  'Whether all approvers must approve (`all`), or only one of them (`any`).',
  ['all', 'any'],
)
export const reviewStatus = named('ReviewStatus', 'Status of a review.', ['draft', 'in_review', 'final'])

/** The outcomes of the kinds of issues that have one. */
export const issueOutcomes = { change: changeOutcome.options, repair: repairOutcome.options } as const

/** The values of each enumerated member of details, for all kinds of issues. */
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

/** A resolution code of any kind of issue. */
export const anyResolution = z.enum([...new Set(Object.values(resolutionCodes).flat())]).meta({
  id: 'ResolutionCode',
  description: 'How an issue was resolved. The kind of the issue determines which codes are valid.',
})

/** An outcome of any kind of issue. */
export const anyOutcome = z.enum([...changeOutcome.options, ...repairOutcome.options]).meta({
  id: 'IssueOutcome',
  description: 'How a change or a repair ended. The kind of the issue determines which outcomes are valid.',
})
