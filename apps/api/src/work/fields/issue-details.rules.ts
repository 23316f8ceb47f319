import {
  type IssueDetails,
  type IssueDetailsInput,
  type IssueSubtype,
  issueDetailsMembers,
  issueOutcomes,
  resolutionCodes,
} from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import { isSameValue } from '../../base/same-value.ts'

/** The defaults of the members that are never null. All other members are null by default. */
export const detailsDefaults: Readonly<Record<string, unknown>> = {
  severity: 'unknown',
  change_type: 'normal',
  approval_status: 'not_required',
  approval_rule: 'all',
  review_status: 'draft',
  is_major: false,
  is_known_error: false,
  outage_expected: false,
  approver_ids: [],
  incident_ids: [],
  timeline: [],
  contributing_factors: [],
  action_issue_ids: [],
}

/** Details in their stored form: members of the subtype that have a value. */
export type StoredDetails = Readonly<Record<string, unknown>>

/** The details as responses contain them: every member of the subtype, with its stored value or its default. */
export function detailsOf(subtype: IssueSubtype, stored: StoredDetails): IssueDetails {
  const members = Object.keys(issueDetailsMembers[subtype]).map((member) => [
    member,
    stored[member] ?? detailsDefaults[member] ?? null,
  ])
  // Stored members were validated against the schema of the subtype, and the other members are its defaults.
  return { subtype, ...Object.fromEntries(members) } as IssueDetails
}

/** The errors of details for an issue of the subtype: members that the subtype does not have, and unknown codes. */
export function detailsErrors(subtype: IssueSubtype, input: IssueDetailsInput): FieldError[] {
  const members: Readonly<Record<string, unknown>> = issueDetailsMembers[subtype]
  return Object.entries(input).flatMap(([member, value]): FieldError[] => {
    const field = `/details/${member}`
    if (member === 'subtype')
      return value === subtype || value === undefined
        ? []
        : [
            {
              field,
              code: 'not_allowed_value',
              message: `the issue is of the subtype ${subtype}; leave subtype out`,
              allowed: [subtype],
            },
          ]
    if (!(member in members))
      return [
        {
          field,
          code: 'unknown_field',
          message: `issues of the subtype ${subtype} have no such member of details`,
        },
      ]
    return codeErrors(subtype, member, value)
  })
}

/** Pairs of times. The second time must not be before the first. */
const spans = [
  ['planned_start_at', 'planned_end_at'],
  ['actual_start_at', 'actual_end_at'],
  ['detected_at', 'restored_at'],
] as const

/** The errors of a change of details that puts an end before its start. */
export function spanErrors(input: IssueDetailsInput, details: StoredDetails): FieldError[] {
  return spans.flatMap(([start, end]): FieldError[] => {
    if (input[start] === undefined && input[end] === undefined) return []
    if (!(Date.parse(String(details[end])) < Date.parse(String(details[start])))) return []
    const [member, message] = input[end]
      ? [end, `must not be before ${start}`]
      : [start, `must not be after ${end}`]
    return [{ field: `/details/${member}`, code: 'out_of_range', message }]
  })
}

/** Members whose allowed values depend on the subtype. */
const codes: Readonly<Record<string, { readonly [S in IssueSubtype]?: readonly string[] }>> = {
  resolution_code: resolutionCodes,
  outcome: issueOutcomes,
}

/** The allowed values of a member for the subtype; empty if the member has no such list. */
export const codesOf = (subtype: IssueSubtype, member: string): readonly string[] =>
  codes[member]?.[subtype] ?? []

function codeErrors(subtype: IssueSubtype, member: string, value: unknown): FieldError[] {
  const allowed = codesOf(subtype, member)
  if (allowed.length === 0 || value === null || value === undefined || allowed.includes(String(value)))
    return []
  const message = `must be one of ${allowed.join(', ')}`
  return [{ field: `/details/${member}`, code: 'not_allowed_value', message, allowed: [...allowed] }]
}

/** Members that are lists of ids. Each id is stored only once. */
const named: readonly string[] = ['approver_ids', 'incident_ids', 'action_issue_ids']

const once = (member: string, value: unknown) =>
  named.includes(member) && Array.isArray(value) ? [...new Set(value)] : value

/** True for a default that is not stored. A client that sends back a record as it was read also sends these defaults. */
const isUnstoredDefault = (stored: StoredDetails, member: string, value: unknown) =>
  stored[member] === undefined && isSameValue(value, detailsDefaults[member])

/** The stored details with a patch merged in. Members and codes that the subtype does not have are dropped. */
export function mergedDetails(
  subtype: IssueSubtype,
  stored: StoredDetails,
  patch: IssueDetailsInput,
): StoredDetails {
  const merged: Record<string, unknown> = { ...stored, ...patch }
  for (const member of Object.keys(codes))
    if (codeErrors(subtype, member, merged[member]).length > 0) delete merged[member]
  return Object.fromEntries(
    Object.keys(issueDetailsMembers[subtype])
      .filter((member) => merged[member] !== undefined && merged[member] !== null)
      .filter((member) => !isUnstoredDefault(stored, member, merged[member]))
      .map((member) => [member, once(member, merged[member])]),
  )
}

type Impact = 'high' | 'medium' | 'low'
type Urgency = 'critical' | 'high' | 'medium' | 'low'
type PriorityKey = 'critical' | 'high' | 'medium' | 'low'

/** Priority by impact and urgency, as in iTop. */
const priorities: Readonly<Record<Impact, Readonly<Record<Urgency, PriorityKey>>>> = {
  high: { critical: 'critical', high: 'critical', medium: 'high', low: 'low' },
  medium: { critical: 'critical', high: 'high', medium: 'medium', low: 'low' },
  low: { critical: 'high', high: 'medium', medium: 'medium', low: 'low' },
}

/** The key of the priority that follows from impact and urgency; undefined if one of them is missing. */
export function priorityOf(details: StoredDetails): PriorityKey | undefined {
  const row = priorities[details.impact as Impact] as Readonly<Record<string, PriorityKey>> | undefined
  return row?.[String(details.urgency)]
}
