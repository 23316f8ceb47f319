import type { IssueSubtype } from '@commonhold/contract'
import type { SeededStatus } from './issue-configuration.seeds.ts'
import type { SeededField } from './issue-fields.seeds.ts'

/** The requirements and effects of a transition, besides the status. */
interface TransitionRules {
  readonly screen?: 'put_on_hold' | 'resolve' | 'close_change' | 'close_repair'
  readonly required_fields?: readonly SeededField[]
  readonly required_permission?: 'issues:manage'
  readonly condition?: Readonly<Record<string, string>>
  readonly set_fields?: Readonly<Record<string, string | null>>
  readonly allowed_values?: Readonly<Record<string, readonly string[]>>
}

/** Number, key, name, source status, target status, rules. A number is never reused. */
type TransitionSeed = readonly [number, string, string, SeededStatus, SeededStatus, TransitionRules?]

interface WorkflowSeed {
  readonly number: number
  readonly name: string
  /** The first status is initial. The numbers are also the positions, and are never reused. */
  readonly statuses: readonly (readonly [number, SeededStatus])[]
  /** The status in which issues wait for approval. */
  readonly waits_in?: SeededStatus
  readonly transitions: readonly TransitionSeed[]
}

const holding: TransitionRules = { screen: 'put_on_hold', required_fields: ['on_hold_reason'] }
const resuming: TransitionRules = {
  set_fields: { 'details.on_hold_reason': null, 'details.resume_at': null },
}
const resolving: TransitionRules = { screen: 'resolve', required_fields: ['resolution_notes'] }
/** Closing a problem without a fix requires a reason. */
const settling: TransitionRules = {
  screen: 'resolve',
  required_fields: ['resolution_code'],
  allowed_values: { 'details.resolution_code': ['risk_accepted', 'duplicate', 'cancelled'] },
}
const reviewing = (status: string): TransitionRules => ({ set_fields: { 'details.review_status': status } })
const whileApproval = (status: string): TransitionRules => ({
  condition: { 'details.approval_status': status },
})
const onlyFor = (change_type: string): TransitionRules => ({
  condition: { 'details.change_type': change_type },
})

/** One workflow for each subtype of issues. */
export const seededWorkflows: Readonly<Record<IssueSubtype, WorkflowSeed>> = {
  task: {
    number: 401,
    name: 'Task',
    statuses: [
      [1, 'todo'],
      [2, 'in_progress'],
      [3, 'on_hold'],
      [4, 'resolved'],
      [5, 'closed'],
      [6, 'cancelled'],
    ],
    transitions: [
      [1, 'start', 'Start', 'todo', 'in_progress'],
      [2, 'resolve', 'Resolve', 'in_progress', 'resolved'],
      [3, 'close', 'Close', 'resolved', 'closed'],
      [4, 'hold', 'Put on hold', 'in_progress', 'on_hold'],
      [5, 'resume', 'Resume', 'on_hold', 'in_progress'],
      [6, 'cancel', 'Cancel', 'todo', 'cancelled'],
      [7, 'cancel', 'Cancel', 'in_progress', 'cancelled'],
      [8, 'reopen', 'Reopen', 'resolved', 'in_progress'],
      [9, 'reopen', 'Reopen', 'closed', 'in_progress'],
      [10, 'reopen', 'Reopen', 'cancelled', 'in_progress'],
    ],
  },
  service_request: {
    number: 402,
    name: 'Service request',
    waits_in: 'waiting_for_approval',
    statuses: [
      [1, 'new'],
      [2, 'waiting_for_approval'],
      [3, 'approved'],
      [4, 'rejected'],
      [5, 'in_progress'],
      [6, 'on_hold'],
      [7, 'resolved'],
      [8, 'closed'],
      [9, 'cancelled'],
    ],
    transitions: [
      [1, 'request_approval', 'Request approval', 'new', 'waiting_for_approval'],
      [2, 'approve', 'Approve', 'waiting_for_approval', 'approved'],
      [3, 'reject', 'Reject', 'waiting_for_approval', 'rejected', whileApproval('rejected')],
      [4, 'revise', 'Revise', 'rejected', 'new'],
      [5, 'start', 'Start', 'approved', 'in_progress'],
      [6, 'start', 'Start', 'new', 'in_progress', whileApproval('not_required')],
      [7, 'hold', 'Put on hold', 'in_progress', 'on_hold', holding],
      [8, 'resume', 'Resume', 'on_hold', 'in_progress', resuming],
      [9, 'resolve', 'Resolve', 'in_progress', 'resolved', resolving],
      [10, 'close', 'Close', 'resolved', 'closed'],
      [11, 'cancel', 'Cancel', 'new', 'cancelled'],
      [12, 'cancel', 'Cancel', 'waiting_for_approval', 'cancelled'],
      [13, 'cancel', 'Cancel', 'approved', 'cancelled'],
      [14, 'cancel', 'Cancel', 'in_progress', 'cancelled'],
      [15, 'cancel', 'Cancel', 'on_hold', 'cancelled'],
    ],
  },
  known_problem: {
    number: 403,
    name: 'Problem',
    statuses: [
      [1, 'new'],
      [2, 'assess'],
      [3, 'root_cause_analysis'],
      [4, 'fix_in_progress'],
      [5, 'resolved'],
      [6, 'closed'],
      [7, 'cancelled'],
    ],
    transitions: [
      [1, 'assess', 'Assess', 'new', 'assess'],
      [2, 'analyse', 'Look for the cause', 'assess', 'root_cause_analysis'],
      [3, 'fix', 'Fix', 'root_cause_analysis', 'fix_in_progress'],
      [4, 'resolve', 'Resolve', 'fix_in_progress', 'resolved', resolving],
      [5, 'close', 'Close', 'resolved', 'closed'],
      [6, 'settle', 'Close without a fix', 'assess', 'closed', settling],
      [7, 'settle', 'Close without a fix', 'root_cause_analysis', 'closed', settling],
      [8, 'settle', 'Close without a fix', 'fix_in_progress', 'closed', settling],
      [9, 'reopen', 'Reopen', 'resolved', 'fix_in_progress'],
      [10, 'cancel', 'Cancel', 'new', 'cancelled'],
    ],
  },
  incident: {
    number: 404,
    name: 'Incident',
    statuses: [
      [1, 'new'],
      [2, 'in_progress'],
      [3, 'on_hold'],
      [4, 'resolved'],
      [5, 'closed'],
      [6, 'cancelled'],
    ],
    transitions: [
      [1, 'start', 'Start', 'new', 'in_progress'],
      [2, 'resolve', 'Resolve', 'in_progress', 'resolved', resolving],
      [3, 'close', 'Close', 'resolved', 'closed'],
      [4, 'hold', 'Put on hold', 'in_progress', 'on_hold', holding],
      [5, 'resume', 'Resume', 'on_hold', 'in_progress', resuming],
      [6, 'cancel', 'Cancel', 'new', 'cancelled'],
      [7, 'cancel', 'Cancel', 'in_progress', 'cancelled'],
      [8, 'cancel', 'Cancel', 'on_hold', 'cancelled'],
      [9, 'reopen', 'Reopen', 'resolved', 'in_progress'],
      [10, 'reopen', 'Reopen', 'closed', 'in_progress', { required_permission: 'issues:manage' }],
    ],
  },
  post_incident_analysis: {
    number: 405,
    name: 'Post-incident review',
    statuses: [
      [1, 'draft'],
      [2, 'review'],
      [3, 'final'],
      [4, 'cancelled'],
    ],
    transitions: [
      [1, 'submit', 'Submit for review', 'draft', 'review', reviewing('in_review')],
      [2, 'finish', 'Finish', 'review', 'final', { ...reviewing('final'), required_fields: ['root_cause'] }],
      [3, 'revise', 'Revise', 'review', 'draft', reviewing('draft')],
      [4, 'cancel', 'Cancel', 'draft', 'cancelled'],
      [5, 'cancel', 'Cancel', 'review', 'cancelled'],
    ],
  },
  change: {
    number: 406,
    name: 'Change',
    waits_in: 'authorize',
    statuses: [
      [1, 'new'],
      [2, 'assess'],
      [3, 'authorize'],
      [4, 'scheduled'],
      [5, 'implement'],
      [6, 'review'],
      [7, 'closed'],
      [8, 'cancelled'],
    ],
    transitions: [
      [1, 'assess', 'Assess', 'new', 'assess', onlyFor('normal')],
      [2, 'schedule', 'Schedule', 'new', 'scheduled', onlyFor('standard')],
      [3, 'authorize', 'Request authorization', 'new', 'authorize', onlyFor('emergency')],
      [4, 'authorize', 'Request authorization', 'assess', 'authorize'],
      [5, 'schedule', 'Schedule', 'authorize', 'scheduled'],
      [6, 'implement', 'Implement', 'scheduled', 'implement'],
      [7, 'review', 'Review', 'implement', 'review'],
      [8, 'close', 'Close', 'review', 'closed', { screen: 'close_change', required_fields: ['outcome'] }],
      [9, 'revert', 'Send back', 'assess', 'new'],
      [10, 'revert', 'Send back', 'authorize', 'new'],
      [11, 'cancel', 'Cancel', 'new', 'cancelled'],
      [12, 'cancel', 'Cancel', 'assess', 'cancelled'],
      [13, 'cancel', 'Cancel', 'authorize', 'cancelled'],
      [14, 'cancel', 'Cancel', 'scheduled', 'cancelled'],
      [15, 'cancel', 'Cancel', 'implement', 'cancelled'],
    ],
  },
  repair: {
    number: 407,
    name: 'Repair',
    statuses: [
      [1, 'new'],
      [2, 'in_progress'],
      [3, 'on_hold'],
      [4, 'resolved'],
      [5, 'closed'],
      [6, 'cancelled'],
    ],
    transitions: [
      [1, 'start', 'Start', 'new', 'in_progress'],
      [
        2,
        'resolve',
        'Resolve',
        'in_progress',
        'resolved',
        { screen: 'close_repair', required_fields: ['resolution_notes', 'repair_outcome'] },
      ],
      [3, 'close', 'Close', 'resolved', 'closed'],
      [4, 'hold', 'Put on hold', 'in_progress', 'on_hold', holding],
      [5, 'resume', 'Resume', 'on_hold', 'in_progress', resuming],
      [6, 'cancel', 'Cancel', 'new', 'cancelled'],
      [7, 'cancel', 'Cancel', 'in_progress', 'cancelled'],
      [8, 'cancel', 'Cancel', 'on_hold', 'cancelled'],
      [9, 'reopen', 'Reopen', 'resolved', 'in_progress'],
    ],
  },
}
