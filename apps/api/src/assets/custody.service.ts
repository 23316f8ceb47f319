import { assetLifecycle, type MoveInput } from '@commonhold/contract'
import { ignoreUnhandled } from '../db/statement.ts'
import { rewritingAudit, type WriteContext } from '../store/context.ts'
import { laterOf, todayIn } from '../store/days.ts'
import { move } from '../store/moves.ts'
import { type AssignmentRow, assertNoOverlap } from './asset-assignments.repository.ts'
import { scheduledChanges } from './asset-assignments.rules.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { assetCirculationStore } from './asset-circulations.store.ts'
import { saveStock } from './asset-stock.repository.ts'
import { assetStore } from './assets.store.ts'
import type { OpenAssignment } from './circulation.rules.ts'
import { type CustodyChanges, type Event, heldBy, type NewAssignment, placeOf } from './custody.rules.ts'
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

/** Deletes an assignment that has not begun; If-Match does not apply, because it refers to another record. */
const callOff = (context: WriteContext, id: string): Promise<void> =>
  assetAssignmentStore.remove({ ...context, ifMatch: undefined }, id)

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
export const record = (
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

/** The rows that a command wrote. */
interface Applied {
  readonly changed: readonly AssignmentRow[]
  readonly created: readonly AssignmentRow[]
  readonly recorded: readonly Awaited<ReturnType<typeof record>>[]
}

/**
 * Sends the changes of a command, except those of the asset itself. Statements run in the order in which they are sent, and none
 * waits for the result of another; only the deletion of a scheduled assignment is awaited first. Returns a function that waits
 * for the results.
 */
export async function sendChanges(
  context: WriteContext,
  custody: Custody,
  { calledOff, ended, changed, created, recorded, stock }: CustodyChanges,
): Promise<() => Promise<Applied>> {
  const { asset } = custody
  for (const id of calledOff) await callOff(context, id)
  const ending = ended.map(({ id, ...end }) =>
    ignoreUnhandled(endAssignment(context, storedOf(custody, id), end)),
  )
  const changing = changed.map(({ id, patch }) =>
    ignoreUnhandled(updateAssignment(context, storedOf(custody, id), patch)),
  )
  const creating = created.map((one) => ignoreUnhandled(createAssignment(context, asset, one)))
  const recording = recorded.map((event) => ignoreUnhandled(record(context, asset, event)))
  if (asset.tracking_type === 'countable') saveStock(context.tx, asset.id, stock)
  return async () => {
    // The first statement that fails makes all later ones fail.
    await inOrder(ending)
    return {
      changed: await inOrder(changing),
      created: await inOrder(creating),
      recorded: await inOrder(recording),
    }
  }
}

/** Writes the changes of a command and the resulting members of the asset, in one round trip. */
export async function applyChanges(
  context: WriteContext,
  custody: Custody,
  changes: CustodyChanges,
): Promise<Applied> {
  const { asset } = custody
  const { open, stock, patch } = changes
  const written = await sendChanges(context, custody, changes)
  const settling = ignoreUnhandled(
    assetStore.update(recordingScheduled(context, custody, open), asset, {
      ...patch,
      ...heldBy(asset, open),
      ...placeOf(asset, stock),
    }),
  )
  const rows = await written()
  await settling
  return rows
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
  { recorded, ...changes }: CustodyChanges,
): Promise<AssetRow> {
  const { asset } = custody
  const recordingMove = recordingScheduled(context, custody, changes.open)
  const written = await sendChanges(context, custody, { ...changes, recorded: [] })
  const moving = ignoreUnhandled(
    move(recordingMove, assetStore, assetLifecycle, name, asset.id, input, changes.patch),
  )
  const recording = recorded.map((event) => ignoreUnhandled(record(context, asset, event)))
  await written()
  const after = await moving
  await inOrder(recording)
  return after
}

async function inOrder<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const results: T[] = []
  for (const promise of promises) results.push(await promise)
  return results
}
