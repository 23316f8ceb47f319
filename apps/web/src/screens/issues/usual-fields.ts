import type { IssueField, IssueType } from '@commonhold/contract'
import type { ScreenField } from './screen-fields.ts'

/** The keys of the fields of every new issue whose type has no create screen. */
const common = ['title', 'description', 'priority', 'assignee_id', 'due_date']

/** The keys of further fields, by the subtype of the issue type. */
const particular: Record<IssueType['subtype'], readonly string[]> = {
  task: ['labels'],
  incident: ['impact', 'urgency', 'requester_person_id', 'asset_ids'],
  known_problem: ['symptom', 'workaround', 'configuration_item_ids'],
  change: [
    'change_type',
    'risk',
    'reason',
    'planned_start_at',
    'planned_end_at',
    'implementation_plan',
    'backout_plan',
    'configuration_item_ids',
    'approver_ids',
  ],
  service_request: ['catalog_item', 'quantity', 'requested_for_person_id', 'approver_ids'],
  post_incident_analysis: ['incident_ids', 'summary'],
  repair: [],
}

/** The fields of a new issue whose type has no create screen: built-in fields by its subtype, and the organisation's fields. */
export function usualFields(type: IssueType, fields: readonly IssueField[]): readonly ScreenField[] {
  const keys = [...common, ...particular[type.subtype]]
  const asked = keys.flatMap((key) => fields.filter((field) => field.is_system && field.key === key))
  const own = fields.filter(
    ({ is_system, is_active, issue_type_ids: of }) =>
      !is_system && is_active && (of.length === 0 || of.includes(type.id)),
  )
  return [...asked, ...own].map((field) => ({ ...field, hint: field.description }))
}
