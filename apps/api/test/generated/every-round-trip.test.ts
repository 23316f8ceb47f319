import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { type EndpointSpec, takesIdempotencyKey } from '@commonhold/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { type Counted, type CountingProxy, startCountingProxy } from '../counting-proxy.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { startService } from '../service.ts'
import { callToSucceed } from './calls.ts'
import { type Operation, operations } from './operations.ts'
import type { Answer } from './reply-rules.ts'
import { send, useWorlds } from './worlds.ts'

/*
 * How often each operation waits for the database, counted at the connections of the service. Operations that need more round
 * trips than usual are in `round-trips.json` with their number; `ROUND_TRIPS=write` writes that file.
 */
const file = new URL('round-trips.json', import.meta.url)
const recorded: Readonly<Record<string, number>> = JSON.parse(readFileSync(file, 'utf8'))
const isWriting = process.env.ROUND_TRIPS === 'write'
const counted: Record<string, number> = {}

/** The number of calls within which each connection has prepared every statement of an operation. */
const FIRST_CALLS = 4
/** Milliseconds without traffic, one for each count of an operation: longer ones for the case that a thread was slow. */
const QUIETS = [2, 20, 100]

const DAY = 86_400_000
/** Background work would send statements between those of a request. It runs only once, at the start. */
vi.mock('../../src/http/rounds.ts', async (original) => {
  const real = await original<typeof import('../../src/http/rounds.ts')>()
  const repeat: typeof real.repeat = (repeated) => real.repeat({ ...repeated, poll: DAY })
  return { ...real, repeat }
})
/** Keys stored in the database would be read again from time to time. */
const TOKEN_KEYS = `test:${randomBytes(32).toString('base64url')}`

let database: TestDatabase | undefined
let proxy: CountingProxy | undefined

const worlds = useWorlds(async (settings) => {
  database = await createDatabase()
  proxy = await startCountingProxy(database.runtime)
  const runtime = { ...database.runtime, host: '127.0.0.1', port: proxy.port }
  // With a single connection, each write is prepared after its first call. A worker would poll.
  return startService({ ...settings, DATABASE_SLOTS: '1', ROLE: 'api', TOKEN_KEYS }, { ...database, runtime })
})

afterAll(async () => {
  await proxy?.stop()
  await database?.drop()
  if (!isWriting) return
  const all: Readonly<Record<string, number>> = { ...recorded, ...counted }
  const content = Object.fromEntries(
    operations
      .map(({ place, endpoint }) => ({ place, count: all[place] ?? 0, usual: usualFor(endpoint) }))
      .filter(({ count, usual }) => count > usual)
      .map(({ place, count }) => [place, count]),
  )
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
})

test.each(operations)('$place waits for the database as often as before', async (operation) => {
  const { place, endpoint } = operation
  const most = (isWriting ? undefined : recorded[place]) ?? usualFor(endpoint)
  const now = await fewestRoundTrips(operation, most)
  counted[place] = now
  if (!isWriting) expect(now, adviceOn(place, most, now)).toBeLessThanOrEqual(most)
})

/** The usual number of round trips: of a read, of a simple create, change or deletion, and of a move. */
function usualFor({ method, success }: EndpointSpec): number {
  if (method === 'get') return 1
  return method === 'post' && success.status !== 201 ? 3 : 2
}

/*
 * Only with the whole file: the number of round trips of some operations depends on what the operations before them have done,
 * such as the project that they have selected.
 */
if (!isWriting)
  test('the numbers that are recorded are not higher than needed', () => {
    const fewer = Object.entries(recorded).filter(([place, most]) => (counted[place] ?? most) < most)
    expect(
      fewer.map(([place, most]) => adviceOn(place, most, counted[place] ?? most)),
      HOW_TO_RECORD,
    ).toEqual([])
  })

if (!isWriting)
  test('nothing but operations of the contract is recorded', () => {
    const places: ReadonlySet<string> = new Set(operations.map(({ place }) => place))
    expect(
      Object.keys(recorded).filter((place) => !places.has(place)),
      HOW_TO_RECORD,
    ).toEqual([])
  })

/** The fewest round trips of several calls. Stops at the first call that needs no more than `most`. */
async function fewestRoundTrips(operation: Operation, most: number): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  for (const quiet of QUIETS) {
    fewest = Math.min(fewest, await countKnown(operation, quiet))
    if (fewest <= most) break
  }
  return fewest
}

/** The round trips of a call that prepares no statement. */
async function countKnown(operation: Operation, quiet: number): Promise<number> {
  for (let n = 0; n < FIRST_CALLS; n += 1) {
    const { roundTrips, isFirst } = await countOnce(operation, quiet)
    if (!isFirst) return roundTrips
  }
  throw new Error(`${operation.place} sends a new statement with each call`)
}

async function countOnce(operation: Operation, quiet: number): Promise<Counted<Answer>> {
  if (!proxy) throw new Error('the proxy starts before the tests of the file')
  const { endpoint } = operation
  const call = await callToSucceed(worlds.mine, operation)
  // The typed client sends it, too.
  const hasKey = takesIdempotencyKey(endpoint) && endpoint.permission !== 'public'
  const headers = { ...call.headers, ...(hasKey ? { 'idempotency-key': newId() } : {}) }
  const found = await proxy.count(() => send(worlds.mine, endpoint, { ...call, headers }), quiet)
  const { status, text } = found.result
  expect([status, text]).toEqual([endpoint.success.status, text])
  return found
}

const HOW_TO_RECORD =
  'record it: cd apps/api && ROUND_TRIPS=write npx vitest run test/generated/every-round-trip.test.ts'

function adviceOn(place: string, most: number, now: number): string {
  const counts = `${place} takes ${now} round trips to the database, `
  if (now < most) return `${counts}and ${most} are recorded. So that it stays so, ${HOW_TO_RECORD}`
  return (
    `${counts}and may take ${most}. Send statements that need no earlier result together with those before them ` +
    `(without await between them), or read in one statement what two read. If it is needed, ${HOW_TO_RECORD}`
  )
}
