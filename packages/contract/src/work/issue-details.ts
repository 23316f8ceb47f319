import { z } from 'zod'
import { distinct, instant, integer, longText, nullable, reference, text } from '../kernel/schema.ts'
import {
  anyOutcome,
  anyResolution,
  approvalRule,
  approvalStatus,
  changeOutcome,
  changeResolution,
  changeType,
  impact,
  incidentResolution,
  onHoldReason,
  origin,
  problemResolution,
  repairOutcome,
  requestResolution,
  reviewStatus,
  risk,
  severity,
  urgency,
} from './issue-details-values.ts'
import { type IssueSubtype, issueSubtype } from './issue-subtypes.ts'

const moment = (what: string) => nullable(instant()).meta({ description: `When ${what}.` })
const prose = (what: string) => nullable(longText()).meta({ description: `${what}, in Markdown.` })
const user = () => reference('a user')
const users = (what: string) => distinct(user(), 50).meta({ description: what })
const issue = (to: string) => nullable(reference(to))
const issues = (what: string) => distinct(reference('an issue'), 100).meta({ description: what })

const timelineEntry = z
  .strictObject({
    occurred_at: instant().meta({ description: 'When it happened.' }),
    text: text(4_000).meta({ description: 'What happened.' }),
  })
  .meta({ id: 'TimelineEntry', description: 'One event in the course of an incident.' })

/** Members of the details of every kind except `task`. */
const service = {
  impact: nullable(impact),
  urgency: nullable(urgency),
  origin: nullable(origin),
  requester_person_id: nullable(reference('the requester')),
  on_hold_reason: nullable(onHoldReason),
  resume_at: moment('work is to resume'),
  resolution_notes: prose('How the issue was resolved'),
}
const approval = {
  approval_status: approvalStatus,
  approval_rule: approvalRule,
  approver_ids: users(
    'Ids of the approvers; each must hold `issues:write`. The creator of the issue cannot vote. Present and former reporters, requesters and assignees cannot vote either.',
  ),
}

/** The members of the details of each kind of issue, as they are written and returned. */
export const issueDetailsMembers = {
  task: {},
  incident: {
    ...service,
    severity,
    is_major: z.boolean().meta({ description: 'True for a major incident.' }),
    detected_at: moment('the incident was detected'),
    acknowledged_at: moment('the incident was acknowledged'),
    restored_at: moment('the service was restored'),
    resolution_code: nullable(incidentResolution),
    problem_id: issue('the problem that caused the incident'),
    caused_by_change_id: issue('the change that caused the incident'),
  },
  known_problem: {
    ...service,
    symptom: prose('Symptoms of the problem'),
    root_cause: prose('Root cause of the problem'),
    workaround: prose('How to work around the problem'),
    permanent_fix: prose('How to fix the problem permanently'),
    is_known_error: z.boolean().meta({ description: 'True if cause and workaround are known.' }),
    known_error_at: moment('the problem became a known error'),
    error_code: nullable(text(255)).meta({
      description: 'The code in the error message of the faulty system.',
    }),
    resolution_code: nullable(problemResolution),
  },
  change: {
    ...service,
    change_type: changeType,
    risk: nullable(risk),
    reason: prose('Why the change is made'),
    implementation_plan: prose('How the change is implemented'),
    backout_plan: prose('How the change is undone'),
    test_plan: prose('How the change is tested'),
    planned_start_at: moment('the change is planned to begin'),
    planned_end_at: moment('the change is planned to end'),
    actual_start_at: moment('the change began'),
    actual_end_at: moment('the change ended'),
    outage_expected: z.boolean().meta({ description: 'True if users will notice an outage.' }),
    ...approval,
    outcome: nullable(changeOutcome),
    resolution_code: nullable(changeResolution),
  },
  service_request: {
    ...service,
    requested_for_person_id: nullable(reference('the person that the request is for')),
    catalog_item: nullable(text(255)).meta({
      description: 'The item that is requested, as the catalogue names it.',
    }),
    quantity: nullable(integer().min(1)).meta({ description: 'Number of items.' }),
    ...approval,
    fulfilled_at: moment('the request was fulfilled'),
    resolution_code: nullable(requestResolution),
  },
  post_incident_analysis: {
    ...service,
    incident_ids: issues(
      'Ids of the incidents that the analysis covers; at least one when the review is final.',
    ),
    review_status: reviewStatus,
    summary: prose('What happened, in short'),
    impact_summary: prose('Who was affected, and how'),
    detection: prose('How the incident was noticed'),
    timeline: z
      .array(timelineEntry)
      .max(500)
      .meta({ description: 'The course of events. Default: the events of the first incident.' }),
    root_cause: prose('Root cause of the incident'),
    contributing_factors: distinct(text(1_000), 50).meta({
      description: 'What else contributed to the incident.',
    }),
    went_well: prose('What went well'),
    went_wrong: prose('What went wrong'),
    lessons_learned: prose('What was learnt'),
    action_issue_ids: issues('Ids of the issues for the actions that follow.'),
  },
  repair: { ...service, outcome: nullable(repairOutcome) },
} as const satisfies Record<IssueSubtype, Record<string, z.ZodType>>

/** Members of details that are texts, for searches. `contributing_factors` and `timeline` contain further texts. */
export const issueDetailsTexts = [
  'resolution_notes',
  'symptom',
  'root_cause',
  'workaround',
  'permanent_fix',
  'error_code',
  'reason',
  'implementation_plan',
  'backout_plan',
  'test_plan',
  'catalog_item',
  'summary',
  'impact_summary',
  'detection',
  'went_well',
  'went_wrong',
  'lessons_learned',
] as const

const kindOf = <const K extends IssueSubtype>(subtype: K) =>
  ({
    subtype: z.literal(subtype).meta({ description: 'Kind of the details.' }),
    ...issueDetailsMembers[subtype],
  }) as const

const details = z
  .discriminatedUnion('subtype', [
    z.object(kindOf('task')).meta({ id: 'TaskDetails', description: 'A task has no further details.' }),
    z.object(kindOf('incident')).meta({ id: 'IncidentDetails', description: 'Details of an incident.' }),
    z.object(kindOf('known_problem')).meta({ id: 'ProblemDetails', description: 'Details of a problem.' }),
    z.object(kindOf('change')).meta({ id: 'ChangeDetails', description: 'Details of a change.' }),
    z
      .object(kindOf('service_request'))
      .meta({ id: 'ServiceRequestDetails', description: 'Details of a service request.' }),
    z
      .object(kindOf('post_incident_analysis'))
      .meta({ id: 'PostIncidentDetails', description: 'Details of a post-incident review.' }),
    z.object(kindOf('repair')).meta({ id: 'RepairDetails', description: 'Details of a repair’s issue.' }),
  ])
  .meta({
    id: 'IssueDetails',
    description: 'Members that depend on the kind of the issue; `subtype` names the kind.',
  })
export type IssueDetails = z.infer<typeof details>
/** Members that depend on the kind of the issue. */
export const IssueDetails: z.core.$ZodType<IssueDetails, IssueDetails> = details

const detailsInput = z
  .strictObject({
    ...issueDetailsMembers.incident,
    ...issueDetailsMembers.known_problem,
    ...issueDetailsMembers.change,
    ...issueDetailsMembers.service_request,
    ...issueDetailsMembers.post_incident_analysis,
    resolution_code: nullable(anyResolution),
    outcome: nullable(anyOutcome),
    subtype: issueSubtype,
  })
  .partial()
  .meta({
    id: 'IssueDetailsInput',
    description:
      'Details in a request: any members of the kind of the issue. Members of another kind are refused. Members that are left out stay as they are.',
  })
export interface IssueDetailsInput extends z.infer<typeof detailsInput> {}
/** Details in a request. */
export const IssueDetailsInput: z.core.$ZodType<IssueDetailsInput, IssueDetailsInput> = detailsInput
