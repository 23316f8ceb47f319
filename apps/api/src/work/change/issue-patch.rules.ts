import type { IssueSubtype, IssueUpdate } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import { isSameAsStored } from '../../base/same-value.ts'
import {
  type IssueConfiguration,
  type PriorityView,
  screenIn,
  statusesIn,
  type TypeView,
  type WorkflowStatusView,
} from '../configuration/issue-configuration.rules.ts'
import { type StatusView, statusErrors } from '../configuration/issue-lifecycle.rules.ts'
import { pointerTo, screenErrors } from '../configuration/issue-screens.rules.ts'
import { priorityOf } from '../fields/issue-details.rules.ts'
import { approvalStatusOf } from '../issues/issue-approvals.rules.ts'
import type { IssueRow } from '../issues/issues.store.ts'
import { requestedPaths } from './issue-move-values.rules.ts'
import { type Move, type RequestedMove, statusOfIssue } from './issue-moves.rules.ts'

/** True if only a user with `issues:manage` may change the type, as it would undo a decision of the workflow. */
export const isConversionRestricted = ({ is_closed, details }: IssueRow): boolean =>
  is_closed || ['requested', 'rejected'].includes(approvalStatusOf(details))

/**
 * The errors of a change of the type. The same request must not move the issue, because the new workflow decides the status.
 * A repair must not be created or removed.
 */
export function conversionErrors(
  before: IssueRow,
  { status }: IssueUpdate,
  { subtype }: TypeView,
  requestedMove: RequestedMove | undefined,
): FieldError[] {
  const isMoved = requestedMove !== undefined || (status !== undefined && status !== before.status)
  if (!isMoved) return repairErrors(before.subtype, subtype)
  return [
    {
      field: 'issue_type',
      code: 'not_allowed_value',
      message: 'one request cannot both change the type and move the issue; send two requests',
      allowed: [before.issue_type],
    },
  ]
}

/** The error of a change of the type that would create or remove a repair. */
function repairErrors(before: IssueSubtype, after: IssueSubtype): FieldError[] {
  if (before === after || (before !== 'repair' && after !== 'repair')) return []
  const message =
    'a repair cannot become another issue, and no other issue can become a repair; create repairs with POST /asset-repairs'
  return [{ field: 'issue_type', code: 'not_allowed_value', message }]
}

/**
 * The errors of an issue that gets another type: values that the create screen of the type requires, and values that the
 * status requires of the new type but did not require of the former type.
 */
export function unmetErrors(
  configuration: IssueConfiguration,
  before: IssueRow,
  type: TypeView,
  entered: StatusView | undefined,
  after: { readonly details: object },
): FieldError[] {
  const screen = screenIn(configuration, type.create_screen_id, type.id)
  const status = entered ?? statusOfIssue(statusesIn(configuration, type.workflow_id), before)
  const missingBefore = statusErrors(before.subtype, before.details, status).map(({ field }) => field)
  return [
    ...screenErrors(screen, 'create', {}, after),
    ...statusErrors(type.subtype, { ...after.details }, status).filter(
      ({ field }) => !missingBefore.includes(field),
    ),
  ]
}

/** The status after a change of the type (undefined if it stays the same), or the errors. */
type StatusOfOtherType =
  | { readonly to: WorkflowStatusView | undefined; readonly errors?: never }
  | { readonly to?: never; readonly errors: readonly FieldError[] }

/** An issue that gets another type keeps its status if the new workflow has it, and otherwise gets the initial status. */
export function statusIn(
  statuses: readonly WorkflowStatusView[],
  before: IssueRow,
  { key }: TypeView,
): StatusOfOtherType {
  const refused = (message: string): StatusOfOtherType => ({
    errors: [{ field: 'issue_type', code: 'not_allowed_value', message }],
  })
  if (statuses.some(({ id }) => id === before.status_id)) return { to: undefined }
  if (before.is_closed)
    return refused(
      `the workflow of the type ${key} does not have the status ${before.status}; reopen the issue first`,
    )
  const to = statuses.find(({ is_initial, is_active }) => is_initial && is_active)
  if (to) return { to }
  return refused(`the workflow of the type ${key} has no active initial status; choose another type`)
}

/** The active priority that a change requests, or that follows from impact and urgency; undefined if it stays the same. */
export function chosenPriority(
  priorities: readonly PriorityView[],
  before: IssueRow,
  given: IssueUpdate,
  details: Readonly<Record<string, unknown>>,
): PriorityView | undefined {
  if (given.priority === before.priority) return undefined
  const { impact, urgency } = given.details ?? {}
  const followed = impact === undefined && urgency === undefined ? undefined : priorityOf(details)
  return priorities.find(({ key, is_active }) => is_active && key === (given.priority ?? followed))
}

/** In a read-only status an issue cannot be changed; it can be moved, with the values that the move requires. */
export function readOnlyErrors(
  statuses: readonly WorkflowStatusView[],
  before: IssueRow,
  given: IssueUpdate,
  move: Move | undefined,
): FieldError[] {
  const paths = pathsIn(given)
  const status = statuses.find(({ id }) => id === before.status_id)
  if (!status?.is_readonly) return []
  const requested = move ? requestedPaths(move, before.subtype) : []
  const message = `an issue in the read-only status ${status.key} cannot be changed; move it to another status first`
  return paths
    .filter((path) => !requested.includes(path))
    .map((path) => ({ field: pointerTo(path), code: 'read_only', message }))
}

/** Paths of a body that the check of a read-only status ignores. */
const aside = ['status', 'change_message', 'details.subtype']

/** The paths that a body writes: `title`, `details.impact`, `custom_fields.room`. */
const pathsIn = ({ details = {}, custom_fields = {}, ...body }: IssueUpdate): string[] =>
  [
    ...Object.keys(body),
    ...Object.keys(details).map((member) => `details.${member}`),
    ...Object.keys(custom_fields).map((member) => `custom_fields.${member}`),
  ].filter((path) => !aside.includes(path))

/** The members in which a body differs from the issue. */
export const changedIn = (before: IssueRow, given: IssueUpdate): IssueUpdate =>
  Object.fromEntries(
    Object.entries(given).filter(([member, value]) => !isSameAsStored(value, Reflect.get(before, member))),
  )

const columns = [
  'title',
  'description',
  'reporter_id',
  'assignee_id',
  'assignee_group_id',
  'parent_id',
  'start_date',
  'due_date',
  'opened_at',
  'external_ids',
] as const

/** The members of a body that are columns. */
export const columnsOf = (body: Omit<IssueUpdate, 'project_id'>) =>
  Object.fromEntries(columns.map((column) => [column, body[column]]))
