import type { Lifecycle, Move, MoveInput, State } from '@commonhold/contract'
import { and, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { problem } from '../base/problem.ts'
import { changedAt } from '../db/columns.ts'
import { build } from '../db/statement.ts'
import type { WriteContext } from './context.ts'
import { assertNotAhead } from './moments.ts'
import type { RowOf, Store } from './store.ts'

/**
 * Moves a record from one state to another, by compare-and-set: the row changes only if it is in a state from which the move is
 * allowed. `extra` sets further columns. When the lifecycle is idempotent, a record that is already in the target state is not
 * changed.
 */
export async function move<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  context: WriteContext,
  store: Store<T, D>,
  cycle: Lifecycle,
  name: string,
  id: string,
  { reason, occurred_at, notes }: MoveInput,
  extra: Record<string, unknown> = {},
): Promise<RowOf<T, D>> {
  assertNotAhead('occurred_at', occurred_at, context.clock)
  const { tx } = context
  const found = tx.first(store.lockStatement(), { id })
  const moved = tx.first(
    store.shaped(`move ${name} ${Object.keys(extra)}`, () =>
      moveStatement(store, cycle, moveNamed(cycle, name), Object.keys(extra)),
    ),
    { ...extra, id, occurred_at: occurred_at ?? null, reason: reason ?? null },
  )
  const before = await store.assertChangeable(context, id, await found)
  const after = await moved
  if (!after) {
    const current = stateOf(cycle, before)
    if (cycle.idempotent && current === moveNamed(cycle, name).to) return before
    throw refusedIn(cycle, current)
  }
  store.recordAudit(context, 'moved', before, after, { reason, notes })
  return after
}

/** Rejects a move that is not allowed in the record's state, for handlers that do other work before the move. */
export function assertLeaves(cycle: Lifecycle, name: string, row: object): void {
  const current = stateOf(cycle, row)
  if (!moveNamed(cycle, name).from.includes(current)) throw refusedIn(cycle, current)
}

/**
 * The move that leads to the state in a patch; undefined when the patch contains no state. Throws `invalid_transition` when no
 * move leads there.
 */
export function moveLeadingTo(cycle: Lifecycle, row: object, patch: object): Move | undefined {
  const target = Object.entries(cycle.states).find(
    ([, state]) => 'equals' in state && Reflect.get(patch, state.column) === state.equals,
  )
  if (!target) return undefined
  const current = stateOf(cycle, row)
  const move = Object.values(cycle.moves).find(({ from, to }) => to === target[0] && from.includes(current))
  if (!move) throw refusedIn(cycle, current)
  return move
}

const refusedIn = (cycle: Lifecycle, current: string) =>
  problem(
    'invalid_transition',
    { current_state: current, allowed_operations: allowedMoves(cycle, current) },
    `Not possible while the record is ${current.replaceAll('_', ' ')}.`,
  )

function moveNamed(cycle: Lifecycle, name: string): Move {
  const found = cycle.moves[name]
  if (!found) throw new Error(`there is no move ${name}`)
  return found
}

function moveStatement<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  cycle: Lifecycle,
  { from, to, stamp, clearsLeft }: Move,
  extra: readonly string[],
) {
  const at = sql`coalesce(${sql.placeholder('occurred_at')}::timestamptz, ${changedAt})`
  const entered = stateNamed(cycle, to)
  const set: Record<string, unknown> = { ...store.touched() }
  if (clearsLeft) for (const left of from) Object.assign(set, cleared(store.columns, stateNamed(cycle, left)))
  if ('equals' in entered) set[entered.column] = entered.equals
  if (entered.stamp) set[entered.stamp] = at
  if (stamp) set[stamp] = at
  if (store.columns.status_reason) set.status_reason = sql.placeholder('reason')
  for (const name of extra) set[name] = sql.placeholder(name)
  const leaves = or(...from.map((state) => isIn(store.columns, stateNamed(cycle, state))))
  // The lifecycle names the columns; a name that the table lacks fails when the statement is built.
  return build
    .update(store.spec.table)
    .set(set as T['$inferInsert'])
    .where(and(store.ownRow(), leaves))
    .returning(store.selection())
}

function stateNamed(cycle: Lifecycle, name: string): State {
  const found = cycle.states[name]
  if (!found) throw new Error(`there is no state ${name}`)
  return found
}

function columnNamed(columns: Readonly<Record<string, PgColumn>>, name: string): PgColumn {
  const column = columns[name]
  if (!column) throw new Error(`the lifecycle names a column that the table lacks: ${name}`)
  return column
}

/** The condition of a state, as SQL. */
function isIn(columns: Readonly<Record<string, PgColumn>>, state: State): SQL {
  const column = columnNamed(columns, state.column)
  if ('equals' in state) return sql`${column} = ${sql.raw(`'${state.equals}'`)}`
  return state.null ? isNull(column) : isNotNull(column)
}

/** Clears the timestamp of the state that the record leaves, and no other. */
function cleared(columns: Readonly<Record<string, PgColumn>>, state: State): Record<string, SQL> {
  if (!state.stamp) return {}
  return {
    [state.stamp]: sql`case when ${isIn(columns, state)} then null else ${columnNamed(columns, state.stamp)} end`,
  }
}

/** The state of a row. */
export function stateOf(cycle: Lifecycle, row: object): string {
  const found = Object.entries(cycle.states).find(([, state]) => {
    const value: unknown = Reflect.get(row, state.column)
    return 'equals' in state ? value === state.equals : (value === null) === state.null
  })
  if (!found) throw new Error('the record is in none of its states')
  return found[0]
}

/** The moves that are allowed in a state, by the last segment of their path. */
export function allowedMoves(cycle: Lifecycle, state: string): string[] {
  return Object.values(cycle.moves)
    .filter(({ from }) => from.includes(state))
    .map(({ path }) => path.split('/').at(-1) ?? path)
    .sort()
}
