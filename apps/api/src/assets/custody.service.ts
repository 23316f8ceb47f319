import { assetLifecycle, type MoveInput } from '@commonhold/contract'
import { ignoreUnhandled, inOrder } from '../db/statement.ts'
import { rewritingAudit, type WriteContext } from '../store/context.ts'
import { laterOf, todayIn } from '../store/days.ts'
import { move } from '../store/moves.ts'
import { type AssignmentRow, assertNoOverlap } from './asset-assignments.repository.ts'
import { scheduledChanges } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import type { OpenAssignment } from './asset-circulations.rules.ts'
import { assetCirculationStore } from './asset-circulations.store.ts'
import { saveStock } from './asset-stock.repository.ts'
import { setQuantity } from './assets.repository.ts'
import { assetStore } from './assets.store.ts'
import {
  type CustodyChanges,
  type Event,
  holderMembersOf,
  type NewAssignment,
  placeOf,
} from './custody.rules.ts'
import type { AssetRow, Custody } from './custody-load.service.ts'

/** Ends an open assignment on this day, or on its first day if that is later. */
function endAssignment(
  context: WriteContext,
  assignment: AssignmentRow,
  { reason, day }: { readonly reason: string; readonly day: string },
): Promise<AssignmentRow> {
  return assetAssignmentStore.update(context, assignment, {
    end_date: laterOf(day, assignment.start_date),
    end_reason: reason,
    closed_at: context.clock.now().toISOString(),
    closed_by: context.actor.userId,
  })
}

/** Deletes assignments that have not begun; If-Match does not apply, because it refers to another record. */
async function cancelAssignments(context: WriteContext, ids: readonly string[]): Promise<void> {
  for (const id of ids) await assetAssignmentStore.remove({ ...context, ifMatch: undefined }, id)
}

/** The stored row of an open assignment. */
function storedOf({ open }: Custody, id: string): AssignmentRow {
  const row = open.find((one) => one.id === id)
  if (!row) throw new Error(`the assignment ${id} is not open`)
  return row
}

/** Creates an assignment. Throws if its days overlap with another one. */
function createAssignment(
  context: WriteContext,
  { id: asset_id, tracking_type }: AssetRow,
  { id, ...values }: NewAssignment,
): Promise<AssignmentRow> {
  const creating = assetAssignmentStore.insert(context, { ...values, asset_id, tracking_type }, id)
  return notOverlapping(context, { ...values, id, asset_id, tracking_type }, creating)
}

/** Changes an assignment. Throws if its days then overlap with another one. */
export function updateAssignment(
  context: WriteContext,
  before: AssignmentRow,
  patch: Readonly<Record<string, unknown>>,
): Promise<AssignmentRow> {
  const updating = assetAssignmentStore.update(context, before, patch)
  return notOverlapping(context, { ...before, ...patch }, updating)
}

/** Returns the written row. Throws if its days overlap with another assignment. */
async function notOverlapping(
  { tx }: WriteContext,
  days: Parameters<typeof assertNoOverlap>[1],
  writing: Promise<AssignmentRow>,
): Promise<AssignmentRow> {
  const checking = ignoreUnhandled(assertNoOverlap(tx, days))
  const row = await writing
  await checking
  return row
}

/** Adds an event of the asset to the ledger. */
export const addEvent = (
  context: WriteContext,
  { id, tracking_type }: Pick<AssetRow, 'id' | 'tracking_type'>,
  event: Event,
) => assetCirculationStore.insert(context, { ...event, asset_id: id, tracking_type })

/**
 * Adds the scheduled assignments that a command creates, reschedules or deletes to the entry in the asset's history. `open` are
 * the assignments that are open after the command.
 */
function recordingScheduled(
  context: WriteContext,
  custody: Custody,
  open: readonly OpenAssignment[],
): WriteContext {
  const changes = scheduledChanges(custody.open, open, todayIn(custody.timezone, context))
  return rewritingAudit(context, (entry) =>
    entry.recordType === 'asset' ? { ...entry, changes: [...(entry.changes ?? []), ...changes] } : entry,
  )
}

/** Adds events of the asset to the ledger. The statements are sent immediately. */
const addEvents = (context: WriteContext, asset: AssetRow, events: readonly Event[]) =>
  inOrder(events.map((event) => addEvent(context, asset, event)))

/** The assignments that a command changed and created. */
interface WrittenAssignments {
  readonly changed: readonly AssignmentRow[]
  readonly created: readonly AssignmentRow[]
}

/** The rows that a command wrote. */
interface Applied extends WrittenAssignments {
  readonly recorded: readonly Awaited<ReturnType<typeof addEvent>>[]
}

/**
 * Writes the assignments that a command ends, changes and creates, and its stock. The statements are sent immediately. They run in
 * the order in which they are sent, and none waits for the result of another.
 */
async function writeAssignments(
  context: WriteContext,
  custody: Custody,
  { ended, changed, created, stock }: CustodyChanges,
): Promise<WrittenAssignments> {
  const { asset } = custody
  const ending = inOrder(ended.map(({ id, ...end }) => endAssignment(context, storedOf(custody, id), end)))
  const changing = inOrder(
    changed.map(({ id, patch }) => updateAssignment(context, storedOf(custody, id), patch)),
  )
  const creating = inOrder(created.map((one) => createAssignment(context, asset, one)))
  if (asset.tracking_type === 'countable') saveStock(context.tx, asset.id, stock)
  // The first statement that fails makes all later ones fail.
  const [, changedRows, createdRows] = await inOrder([ending, changing, creating])
  return { changed: changedRows, created: createdRows }
}

/** Writes the changes of a command and the resulting members of the asset, in one round trip. */
export async function applyChanges(
  context: WriteContext,
  custody: Custody,
  changes: CustodyChanges,
): Promise<Applied> {
  const { asset } = custody
  const { cancelled, recorded, open, stock, patch } = changes
  await cancelAssignments(context, cancelled)
  const [written, events] = await inOrder([
    writeAssignments(context, custody, changes),
    addEvents(context, asset, recorded),
    assetStore.update(recordingScheduled(context, custody, open), asset, {
      ...patch,
      ...holderMembersOf(asset, open),
      ...placeOf(asset, stock),
    }),
  ])
  return { ...written, recorded: events }
}

/**
 * Writes the changes of a command with a move of the asset, in one round trip. The events follow the move, because they
 * refer to the asset in its new state.
 */
export async function moveWith(
  context: WriteContext,
  custody: Custody,
  name: string,
  input: MoveInput,
  changes: CustodyChanges,
): Promise<AssetRow> {
  const { asset } = custody
  const { cancelled, recorded, open, patch } = changes
  await cancelAssignments(context, cancelled)
  const recordingMove = recordingScheduled(context, custody, open)
  const [, after] = await inOrder([
    writeAssignments(context, custody, changes),
    move(recordingMove, assetStore, assetLifecycle, name, asset.id, input, patch),
    addEvents(context, asset, recorded),
  ])
  return after
}

/** Writes the loss of some pieces of a stock, in one round trip. */
export async function removePieces(
  context: WriteContext,
  custody: Custody,
  { recorded, stock, patch }: CustodyChanges,
): Promise<AssetRow> {
  const { asset } = custody
  saveStock(context.tx, asset.id, stock)
  const [, after] = await inOrder([
    addEvents(context, asset, recorded),
    setQuantity(context.tx, asset.id, patch),
  ])
  return after
}
