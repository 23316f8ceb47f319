import { type IssueFieldType, issueDetailsValues, repairOutcomes } from '@commonhold/contract'
import { optionsOf } from '../fields/issue-field-options.rules.ts'
import { workSeedId } from './issue-configuration.seeds.ts'

/** Number, key, type, name, and optional settings. The default of `path` is `details.<key>`. */
type FieldSeed = readonly [
  number,
  string,
  IssueFieldType,
  string,
  { readonly path?: string; readonly options?: readonly string[]; readonly is_required?: true }?,
]

/** Members that every issue has. The options of type, priority and labels are not stored in the field. */
const members = [
  [701, 'title', 'text', 'Title', { path: 'title', is_required: true }],
  [702, 'description', 'long_text', 'Description', { path: 'description' }],
  [703, 'issue_type', 'select', 'Type', { path: 'issue_type' }],
  [704, 'priority', 'select', 'Priority', { path: 'priority' }],
  [705, 'reporter_id', 'user', 'Reporter', { path: 'reporter_id' }],
  [706, 'assignee_id', 'user', 'Assignee', { path: 'assignee_id' }],
  [707, 'assignee_group_id', 'group', 'Assigned group', { path: 'assignee_group_id' }],
  [708, 'parent_id', 'issue', 'Parent', { path: 'parent_id' }],
  [709, 'start_date', 'date', 'Start', { path: 'start_date' }],
  [710, 'due_date', 'date', 'Due', { path: 'due_date' }],
  [711, 'opened_at', 'datetime', 'Opened', { path: 'opened_at' }],
  [712, 'resolution', 'text', 'Resolution', { path: 'resolution' }],
  [713, 'labels', 'multi_select', 'Labels', { path: 'labels' }],
  [714, 'asset_ids', 'asset', 'Assets', { path: 'asset_ids' }],
  [
    715,
    'configuration_item_ids',
    'configuration_item',
    'Configuration items',
    { path: 'configuration_item_ids' },
  ],
] as const satisfies readonly FieldSeed[]

/** Members of `details` that several subtypes have. */
const shared = [
  [720, 'impact', 'select', 'Impact', { options: issueDetailsValues.impact }],
  [721, 'urgency', 'select', 'Urgency', { options: issueDetailsValues.urgency }],
  [722, 'origin', 'select', 'Origin', { options: issueDetailsValues.origin }],
  [723, 'requester_person_id', 'person', 'Requester'],
  [724, 'on_hold_reason', 'select', 'Reason for the pause', { options: issueDetailsValues.on_hold_reason }],
  [725, 'resume_at', 'datetime', 'Resumes'],
  [726, 'resolution_code', 'select', 'Resolution code'],
  [727, 'resolution_notes', 'long_text', 'Resolution notes'],
  [728, 'root_cause', 'long_text', 'Root cause'],
  [729, 'approval_status', 'select', 'Approval', { options: issueDetailsValues.approval_status }],
  [730, 'approver_ids', 'user', 'Approvers'],
  [731, 'approval_rule', 'select', 'Approval needed', { options: issueDetailsValues.approval_rule }],
] as const satisfies readonly FieldSeed[]

/** Members of `details` that only one subtype has. */
const particular = [
  [740, 'severity', 'select', 'Severity', { options: issueDetailsValues.severity }],
  [741, 'is_major', 'boolean', 'Major incident'],
  [742, 'detected_at', 'datetime', 'Detected'],
  [743, 'acknowledged_at', 'datetime', 'Acknowledged'],
  [744, 'restored_at', 'datetime', 'Service restored'],
  [745, 'problem_id', 'issue', 'Problem'],
  [746, 'caused_by_change_id', 'issue', 'Caused by change'],
  [750, 'symptom', 'long_text', 'Symptom'],
  [751, 'workaround', 'long_text', 'Workaround'],
  [752, 'permanent_fix', 'long_text', 'Permanent fix'],
  [753, 'is_known_error', 'boolean', 'Known error'],
  [754, 'known_error_at', 'datetime', 'Known error since'],
  [755, 'error_code', 'text', 'Error code'],
  [760, 'change_type', 'select', 'Change type', { options: issueDetailsValues.change_type }],
  [761, 'risk', 'select', 'Risk', { options: issueDetailsValues.risk }],
  [762, 'reason', 'long_text', 'Reason'],
  [763, 'implementation_plan', 'long_text', 'Implementation plan'],
  [764, 'backout_plan', 'long_text', 'Back-out plan'],
  [765, 'test_plan', 'long_text', 'Test plan'],
  [766, 'planned_start_at', 'datetime', 'Planned start'],
  [767, 'planned_end_at', 'datetime', 'Planned end'],
  [768, 'actual_start_at', 'datetime', 'Actual start'],
  [769, 'actual_end_at', 'datetime', 'Actual end'],
  [770, 'outage_expected', 'boolean', 'Outage expected'],
  [771, 'outcome', 'select', 'Outcome of the change', { options: issueDetailsValues.outcome }],
  [780, 'requested_for_person_id', 'person', 'Requested for'],
  [781, 'catalog_item', 'text', 'Catalogue item'],
  [782, 'quantity', 'integer', 'Quantity'],
  [783, 'fulfilled_at', 'datetime', 'Fulfilled'],
  [800, 'incident_ids', 'issue', 'Incidents'],
  [801, 'review_status', 'select', 'State of the review', { options: issueDetailsValues.review_status }],
  [802, 'summary', 'long_text', 'Summary'],
  [803, 'impact_summary', 'long_text', 'Effects'],
  [804, 'detection', 'long_text', 'Detection'],
  [805, 'timeline', 'json', 'Timeline'],
  [806, 'contributing_factors', 'json', 'Contributing factors'],
  [807, 'went_well', 'long_text', 'What went well'],
  [808, 'went_wrong', 'long_text', 'What went wrong'],
  [809, 'lessons_learned', 'long_text', 'Lessons learned'],
  [810, 'action_issue_ids', 'issue', 'Actions'],
  [
    828,
    'repair_outcome',
    'select',
    'Outcome of the repair',
    {
      path: 'details.outcome',
      options: repairOutcomes,
    },
  ],
] as const satisfies readonly FieldSeed[]

/** The key of a seeded field. */
export type SeededField =
  | (typeof members)[number][1]
  | (typeof shared)[number][1]
  | (typeof particular)[number][1]

const seeds: readonly FieldSeed[] = [...members, ...shared, ...particular]

export const issueFieldRows = seeds.map(([number, key, type, name, more], at) => ({
  id: workSeedId(number),
  key,
  name,
  type,
  is_system: true,
  path: more?.path ?? `details.${key}`,
  is_required: more?.is_required ?? false,
  is_unique: false,
  is_searchable: false,
  options: optionsOf(more?.options ?? []),
  issue_type_ids: [],
  position: at + 1,
  is_active: true,
}))
