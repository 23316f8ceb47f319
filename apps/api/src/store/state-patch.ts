import { type Lifecycle, MoveInput, shapeOf } from '@commonhold/contract'
import { isSameValue } from '../base/same-value.ts'
import type { WriteContext } from './context.ts'
import type { Implementation } from './implement.ts'
import { moveLeadingTo } from './moves.ts'

/** A PATCH of a record whose states and moves are a lifecycle. */
interface StatePatch<Row> {
  readonly cycle: Lifecycle
  /** The operations of the record, including its moves. */
  readonly operations: readonly Implementation[]
  readonly params: Record<string, string>
  readonly patch: object
  /** Locks the record, in the same order as its moves do, and returns it. */
  readonly lock: () => Promise<Row>
  /** Changes members of the record without a move. */
  readonly change: (context: WriteContext, members: object) => Promise<Row>
}

/**
 * Changes a record and makes the move that leads to the state in the patch. Members that the move's own operation accepts
 * are passed to the move. Members that it sets itself are changed after it, all others before it.
 */
export async function changeWithMove<Row extends object>(
  context: WriteContext,
  { cycle, operations, params, patch, lock, change }: StatePatch<Row>,
): Promise<Row> {
  const isState = (name: string) => Object.values(cycle.states).some(({ column }) => column === name)
  if (!Object.keys(patch).some(isState)) return change(context, patch)
  const before = await lock()
  const changed = Object.entries(patch).filter(([name, value]) => !isSameValue(value, memberOf(before, name)))
  const move = moveLeadingTo(cycle, before, Object.fromEntries(changed))
  if (!move) return change(context, Object.fromEntries(changed))
  const accepted = Object.keys(shapeOf(move.body ?? MoveInput))
  const members = (includes: (name: string) => boolean) =>
    Object.fromEntries(changed.filter(([name]) => !isState(name) && includes(name)))
  const body = members((name) => accepted.includes(name))
  const first = members((name) => !accepted.includes(name) && !move.sets?.includes(name))
  const last = members((name) => !accepted.includes(name) && move.sets?.includes(name) === true)
  // If-Match refers to the version before the request, so the first step checks it.
  const further = { ...context, ifMatch: undefined }
  const isChanged = Object.keys(first).length > 0
  if (isChanged) await change(context, first)
  const operation = operations.find(({ endpoint }) => endpoint.operationId === move.operationId)
  if (!operation) throw new Error(`${move.operationId} is not implemented`)
  const moved = await operation.handle({ params, query: undefined, body }, isChanged ? further : context)
  // The move returns the record, as the contract says.
  return Object.keys(last).length > 0 ? change(further, last) : (moved as Row)
}

const memberOf = (record: object, name: string): unknown => Reflect.get(record, name)
