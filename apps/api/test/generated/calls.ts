import {
  type EndpointSpec,
  type Lifecycle,
  Problem,
  type ProblemError,
  pathParameters,
} from '@commonhold/contract'
import { getTableName } from 'drizzle-orm'
import { z } from 'zod'
import { newId } from '../../src/base/ids.ts'
import { type GroupName, type Operation, operationNamed } from './operations.ts'
import { type Answer, membersOf } from './reply-rules.ts'
import type { AnySample, ListCall } from './sample.ts'
import { samples } from './samples/index.ts'
import { shapeOf } from './schema-walk.ts'
import { type Call, send, type World } from './worlds.ts'

/** The sample of a group, typed for code that treats all groups alike. */
export const sampleOf = (group: GroupName): AnySample => samples[group] as AnySample

/** The name of the table that stores the records of a group. */
export function tableOf(group: GroupName): string {
  const { store } = sampleOf(group)
  if (!store) throw new Error(`${group} has no table`)
  return getTableName(store.spec.table)
}

/** A record as an answer returned it. */
export type Stored = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

/** Creates a record of a group in the world. `changes` replace members of the sample's body. */
export async function createRecord(world: World, group: GroupName, changes: object = {}): Promise<Stored> {
  const body = await sampleOf(group).create?.(world)
  if (!body) throw new Error(`${group} has no records`)
  return recordIn(
    await send(world, operationNamed(group, 'create').endpoint, { body: { ...body, ...changes } }),
  )
}

/** Reads a record. */
export const readRecord = async (world: World, group: GroupName, id: string) =>
  recordIn(await send(world, operationNamed(group, 'get').endpoint, recordCall(group, id)))

/** The record in an answer. Throws if the answer is not a success. */
export function recordIn(answer: Answer): Stored {
  if (answer.status >= 300) throw new Error(`${answer.method} ${answer.path}: ${answer.text}`)
  // Every record has these members. The observer checks the others against the schema.
  return answer.json as Stored
}

/** The call that names a record of the group by its id. */
export function recordCall(group: GroupName, id: string): { params: Record<string, string> } {
  const [name = ''] = pathParameters(operationNamed(group, 'get').endpoint.path)
  return { params: { [name]: id } }
}

/** A call that is answered with the operation's success. Each call uses separate records. */
export async function validCall(world: World, { group, name, endpoint }: Operation): Promise<Call> {
  const sample = sampleOf(group)
  const other = sample.others[name]
  if (other) return isListCall(other) ? other.call(world) : other(world)
  if (name === 'create') return { body: await sample.create?.(world) }
  if (name === 'list') {
    await createRecord(world, group)
    return {}
  }
  const { id } = await createRecord(world, group)
  if (name === 'update') return { ...recordCall(group, id), body: await sample.patch?.(world) }
  if (endpoint.move) await bringTo(world, group, id, endpoint.move.from[0] ?? '')
  return recordCall(group, id)
}

/** The valid calls that were created for each world, by operation. */
const cachedCalls = new WeakMap<World, Map<string, Promise<Call>>>()

/** A valid call for reading or for a refusal, which leaves its records unchanged. Created once per world and operation. */
export function cachedCall(world: World, operation: Operation): Promise<Call> {
  const calls = cachedCalls.get(world) ?? new Map<string, Promise<Call>>()
  cachedCalls.set(world, calls)
  const call = calls.get(operation.place) ?? validCall(world, operation)
  calls.set(operation.place, call)
  return call
}

/** A valid call: a kept one if the operation only reads, a new one if it writes. */
export const callToSucceed = (world: World, operation: Operation): Promise<Call> =>
  operation.endpoint.method === 'get' ? cachedCall(world, operation) : validCall(world, operation)

/** True if the sample is that of a list. */
export const isListCall = (call: AnySample['others'][string]): call is ListCall => typeof call === 'object'

/** The lifecycle of a group. Throws if it has none. */
export function lifecycleOf(group: GroupName): Lifecycle {
  const { lifecycle } = sampleOf(group)
  if (!lifecycle) throw new Error(`${group} has no lifecycle`)
  return lifecycle
}

/** The state that a record is in. */
export function stateOf({ states }: Lifecycle, record: Readonly<Record<string, unknown>>): string {
  const found = Object.entries(states).find(([, state]) =>
    'equals' in state
      ? record[state.column] === state.equals
      : (record[state.column] === null) === state.null,
  )
  if (!found) throw new Error('the record is in none of its states')
  return found[0]
}

/** The shortest path from one state to another, as names of moves (breadth first). */
export function wayBetween({ moves }: Lifecycle, from: string, to: string): string[] {
  const ways = new Map<string, string[]>([[from, []]])
  for (const [state, way] of ways)
    for (const [name, move] of Object.entries(moves))
      if (move.from.includes(state) && !ways.has(move.to)) ways.set(move.to, [...way, name])
  const found = ways.get(to)
  if (!found) throw new Error(`no moves lead from ${from} to ${to}`)
  return found
}

/** Moves a record into a state. */
export async function bringTo(world: World, group: GroupName, id: string, state: string): Promise<Stored> {
  const cycle = lifecycleOf(group)
  let record = await readRecord(world, group, id)
  for (const name of wayBetween(cycle, stateOf(cycle, record), state))
    record = recordIn(await send(world, moveOf(group, name), recordCall(group, id)))
  return record
}

/** The endpoint of a move. */
export const moveOf = (group: GroupName, name: string): EndpointSpec => operationNamed(group, name).endpoint

/** The code of the problem in an answer; `undefined` for a success. */
export const codeOf = ({ status, json }: Answer) => (status >= 400 ? membersOf(json).code : undefined)

/** The errors in a `validation_failed` answer; empty for any other. */
export const errorsIn = ({ json }: Answer): readonly ProblemError[] =>
  z.safeParse(Problem, json).data?.errors ?? []

/** Places and codes of those errors: `body /name too_long`. */
export const errorCodesIn = (answer: Answer): string[] =>
  errorsIn(answer).map(({ in: place, pointer, code }) => `${place} ${pointer} ${code}`)

/** A well-formed call that names no existing record, for refusals that precede any query of the database. */
export function shellCall(endpoint: EndpointSpec): Call {
  const params = Object.fromEntries(pathParameters(endpoint.path).map((name) => [name, newId()]))
  return {
    params,
    query: requiredQuery(endpoint),
    ...(endpoint.body ? { text: endpoint.bodyType === 'form' ? '' : '{}' } : {}),
  }
}

/** A text for each required parameter of the query. */
export const requiredQuery = ({ query }: EndpointSpec): Record<string, string> =>
  Object.fromEntries(
    Object.entries(shapeOf(query)).flatMap(([name, schema]) =>
      z.safeParse(schema, undefined).success ? [] : [[name, 'text']],
    ),
  )

/** An answer without the values that must differ between two requests: request id, path and record id. */
export function masked({ status, headers, text, requestId, path, json }: Answer, id: string) {
  const same = [...headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))
  const body = text.replaceAll(requestId, '').replaceAll(path, '').replaceAll(id, '')
  return { status, code: membersOf(json).code, headers: same, body }
}
