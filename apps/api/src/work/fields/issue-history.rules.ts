import {
  type Issue,
  type IssueFieldOption,
  type IssueFieldType,
  issueDetailsValues,
} from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import { type Change, changesBetween } from '../../store/audit.ts'
import { inWords } from './issue-field-options.rules.ts'
import { wordsOnce } from './issue-history-cut.rules.ts'

/** The label of a value, or one label for each element of a list of records. */
export type Words = string | null | readonly (string | null)[]

/** A stored change of an issue, with the labels of its values. */
export interface LabelledChange extends Change {
  readonly label?: string
  readonly from_label?: Words
  readonly to_label?: Words
  /** The type of the field, if it is a custom field of the tenant. */
  readonly kind?: IssueFieldType
}

/** Members whose changes are recorded as a whole. */
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

/** The members of an issue that its history records. A version that is not saved yet may lack some of them. */
export interface Version extends Partial<Pick<Issue, (typeof plain)[number]>> {
  readonly details: Values
  readonly custom_fields: Values
}

/** The members of a version by their path: `title`, `details.impact`, `custom_fields.room`. */
function auditedMembers(version: Version | undefined): Values {
  if (!version) return {}
  return {
    ...definedOf(Object.fromEntries(plain.map((member) => [member, version[member]]))),
    ...prefixed('details', version.details),
    ...prefixed('custom_fields', version.custom_fields),
  }
}

const prefixed = (prefix: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([member, value]) => [`${prefix}.${member}`, value]))

const isNothing = (value: unknown) => value === null || isEmptyList(value)
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The differences between two versions of an issue. `before` is undefined for a new issue, `after` for a deleted issue. */
export function changesOf(before: Version | undefined, after: Version | undefined): Change[] {
  const [from, to] = [auditedMembers(before), auditedMembers(after)]
  const fields = Object.keys({ ...from, ...to }).filter((field) => field !== 'details.subtype')
  return changesBetween(fields, from, to).filter(
    (change) => !(isNothing(change.from) && isNothing(change.to)),
  )
}

/** The kinds of records that values of members refer to. */
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
  'details.requester_person_id': 'person',
  'details.requested_for_person_id': 'person',
  'details.approver_ids': 'user',
  'details.problem_id': 'issue',
  'details.caused_by_change_id': 'issue',
  'details.incident_ids': 'issue',
  'details.action_issue_ids': 'issue',
}

/** Kinds of records with restricted visibility. Records of the configuration are visible to every reader of issues. */
const recordKinds: ReadonlySet<string> = new Set<IssueFieldType | 'project'>([
  'user',
  'group',
  'person',
  'project',
  'issue',
  'asset',
  'configuration_item',
  'location',
])

/** The kind of records that a value refers to if the definition of its field no longer exists. */
export const UNKNOWN_KIND = 'unknown'

/** The kind of records with restricted visibility that the values of a member refer to; undefined if they refer to none. */
export function kindOf(field: string, type: IssueFieldType | undefined): string | undefined {
  const kind = isCustom(field) ? (type ?? UNKNOWN_KIND) : kinds[field]
  return kind !== undefined && (kind === UNKNOWN_KIND || recordKinds.has(kind)) ? kind : undefined
}

/** Members whose values are codes. */
const coded: readonly string[] = [
  'status_category',
  'approval',
  ...['resolution_code', ...Object.keys(issueDetailsValues)].map((member) => `details.${member}`),
]

const customPrefix = 'custom_fields.'

/** True if the member is a custom field of the tenant. */
export const isCustom = (field: string) => field.startsWith(customPrefix)

/** The members of a custom field that determine the labels of its values. */
export interface LabelledField {
  readonly key: string
  readonly name: string
  readonly type: IssueFieldType
  readonly options: readonly IssueFieldOption[]
}

/** How a member and its values are labelled. */
export interface Labelling {
  readonly label: string
  /** The kind of records that the values refer to; undefined if the values do not refer to records. */
  readonly kind?: string | undefined
  /** The type of a custom field. */
  readonly type?: IssueFieldType
  /** The options to choose from. */
  readonly options?: readonly Pick<IssueFieldOption, 'key' | 'label'>[]
  readonly isCoded?: boolean
}

/** The labelling of a member. The labelling of a custom field comes from its definition. */
export function labellingOf(field: string, customFields: readonly LabelledField[]): Labelling {
  const custom = customFields.find(({ key }) => field === customPrefix + key)
  if (custom) return { label: custom.name, kind: custom.type, type: custom.type, options: custom.options }
  return { label: labelOf(field), kind: kinds[field], isCoded: coded.includes(field) }
}

/** A member in words: `details.resolution_code` is "Resolution code". */
export const labelOf = (field: string) => inWords((field.split('.').at(-1) ?? field).replace(/_ids?$/, ''))

/** A change with its labels, from the names of the records that its values refer to. */
export function labelled(
  change: Change,
  { label, kind, type, options, isCoded }: Labelling,
  nameOf: (kind: string, id: string) => string | undefined,
): LabelledChange {
  const namesRecords = kind !== undefined && recordKinds.has(kind)
  const wordsOf = (value: unknown): Words =>
    namesRecords && Array.isArray(value) ? value.map(words) : wordsOnce(words(value))
  const words = (value: unknown): string | null => {
    if (value === null || value === undefined) return null
    if (Array.isArray(value)) return value.map(words).join(', ')
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (isCoded) return inWords(text)
    return options?.find(({ key }) => key === text)?.label ?? (kind && nameOf(kind, text)) ?? text
  }
  return {
    ...change,
    label,
    from_label: wordsOf(change.from),
    to_label: wordsOf(change.to),
    ...(type ? { kind: type } : {}),
  }
}
