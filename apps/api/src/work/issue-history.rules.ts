import type { Issue } from '@commonhold/contract'
import { type Change, changesBetween } from '../kernel/audit.ts'

/** A change of an issue, with the words for its values. */
export interface ToldChange extends Change {
  readonly label?: string
  readonly from_label?: string | null
  readonly to_label?: string | null
}

/** Members whose changes are told as a whole. */
const plain = [
  'key',
  'project_id',
  'issue_type',
  'title',
  'description',
  'priority',
  'status',
  'reporter_id',
  'assignee_id',
  'assignee_group_id',
  'parent_id',
  'start_date',
  'due_date',
  'opened_at',
  'first_responded_at',
  'resolved_at',
  'closed_at',
  'resolution',
  'labels',
  'asset_ids',
  'configuration_item_ids',
  'archived_at',
] as const satisfies readonly (keyof Issue)[]

type Values = Readonly<Record<string, unknown>>

/** The members of an issue that a history tells of, each by its own name: `details.impact`, `custom_fields.room`. */
function tellable(issue: Issue | undefined): Values {
  if (!issue) return {}
  return {
    ...Object.fromEntries(plain.map((member) => [member, issue[member]])),
    ...prefixed('details', issue.details),
    ...prefixed('custom_fields', issue.custom_fields),
  }
}

const prefixed = (prefix: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([member, value]) => [`${prefix}.${member}`, value]))

const isNothing = (value: unknown) => value === null || isEmptyList(value)
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The members in which two versions of an issue differ; an issue that is new had none, one that is gone has none. */
export function changesOf(before: Issue | undefined, after: Issue | undefined): Change[] {
  const [from, to] = [tellable(before), tellable(after)]
  const fields = Object.keys({ ...from, ...to }).filter((field) => field !== 'details.subtype')
  return changesBetween(fields, from, to).filter(
    (change) => !(isNothing(change.from) && isNothing(change.to)),
  )
}

/** What values of a member name; undefined where they speak for themselves. */
export function kindNamedBy(field: string): string | undefined {
  const kinds: Readonly<Record<string, string>> = {
    issue_type: 'issue_type',
    priority: 'priority',
    status: 'status',
    project_id: 'project',
    reporter_id: 'user',
    assignee_id: 'user',
    assignee_group_id: 'group',
    parent_id: 'issue',
    asset_ids: 'asset',
    configuration_item_ids: 'configuration_item',
    'details.problem_id': 'issue',
    'details.caused_by_change_id': 'issue',
    'details.approver_ids': 'user',
    'details.incident_ids': 'issue',
    'details.action_issue_ids': 'issue',
  }
  return kinds[field]
}

/** A member in words: `details.resolution_code` is "Resolution code". */
export function labelOf(field: string): string {
  const words = (field.split('.').at(-1) ?? field).replace(/_ids?$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A change with its words, from the names of what its values name. */
export function told(change: Change, nameOf: (kind: string, id: string) => string | undefined): ToldChange {
  const kind = kindNamedBy(change.field)
  const words = (value: unknown): string | null => {
    if (value === null || value === undefined) return null
    if (Array.isArray(value)) return value.map(words).join(', ')
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    return (kind && nameOf(kind, text)) ?? text
  }
  return {
    ...change,
    label: labelOf(change.field),
    from_label: words(change.from),
    to_label: words(change.to),
  }
}
