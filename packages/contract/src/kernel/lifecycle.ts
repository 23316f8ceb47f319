import { z } from 'zod'
import type { EndpointSpec } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'
import { instant, longText, reason } from './schema.ts'
import type { Tag } from './tags.ts'

/**
 * A state is a condition on one column of the record. `stamp` is the column that stores when the
 * state was entered.
 */
export type State =
  | { readonly column: string; readonly equals: string; readonly stamp?: string }
  | { readonly column: string; readonly null: boolean; readonly stamp?: string }

/** A move from one of several states to another one. */
export interface Move {
  readonly operationId: string
  readonly path: `/${string}`
  readonly summary: string
  readonly description?: string
  readonly from: readonly string[]
  readonly to: string
  /** A further column that stores the time of the move. */
  readonly stamp?: string
  /** Clears the stamp of the previous state. */
  readonly clearsLeft?: boolean
  /** Further members that the move sets, from its body or computed from it. */
  readonly sets?: readonly string[]
  /** A body with more members than `MoveInput`; such a move has a separate handler. */
  readonly body?: z.core.$ZodType
}

/** States and moves of a resource, as data: routes, document, SQL and tests follow from it. */
export interface Lifecycle {
  readonly states: Readonly<Record<string, State>>
  readonly moves: Readonly<Record<string, Move>>
  /** A move to the current state of the record changes nothing and answers 200, instead of `invalid_transition`. */
  readonly idempotent?: boolean
}

/** Declares a lifecycle; a move that names an unknown state is a compile error. */
export function lifecycle<
  const S extends Readonly<Record<string, State>>,
  const M extends Readonly<Record<string, Move & { from: readonly (keyof S)[]; to: keyof S }>>,
>(spec: { states: S; moves: M; idempotent?: boolean }): { states: S; moves: M; idempotent?: boolean } {
  return spec
}

/** Members of the body of every move; extend them if a move accepts more. */
export const moveMembers = {
  reason: reason()
    .optional()
    .meta({ description: 'Why, in a sentence.', examples: ['As agreed on the phone'] }),
  occurred_at: instant()
    .optional()
    .meta({ description: 'When it happened, at most 5 minutes in the future. Default: now.' }),
  notes: longText().optional().meta({ description: 'Kept in the history.' }),
}

const moveInput = z
  .strictObject(moveMembers)
  .meta({ id: 'MoveInput', description: 'Circumstances of a move; all optional.' })
export interface MoveInput extends z.infer<typeof moveInput> {}
/** The optional body of a move. */
export const MoveInput: z.core.$ZodType<MoveInput, MoveInput> = moveInput

interface MovesSpec {
  readonly tag: Tag
  readonly permission: Permission
  readonly record: z.core.$ZodType
  readonly errors?: readonly ProblemCode[]
  /** See `EndpointSpec`. */
  readonly alsoSets?: EndpointSpec['alsoSets']
}

/** The endpoints of a lifecycle, one for each move. */
export type Moves<R extends MovesSpec, L extends Lifecycle> = {
  [K in keyof L['moves']]: {
    operationId: L['moves'][K]['operationId']
    method: 'post'
    path: L['moves'][K]['path']
    tag: R['tag']
    summary: string
    permission: R['permission']
    body: L['moves'][K] extends { body: infer B extends z.core.$ZodType } ? B : typeof MoveInput
    bodyOptional: true
    success: { status: 200; body: R['record'] }
    errors: readonly ProblemCode[]
    move: { name: string; from: readonly string[]; to: string }
    sets: readonly string[]
  }
}

/** One endpoint for each move of the lifecycle. */
export function moves<const R extends MovesSpec, L extends Lifecycle>(resource: R, cycle: L): Moves<R, L> {
  const endpoints = Object.entries(cycle.moves).map(([key, move]): [string, EndpointSpec] => [
    key,
    {
      operationId: move.operationId,
      method: 'post',
      path: move.path,
      tag: resource.tag,
      summary: move.summary,
      ...(move.description ? { description: move.description } : {}),
      permission: resource.permission,
      body: move.body ?? MoveInput,
      bodyOptional: true,
      success: { status: 200, body: resource.record },
      errors: [...(resource.errors ?? []), ...(cycle.idempotent ? [] : (['invalid_transition'] as const))],
      move: { name: move.path.split('/').at(-1) ?? key, from: move.from, to: move.to },
      sets: membersSetBy(cycle, move),
      ...(resource.alsoSets ? { alsoSets: resource.alsoSets } : {}),
    },
  ])
  // Safe cast: the keys are those of the lifecycle, and Moves describes what the loop builds.
  return Object.fromEntries(endpoints) as unknown as Moves<R, L>
}

/** The members that a move writes: the state, its stamps, `status_reason`, and those declared in `sets`. */
function membersSetBy({ states }: Lifecycle, { from, to, stamp, clearsLeft, sets = [] }: Move): string[] {
  const entered = states[to]
  const cleared = clearsLeft ? from.map((state) => states[state]?.stamp) : []
  const written = [entered?.column, entered?.stamp, stamp, ...cleared, 'status_reason', ...sets]
  return [...new Set(written.filter((member) => member !== undefined))]
}
