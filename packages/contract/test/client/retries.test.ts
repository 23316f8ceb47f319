import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { ClientOptions } from '../../src/index.ts'
import { failure, ID, json, type Seen, serviceThat } from './service.ts'

const asProblem = { 'content-type': 'application/problem+json', 'retry-after': '0' }
const refusal = (status: number, code: string): RequestListener =>
  json(status, { status, code, detail: 'Later.' }, asProblem)
const limited = refusal(429, 'rate_limited')
const busy = refusal(503, 'unavailable')
const running = refusal(409, 'idempotency_in_progress')
const cutOff: RequestListener = (_, response) => response.destroy()
const gateway: RequestListener = (_, response) =>
  response.writeHead(502, { 'retry-after': new Date(0).toUTCString() }).end('<h1>Bad gateway</h1>')

/** A service that gives the answers in order, and then repeats the last one. */
function serviceInTurn(answers: readonly RequestListener[], options?: Partial<ClientOptions>) {
  let at = 0
  return serviceThat(
    (request, response) => answers[Math.min(at++, answers.length - 1)]?.(request, response),
    {
      token: 'abc',
      ...options,
    },
  )
}

const model = { name: 'X1', tracking_type: 'countable' } as const
const keysOf = (seen: readonly Seen[]) => seen.map(({ headers }) => headers['idempotency-key'])

const passing: [what: string, answer: RequestListener][] = [
  ['429', limited],
  ['503', busy],
  ['a connection that is cut off', cutOff],
  ['a gateway without the service', gateway],
]

test.each(passing)('a read is repeated after %s', async (_, answer) => {
  const { client, seen } = await serviceInTurn([answer, answer, json(200, { id: ID })])
  expect(await client.assets.get({ asset_id: ID })).toEqual({ id: ID })
  expect(seen).toHaveLength(3)
})

test.each(passing)('a POST is repeated under one key after %s', async (_, answer) => {
  const { client, seen } = await serviceInTurn([answer, answer, json(201, { id: ID })])
  expect(await client.assetModels.create(model)).toEqual({ id: ID })
  const [key, ...others] = keysOf(seen)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(others).toEqual([key, key])
  expect(new Set(seen.map(({ body }) => body)).size).toBe(1)
})

test('what does not pass by itself is not repeated, whatever its status', async () => {
  const { client, seen } = await serviceThat(refusal(503, 'mail_not_configured'))
  const result = await client.invitations.create.safe({ email: 'kim@example.org' })
  expect(failure(result)).toBe('mail_not_configured')
  expect(seen).toHaveLength(1)
})

test('each POST has a key of its own', async () => {
  const { client, seen } = await serviceThat(json(201, {}))
  await client.assetModels.create(model)
  await client.assetModels.create(model)
  expect(new Set(keysOf(seen)).size).toBe(2)
})

test('the key of the caller is kept', async () => {
  const { client, seen } = await serviceInTurn([busy, json(201, {})])
  await client.assetModels.create(model, { idempotencyKey: 'mine' })
  expect(keysOf(seen)).toEqual(['mine', 'mine'])
})

test('a repetition waits for the first request to end', async () => {
  const { client, seen } = await serviceInTurn([cutOff, running, json(201, { id: ID })])
  expect(await client.assetModels.create(model)).toEqual({ id: ID })
  expect(seen).toHaveLength(3)
})

test.each([
  ['a PATCH', 'PATCH'],
  ['a DELETE', 'DELETE'],
  ['a sign-in', 'POST'],
])('%s is not repeated: it might act twice', async (_, method) => {
  const { client, seen } = await serviceThat(busy)
  const calls = {
    PATCH: () => client.assets.update.safe({ asset_id: ID }, { name: 'A' }),
    DELETE: () => client.assets.delete.safe({ asset_id: ID }),
    POST: () => client.me.signIn.safe({ username: 'ada@example.org', password: 'a password' }),
  }
  expect(failure(await calls[method as keyof typeof calls]())).toBe('unavailable')
  expect(seen).toMatchObject([{ method }])
  expect(keysOf(seen)).toEqual([undefined])
})

test('what is wrong with the request itself is not repeated', async () => {
  const { client, seen } = await serviceThat(refusal(422, 'validation_failed'))
  expect(failure(await client.assets.list.safe())).toBe('validation_failed')
  expect(seen).toHaveLength(1)
})

test('repetitions end after as many as allowed, with the last problem, of which onProblem hears once', async () => {
  const heard: string[] = []
  const options = { retries: 3, onProblem: ({ code }: { code: string }) => heard.push(code) }
  const { client, seen } = await serviceInTurn([limited, busy], options)
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('unavailable')
  expect(seen).toHaveLength(4)
  expect(heard).toEqual(['unavailable'])
})

test('without repetitions there is no key either', async () => {
  const { client, seen } = await serviceInTurn([busy, json(201, {})], { retries: 0 })
  expect(failure(await client.assetModels.create.safe(model))).toBe('unavailable')
  expect(keysOf(seen)).toEqual([undefined])
  expect(failure(await client.assets.get.safe({ asset_id: ID }, { retries: 0 }))).toBe('ok')
})

test('a wait beyond the time of the call is not begun', async () => {
  const hours = json(429, { status: 429, code: 'rate_limited' }, { ...asProblem, 'retry-after': '7200' })
  const { client, seen } = await serviceThat(hours)
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('rate_limited')
  expect(seen).toHaveLength(1)
})

test('a wait ends when its caller aborts the call', async () => {
  const controller = new AbortController()
  const minute = json(503, { status: 503, code: 'unavailable' }, { ...asProblem, 'retry-after': '60' })
  const { client, seen } = await serviceThat((request, response) => {
    minute(request, response)
    response.once('close', () => setTimeout(() => controller.abort(), 20))
  })
  const options = { signal: controller.signal, timeoutMs: 600_000 }
  expect(failure(await client.assets.get.safe({ asset_id: ID }, options))).toBe('aborted')
  expect(seen).toHaveLength(1)
})

test('each page of all() is repeated by itself', async () => {
  const first = json(200, [1], { link: '</assets?cursor=a>; rel="next"' })
  const { client } = await serviceInTurn([busy, first, limited, limited, json(200, [2])])
  const rows: unknown[] = []
  for await (const row of client.assets.list.all()) rows.push(row)
  expect(rows).toEqual([1, 2])
})
