import { type EndpointSpec, upsertOperations } from '@commonhold/contract'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { createTenant } from '../world.ts'
import { wronglyAccepted } from './acceptance.ts'
import { rememberIds } from './arbitraries.ts'
import { bulkCollections, itemOf } from './bulk-calls.ts'
import { sampleOf, validCall } from './calls.ts'
import { callWith, type Input, inputsOf } from './inputs.ts'
import { type GroupName, type Operation, operations } from './operations.ts'
import { type Answer, membersOf } from './reply-rules.ts'
import { type Call, createWorld, send, useWorlds, type World } from './worlds.ts'

/** Requests per operation. By default, a third of the operations get a few; `pnpm trust` sends more to all. */
const INPUTS = Number(process.env.CONTRACT_INPUTS ?? 4)
const ONE_OF = process.env.CONTRACT_INPUTS === undefined ? 3 : 1
/** The seed; together with the number of requests it determines all inputs. */
const SEED = Number(process.env.CONTRACT_SEED ?? 1)
/** With so many requests or more, some must succeed for each operation. */
const ENOUGH = 20
const MOST_AT_ONCE = 6

const worlds = useWorlds()
const upserts = (Object.entries(upsertOperations) as [GroupName, EndpointSpec][]).map(
  ([group, endpoint]): Operation => ({ group, name: 'upsert', place: `${group}.upsert`, endpoint }),
)
const bulks = bulkCollections.map(
  ({ group, endpoint }): Operation => ({ group, name: 'bulk', place: `${group}.bulk`, endpoint }),
)
const chosen = [...operations, ...upserts, ...bulks].filter((_, at) => (at + SEED) % ONE_OF === 0)
const groups = [...Map.groupBy(chosen, ({ group }) => group)]
const succeeded = new Set<string>()

describe.each(groups)('%s', (_, tried) => {
  let world: World
  // Each group has a separate tenant: its lists stay short, and no other group changes its records.
  beforeAll(async () => {
    const user = await worlds.service.signUp()
    const tenantId = await createTenant(worlds.service, { owners: [user] })
    world = createWorld(() => worlds, { user, tenantId, canary: `canary${newId()}` })
    worlds.observer.guard(world.canary, user.token)
  })

  test.each(tried)('$place answers whatever it is sent as the contract says', async (operation) => {
    const calls = new ValidCalls(world, operation)
    const property = fc.asyncProperty(inputsOf(operation.endpoint), (input) => tryInput(calls, input))
    const lanes = Math.min(INPUTS, MOST_AT_ONCE)
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        fc.assert(property, { seed: SEED + lane, numRuns: Math.ceil((INPUTS - lane) / lanes) }),
      ),
    )
  })
})

test('operations succeed: most of them with few requests, each of them with more', () => {
  const missing = chosen.filter(({ endpoint }) => !succeeded.has(endpoint.operationId))
  expect(missing.length).toBeLessThan(chosen.length / 2)
  if (INPUTS >= ENOUGH) expect(missing.map(({ place }) => place)).toEqual([])
})

/** Valid calls of an operation, from which inputs are made. */
class ValidCalls {
  #made: readonly Promise<Call>[] = []
  readonly world: World
  readonly operation: Operation

  constructor(world: World, operation: Operation) {
    this.world = world
    this.operation = operation
  }

  /** Passes the call with this number to `use`. For number 0, a write gets a new call that nothing else uses meanwhile. */
  async use<T>(number: number, use: (call: Call, other: Call) => Promise<T>): Promise<T> {
    const { method, collection } = this.operation.endpoint
    const most = collection ? 1 : method === 'get' ? 2 : 4
    const isOwn = method !== 'get' && number === 0
    const made = this.#made[number % this.#made.length]
    const isMissing = !made || (method === 'get' && this.#made.length < most)
    const call = isOwn || isMissing ? this.#make() : made
    if (isMissing && !isOwn) this.#made = [...this.#made, call]
    try {
      const other = this.#made[(number + 1) % this.#made.length] ?? call
      return await use(await call, await other)
    } finally {
      if (isOwn) this.#made = [...this.#made, call].slice(-most)
    }
  }

  async #make(): Promise<Call> {
    const call = await callOf(this.world, this.operation)
    rememberIds(call)
    return call
  }
}

/** A valid call. That of a bulk request creates records and changes others. */
async function callOf(world: World, operation: Operation): Promise<Call> {
  const { group, endpoint } = operation
  if (endpoint.upserts)
    return {
      params: { source: 'generated', external_id: newId() },
      body: await sampleOf(group).create?.(world),
    }
  const bulk = bulkCollections.find((one) => one.endpoint === endpoint)
  if (!bulk) return validCall(world, operation)
  const items = await Promise.all(
    bulk.named.slice(0, 2).map(async (named) => itemOf(named, await validCall(world, named))),
  )
  return { body: { mode: 'each', items } }
}

const isPlain = ({ base, params, query, body, mutation, headers }: Input) =>
  base === 0 &&
  body === null &&
  mutation === null &&
  [params, query, headers].every((one) => Object.keys(one).length === 0)

/** Sends an input, and checks the answer against the contract. */
async function tryInput(calls: ValidCalls, input: Input): Promise<void> {
  const {
    world,
    operation: { endpoint },
  } = calls
  const { call, answer } = await calls.use(input.base, async (valid, other) => {
    const call = unlike(world, callWith(valid, other, endpoint, input))
    return { call, answer: await send(world, endpoint, { changesNothing: 'in steps', ...call }) }
  })
  const errors = [...world.worlds.observer.takeErrorsOf(answer), ...wronglyAccepted(endpoint, call, answer)]
  if (answer.status < 300) succeeded.add(endpoint.operationId)
  else if (isPlain(input) && endpoint.method !== 'get') errors.push('refused a valid call')
  if (errors.length > 0) throw new Error([...errors, ...linesOf(call, answer)].join('\n'))
}

/** The call with new names in its body, because names are unique. */
function unlike(world: World, call: Call): Call {
  if (call.text === undefined) return call
  return { ...call, text: call.text.replaceAll(/canary\w+ n\d+/g, () => world.unique()) }
}

/** The request and its answer, for the message of a failed test. */
const linesOf = (
  { query, text, body, headers }: Call,
  { method, path, text: answered }: Answer,
): string[] => [
  `${method} ${path} ${JSON.stringify(membersOf(query))} ${JSON.stringify(headers ?? {})}`,
  `sent ${(text ?? JSON.stringify(body) ?? 'nothing').slice(0, 2_000)}`,
  `answered ${answered.slice(0, 1_000)}`,
]
