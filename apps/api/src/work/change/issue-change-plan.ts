import type { IssueUpdate } from '@commonhold/contract'
import { definedOf } from '../../base/defined.ts'
import { errorsIn, type FieldError, invalid } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { laterOf } from '../../store/days.ts'
import {
  isOfProject,
  keyErrors,
  type PriorityView,
  prioritiesOf,
  statusesOf,
  type TypeView,
  typesOf,
  type WorkflowStatusView,
} from '../configuration/issue-configuration.repository.ts'
import { screenOf } from '../configuration/issue-fields.repository.ts'
import {
  detailsAfter,
  hasApprovers,
  type StatusView,
  timesAfter,
} from '../configuration/issue-lifecycle.rules.ts'
import { defaultsFor, withDefaults } from '../configuration/issue-screens.rules.ts'
import { detailsOf, mergedDetails, type StoredDetails } from '../fields/issue-details.rules.ts'
import { errorsOfAnyType } from '../issues/issue-body-errors.ts'
import { type CustomValues, customValues } from '../issues/issue-custom-fields.ts'
import type { IssueRow } from '../issues/issues.store.ts'
import {
  noApproval,
  type PlannedApproval,
  plannedApproval,
  positionOf,
  withApproval,
} from './issue-approvals.ts'
import { findMove, type Move, statusOfIssue, type Wanted } from './issue-moves.ts'
import { assertMayConvert, changedIn, chosenPriority, columnsOf, statusIn } from './issue-patch.ts'
import { withSetFields } from './issue-set-fields.ts'

/** The requested change of an issue: members, a move, a comment. */
export interface AskedChange {
  readonly before: IssueRow
  readonly given: IssueUpdate
  readonly wanted: Wanted | undefined
  readonly comment: string | undefined
}

/** The way into another status, if any: a move, or what a change of the type leads to. */
interface Way {
  readonly move?: Move | undefined
  readonly from?: StatusView | undefined
  readonly to?: WorkflowStatusView | undefined
}

/** A change of an issue that is worked out, and not yet checked against the rules. */
export interface PlannedChange extends AskedChange {
  readonly former: TypeView
  readonly type: TypeView
  readonly way: Way
  /** Why no way was found. */
  readonly wayErrors: readonly FieldError[]
  /** What is given, with the defaults of the screens. */
  readonly filled: IssueUpdate
  /** The same, with what the move sets. */
  readonly patch: IssueUpdate
  readonly details: StoredDetails
  readonly approval: PlannedApproval
  readonly custom: CustomValues
  readonly priorities: readonly PriorityView[]
  /** The priority that the issue gets; undefined = it stays. */
  readonly priority: PriorityView | undefined
  readonly times: Partial<ReturnType<typeof timesAfter>>
}

/** Whether the issue gets another type. */
export const isConverted = ({ former, type }: Pick<PlannedChange, 'former' | 'type'>) => type.id !== former.id

/** Works out what comes of a change of a locked issue. */
export async function planChange(context: WriteContext, asked: AskedChange): Promise<PlannedChange> {
  const { before } = asked
  const [types, priorities] = await Promise.all([typesOf(context.tx), prioritiesOf(context.tx)])
  const former = formerType(types, before)
  const type = await chosenType(context, asked, former, types, priorities)
  const found = wayOf(context, asked, former, type)
  const wayErrors = await errorsIn(() => found)
  const way = wayErrors.length > 0 ? {} : await found
  const filled = await filledBy(context, asked, type, way.move)
  const patch = way.move ? await withSetFields(context, filled, way.move) : filled
  const following = way.to ? detailsAfter(type.subtype, way.from, way.to) : {}
  const merged = mergedDetails(type.subtype, before.details, { ...following, ...patch.details })
  const after = {
    ...before,
    ...definedOf(columnsOf(patch)),
    configuration_item_ids: patch.configuration_item_ids ?? before.configuration_item_ids,
    subtype: type.subtype,
    details: merged,
  }
  const approval = await approvalOf(context, before, after, type, way)
  const details = withApproval(type.subtype, before.details, merged, approval)
  const chosenBy = { typeId: type.id, formerTypeId: former.id }
  return {
    ...asked,
    former,
    type,
    way,
    wayErrors,
    filled,
    patch,
    details,
    approval,
    custom: await customValues(context, chosenBy, patch.custom_fields, before.custom_fields),
    priorities,
    priority: chosenPriority(priorities, before, patch, details),
    times: way.to ? timesIn(context, { ...before, details }, way.to) : {},
  }
}

/** What becomes of the approval; only what has approvers is looked at. */
async function approvalOf(
  context: WriteContext,
  before: IssueRow,
  after: IssueRow,
  { subtype, workflow_id }: TypeView,
  { from, to }: Way,
): Promise<PlannedApproval> {
  if (!hasApprovers(subtype)) return noApproval
  const statuses = await statusesOf(context.tx, workflow_id)
  const position = positionOf(from ?? statusOfIssue(statuses, before), statuses)
  return plannedApproval(context, before, after, position, to)
}

function formerType(types: readonly TypeView[], { id, issue_type_id }: IssueRow): TypeView {
  const found = types.find((type) => type.id === issue_type_id)
  if (!found) throw new Error(`the type of the issue ${id} is not visible`)
  return found
}

/** The type that the issue has after the change, which the user may give it. */
async function chosenType(
  context: WriteContext,
  { before, given }: AskedChange,
  former: TypeView,
  types: readonly TypeView[],
  priorities: readonly PriorityView[],
): Promise<TypeView> {
  const { issue_type } = given
  if (issue_type === undefined || issue_type === former.key) return former
  const usable = types.filter((one) => isOfProject(one, given.project_id ?? before.project_id))
  const type = usable.find(({ is_active, key }) => is_active && key === issue_type)
  if (!type)
    throw invalid(
      ...keyErrors(usable, 'issue_type', issue_type),
      ...(await errorsOfAnyType(context, changedIn(before, given), priorities, before)),
    )
  await assertMayConvert(context, before)
  return type
}

async function wayOf(
  context: WriteContext,
  asked: AskedChange,
  former: TypeView,
  type: TypeView,
): Promise<Way> {
  if (!isConverted({ former, type })) {
    const move = await moveOf(context, asked, former)
    return { move, from: move?.from, to: move?.to }
  }
  const [to, statuses] = await Promise.all([
    statusIn(context, asked.before, type),
    statusesOf(context.tx, former.workflow_id),
  ])
  return { from: statusOfIssue(statuses, asked.before), to }
}

/** The body with the defaults of the screens that it goes by: the move's, and the edit screen where members are changed. */
async function filledBy(
  { tx }: WriteContext,
  { before, given, wanted }: AskedChange,
  { id, subtype, edit_screen_id }: TypeView,
  move: Move | undefined,
): Promise<IssueUpdate> {
  const { change_message: _, ...members } = given
  const isEdited = !wanted && Object.keys(members).length > 0
  const edit = isEdited ? await screenOf(tx, edit_screen_id, id) : []
  return withDefaults(defaultsFor([...(move?.screen ?? []), ...edit], subtype, before), given)
}

/** The move that a body requests; undefined where it requests none. */
async function moveOf(
  context: WriteContext,
  { before, given, wanted }: AskedChange,
  { workflow_id }: TypeView,
): Promise<Move | undefined> {
  const target =
    wanted ?? (given.status && given.status !== before.status ? { to_status: given.status } : undefined)
  if (!target) return undefined
  const details = mergedDetails(before.subtype, before.details, given.details ?? {})
  const patched = { ...before, ...definedOf(given), details: { ...detailsOf(before.subtype, details) } }
  return findMove(context, before, workflow_id, target, patched)
}

/** The clock of this instance may be behind the one that gave the version before. */
const timesIn = ({ clock, actor }: WriteContext, issue: IssueRow, { category }: WorkflowStatusView) =>
  timesAfter(issue, issue.status_category, category, {
    now: laterOf(clock.now().toISOString(), issue.updated_at),
    actor_id: actor.userId,
  })
