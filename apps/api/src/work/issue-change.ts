import type { Issue, IssueUpdate } from '@commonhold/contract'
import { silently, type WriteContext } from '../kernel/context.ts'
import { assertNotAhead } from '../kernel/moments.ts'
import { type Fault, faultsIn, invalid } from '../kernel/problem.ts'
import { faultsOfAnyType, withNamed } from './issue-body-faults.ts'
import { addComment } from './issue-comments.repository.ts'
import {
  keyFaults,
  prioritiesOf,
  statusesOf,
  type TypeView,
  typesOf,
} from './issue-configuration.repository.ts'
import { assertUnique, customValues, saveFieldValues } from './issue-custom-fields.ts'
import { detailsFaults, detailsOf, mergedDetails, type StoredDetails } from './issue-details.rules.ts'
import { screenOf } from './issue-fields.repository.ts'
import { detailsAfter, owedFaults, standingFaults, timesAfter } from './issue-lifecycle.rules.ts'
import { saveMentions } from './issue-mentions.repository.ts'
import {
  findMove,
  isOfSetRecord,
  lackedFaults,
  type Move,
  statusOfIssue,
  type Wanted,
  withSetFields,
} from './issue-moves.ts'
import { noteIssue } from './issue-note.ts'
import { addWatcher, setAssets, setItems, setLabels, touchIssue } from './issue-parts.repository.ts'
import {
  assertMayConvert,
  assertProject,
  chosenPriority,
  columnsOf,
  conversionFaults,
  placeIn,
  readOnlyFaults,
  statusIn,
  unmetFaults,
} from './issue-patch.ts'
import { issueOf } from './issue-record.rules.ts'
import {
  assertConcerned,
  assertDetailReferences,
  assertParent,
  assertReviewed,
  assertVerdict,
} from './issue-references.ts'
import { assertStillAbout, settleRepairOf } from './issue-repairs.ts'
import { type Asked, lockedFaults, screenFaults } from './issue-screens.rules.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

export { lockIssue } from './issue-lock.ts'

/** What comes with a change beyond the members of the issue. */
export interface Circumstances {
  readonly wanted?: Wanted
  readonly comment?: string | undefined
}

/** Changes a locked issue and moves it where asked: everything or nothing, with one entry in its history. */
export async function changeIssue(
  context: WriteContext,
  before: IssueRow,
  given: IssueUpdate,
  { wanted, comment }: Circumstances = {},
): Promise<Issue> {
  const { tx, clock } = context
  const [types, priorities] = await Promise.all([typesOf(tx), prioritiesOf(tx)])
  const current = types.find(({ id }) => id === before.issue_type_id)
  if (!current) throw new Error(`the type of the issue ${before.id} is not visible`)
  const isConverted = given.issue_type !== undefined && given.issue_type !== current.key
  const type = isConverted ? types.find((one) => one.is_active && one.key === given.issue_type) : current
  if (!type)
    throw invalid(
      ...keyFaults(types, 'issue_type', given.issue_type),
      ...(await faultsOfAnyType(context, changedIn(before, given), priorities, before.details)),
    )
  if (isConverted) await assertMayConvert(context, before)
  const moving = isConverted ? undefined : moveOf(context, before, given, current, wanted)
  const settling = isConverted ? statusIn(context, before, type) : undefined
  const unsettled = await faultsIn(
    () => moving,
    () => settling,
  )
  const move = unsettled.length > 0 ? undefined : await moving
  const status = move?.to ?? (unsettled.length > 0 ? undefined : await settling)
  const patch = move ? withSetFields(given, move) : given
  const from =
    move?.from ?? (isConverted ? statusOfIssue(await statusesOf(tx, current.workflow_id), before) : undefined)
  const following = status ? detailsAfter(type.subtype, from, status) : {}
  const details = mergedDetails(type.subtype, before.details, { ...following, ...patch.details })
  const priority = chosenPriority(priorities, before, patch, details)
  const custom = await customValues(
    context,
    { typeId: type.id, formerTypeId: current.id },
    patch.custom_fields,
    before.custom_fields,
  )
  const times = status
    ? timesAfter({ ...before, details }, before.status_category, status.category, clock.now().toISOString())
    : {}
  const resolution = patch.resolution === undefined ? {} : { resolution: patch.resolution }
  const after = {
    ...issueOf(before),
    ...patch,
    details: detailsOf(type.subtype, details),
    custom_fields: custom.values,
  }
  const screen = await screenOf(tx, type.edit_screen_id, type.id)
  const faults: Fault[] = [
    ...(isConverted ? conversionFaults(before, given, type, wanted) : []),
    ...(isConverted ? await unmetFaults(context, before, type, status, after) : []),
    ...unsettled,
    ...(patch.priority === before.priority ? [] : keyFaults(priorities, 'priority', patch.priority)),
    ...(await readOnlyFaults(context, before, given, current, move)),
    ...detailsFaults(type.subtype, given.details ?? {}),
    ...custom.faults.filter((fault) => !move || !isOfSetRecord(fault, move)),
    ...standingFaults({ ...before, subtype: type.subtype, details }),
    ...(move ? [] : await clearedFaults(context, before, type, given, details)),
    ...(wanted
      ? lockedFaults(screen.filter(hiddenBeside(move?.screen ?? [])), given)
      : screenFaults(screen, 'update', given, after)),
    ...(move ? lackedFaults(move, given, after, comment, owedFaults(type.subtype, details, move.to)) : []),
    ...(await faultsIn(
      () => assertNotAhead('opened_at', given.opened_at, clock),
      () => assertProject(context, before, given),
      () => assertStillAbout(context, before, patch),
      () => assertDetailReferences(context, given.details, before.details),
      () => assertReviewed(context, type.subtype, details),
      () => assertConcerned(context, given),
      () => given.parent_id !== before.parent_id && assertParent(context, given.parent_id, before.id),
    )),
  ]
  if (faults.length > 0) throw invalid(...(await withNamed(context, faults, changedIn(before, given))))
  await assertVerdict(context, before, given.details)
  await assertUnique(tx, custom.stored, before.id)

  const row = await issueStore.update(silently(context), before, {
    ...columnsOf(patch),
    ...(await placeIn(context, before, given)),
    ...(isConverted
      ? {
          issue_type_id: type.id,
          issue_type: type.key,
          subtype: type.subtype,
          workflow_id: type.workflow_id,
        }
      : {}),
    ...(status
      ? { status_id: status.id, status: status.key, status_category: status.category, ...times }
      : {}),
    ...resolution,
    ...(priority ? { priority_id: priority.id, priority: priority.key, priority_level: priority.level } : {}),
    details,
    custom_fields: custom.values,
  })
  await Promise.all([
    ...(patch.labels ? [setLabels(tx, row.id, patch.labels)] : []),
    ...(patch.asset_ids ? [setAssets(tx, row.id, patch.asset_ids)] : []),
    ...(patch.configuration_item_ids ? [setItems(tx, row.id, patch.configuration_item_ids)] : []),
    saveFieldValues(tx, row.id, custom.stored),
    ...(isConverted || patch.details || custom.stored.length > 0 ? [saveMentions(tx, row.id, details)] : []),
    ...(patch.assignee_id ? [addWatcher(context, row.id, patch.assignee_id, 'assignee')] : []),
    ...(comment ? [addComment(context, row.id, comment)] : []),
  ])
  await settleRepairOf(context, before, row)
  return told(context, before, row, move, given, comment)
}

/** What a status asked for is not taken away while the issue stands in it. */
async function clearedFaults(
  { tx }: WriteContext,
  before: IssueRow,
  { subtype, workflow_id }: TypeView,
  given: IssueUpdate,
  details: StoredDetails,
): Promise<Fault[]> {
  const cleared = Object.entries(given.details ?? {}).filter(([, value]) => value === null)
  if (cleared.length === 0) return []
  const owed = owedFaults(subtype, details, statusOfIssue(await statusesOf(tx, workflow_id), before))
  return owed.filter(({ field }) => cleared.some(([member]) => field === `/details/${member}`))
}

/** Reads the issue again and notes what changed; nothing where nothing did. */
async function told(
  context: WriteContext,
  before: IssueRow,
  row: IssueRow,
  move: Move | undefined,
  given: IssueUpdate,
  comment: string | undefined,
): Promise<Issue> {
  const { tx } = context
  const sides = await issueStore.get(tx, row.id)
  const parts = ['labels', 'asset_ids', 'configuration_item_ids'] as const
  const isSame = parts.every((part) => String(sides[part]) === String(before[part]))
  if (row === before && isSame) return issueOf(sides)
  if (row === before) await touchIssue(tx, row.id)
  const after = issueOf(row === before ? await issueStore.get(tx, row.id) : sides)
  await noteIssue(context, move ? 'moved' : 'updated', issueOf(before), after, {
    message: given.change_message,
    notes: comment,
    transitionId: move?.transition.id,
  })
  return after
}

/** What the edit screen hides is not written by way of a move either, unless the move's own screen asks for it. */
const hiddenBeside = (screen: readonly Asked[]) => (asked: Asked) =>
  asked.is_hidden && screen.every(({ path }) => path !== asked.path)

/** The members in which a body differs from the issue. */
const changedIn = (before: IssueRow, given: IssueUpdate): IssueUpdate =>
  Object.fromEntries(Object.entries(given).filter(([member, value]) => value !== Reflect.get(before, member)))

/** The move that a body asks for; undefined where it asks for none. */
function moveOf(
  context: WriteContext,
  before: IssueRow,
  given: IssueUpdate,
  current: TypeView,
  wanted: Wanted | undefined,
): Promise<Move> | undefined {
  const target =
    wanted ?? (given.status && given.status !== before.status ? { to_status: given.status } : undefined)
  if (!target) return undefined
  const details = mergedDetails(before.subtype, before.details, given.details ?? {})
  const patched = { ...before, ...given, details: detailsOf(before.subtype, details) }
  return findMove(context, before, current.workflow_id, target, patched)
}
