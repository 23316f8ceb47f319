import type { IssueUpdate } from '@commonhold/contract'
import { type FieldError, invalid, problem } from '../../base/problem.ts'
import { isSameAsStored } from '../../base/same-value.ts'
import type { WriteContext } from '../../store/context.ts'
import { projectStore } from '../../system/projects.store.ts'
import {
  type PriorityView,
  statusesOf,
  type TypeView,
} from '../configuration/issue-configuration.repository.ts'
import { screenOf } from '../configuration/issue-fields.repository.ts'
import { owedErrors, type StatusView } from '../configuration/issue-lifecycle.rules.ts'
import { pointerTo, screenErrors } from '../configuration/issue-screens.rules.ts'
import { priorityOf } from '../fields/issue-details.rules.ts'
import { approvalStatusOf } from '../issues/issue-approvals.rules.ts'
import { actorRightsOf } from '../issues/issue-facts.repository.ts'
import { newNumber } from '../issues/issue-parts.repository.ts'
import type { IssueRow } from '../issues/issues.store.ts'
import { sideErrors } from '../repairs/issue-repairs.ts'
import { type Move, pathsAsked, statusOfIssue, type Wanted } from './issue-moves.ts'

/** Where a change of the type would undo what a workflow decides, it is for whoever manages issues. */
export async function assertMayConvert({ tx }: WriteContext, before: IssueRow): Promise<void> {
  if (!before.is_closed && !['requested', 'rejected'].includes(approvalStatusOf(before.details))) return
  if ((await actorRightsOf(tx, before.id, before.project_id)).may_manage) return
  throw problem(
    'permission_denied',
    { required_permission: 'issues:manage' },
    'Changing the type now needs issues:manage.',
  )
}

/** A change of the type goes by itself, as the move would be one of the other workflow, and makes no repair of it. */
export function conversionErrors(
  before: IssueRow,
  { status }: IssueUpdate,
  { subtype }: TypeView,
  wanted: Wanted | undefined,
): FieldError[] {
  const isMoved = wanted !== undefined || (status !== undefined && status !== before.status)
  if (!isMoved) return sideErrors(before.subtype, subtype)
  return [
    {
      field: 'issue_type',
      code: 'not_allowed_value',
      message: 'one request cannot both change the type and move the issue; send two requests',
      allowed: [before.issue_type],
    },
  ]
}

/**
 * What an issue lacks as one of another type: what a new one needs, and what its status requires of the new kind and did
 * not require of the former one.
 */
export async function unmetErrors(
  { tx }: WriteContext,
  before: IssueRow,
  type: TypeView,
  entered: StatusView | undefined,
  after: { readonly details: object },
): Promise<FieldError[]> {
  const [screen, statuses] = await Promise.all([
    screenOf(tx, type.create_screen_id, type.id),
    statusesOf(tx, type.workflow_id),
  ])
  const status = entered ?? statusOfIssue(statuses, before)
  const owedBefore = owedErrors(before.subtype, before.details, status).map(({ field }) => field)
  return [
    ...screenErrors(screen, 'create', {}, after),
    ...owedErrors(type.subtype, { ...after.details }, status).filter(
      ({ field }) => !owedBefore.includes(field),
    ),
  ]
}

/** Of another type, an issue keeps its status where the other workflow has it, and else begins anew. */
export async function statusIn({ tx }: WriteContext, before: IssueRow, { workflow_id, key }: TypeView) {
  const statuses = await statusesOf(tx, workflow_id)
  if (statuses.some(({ id }) => id === before.status_id)) return undefined
  if (before.is_closed)
    throw invalid({
      field: 'issue_type',
      code: 'not_allowed_value',
      message: `the workflow of the type ${key} does not have the status ${before.status}; reopen the issue first`,
    })
  const initial = statuses.find(({ is_initial, is_active }) => is_initial && is_active)
  if (initial) return initial
  throw invalid({
    field: 'issue_type',
    code: 'not_allowed_value',
    message: `the workflow of the type ${key} has no active initial status; choose another type`,
  })
}

/** The active priority that a change requests, or that follows from impact and urgency; undefined = it stays. */
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
export async function readOnlyErrors(
  { tx }: WriteContext,
  before: IssueRow,
  given: IssueUpdate,
  { workflow_id }: TypeView,
  move: Move | undefined,
): Promise<FieldError[]> {
  const paths = pathsIn(given)
  if (paths.length === 0) return []
  const status = (await statusesOf(tx, workflow_id)).find(({ id }) => id === before.status_id)
  if (!status?.is_readonly) return []
  const asked = move ? pathsAsked(move, before.subtype) : []
  const message = `an issue in the read-only status ${status.key} cannot be changed; move it to another status first`
  return paths
    .filter((path) => !asked.includes(path))
    .map((path) => ({ field: pointerTo(path), code: 'read_only', message }))
}

/** Members of a body that say nothing of the issue itself. */
const aside = ['status', 'change_message', 'details.subtype']

/** Where a body writes: `title`, `details.impact`, `custom_fields.room`. */
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

/** In another project an issue gets a number and a key of that project. */
export async function placeIn({ tx }: WriteContext, before: IssueRow, { project_id }: IssueUpdate) {
  if (project_id === undefined || project_id === before.project_id) return {}
  const project = await projectStore.reference(tx, 'project_id', project_id)
  const number = await newNumber(tx, project_id)
  return { project_id, number, key: `${project.key}-${number}` }
}

/** The project that an issue is to move to must be visible and in use. */
export async function assertProject({ tx }: WriteContext, before: IssueRow, { project_id }: IssueUpdate) {
  if (project_id !== undefined && project_id !== before.project_id)
    await projectStore.reference(tx, 'project_id', project_id)
}
