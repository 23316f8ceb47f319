import { expect, test } from 'vitest'
import type { ClientOptions } from '../../src/index.ts'
import { failure, ID, json, serviceThat } from './service.ts'

const refused = json(
  401,
  { status: 401, code: 'not_authenticated' },
  { 'content-type': 'application/problem+json' },
)

/** A service that accepts one token at a time, until it is refreshed. */
async function serviceWithTokens(options: Partial<ClientOptions> = {}) {
  let valid = 'token 1'
  let refreshes = 0
  const refreshToken = async () => {
    refreshes += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    valid = `token ${refreshes + 1}`
    return valid
  }
  const service = await serviceThat(
    (request, response) => {
      const isValid = request.headers.authorization === `Bearer ${valid}`
      ;(isValid ? json(200, { id: ID }) : refused)(request, response)
    },
    { token: 'token 0', refreshToken, ...options },
  )
  return {
    ...service,
    refreshes: () => refreshes,
    expire: () => {
      valid = 'none'
    },
  }
}

test('a call whose token is refused is made again with a new one', async () => {
  const { client, refreshes, expire } = await serviceWithTokens()
  expect(await client.assets.get({ asset_id: ID })).toEqual({ id: ID })
  expect(await client.assets.update({ asset_id: ID }, { name: 'B' })).toEqual({ id: ID })
  expect(refreshes()).toBe(1)
  expire()
  expect(await client.assets.get({ asset_id: ID })).toEqual({ id: ID })
  expect(refreshes()).toBe(2)
})

test('calls that are refused together share one refresh', async () => {
  const { client, seen, refreshes } = await serviceWithTokens()
  await Promise.all(Array.from({ length: 20 }, () => client.assets.get({ asset_id: ID })))
  expect(refreshes()).toBe(1)
  expect(seen).toHaveLength(40)
})

test('an answer that comes after the refresh does not start another', async () => {
  const late: (() => void)[] = []
  const { client, refreshes } = await serviceWithTokens({
    fetch: async (request) => {
      const response = await fetch(request)
      if (request.method === 'DELETE' && response.status === 401)
        await new Promise<void>((resolve) => late.push(resolve))
      return response
    },
  })
  const slow = client.assets.delete({ asset_id: ID })
  await expect.poll(() => late).toHaveLength(1)
  await client.assets.get({ asset_id: ID })
  late[0]?.()
  await slow
  expect(refreshes()).toBe(1)
})

test('the token may be kept elsewhere', async () => {
  const store = { token: 'token 0' }
  const { client, seen } = await serviceWithTokens({
    token: async () => store.token,
    refreshToken: async () => {
      store.token = 'token 1'
      return store.token
    },
  })
  await client.assets.get({ asset_id: ID })
  await client.assets.get({ asset_id: ID })
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token 0',
    'Bearer token 1',
    'Bearer token 1',
  ])
})

test.each([
  ['there is no other', async () => null],
  [
    'none can be had',
    async () => {
      throw new Error('offline')
    },
  ],
])('the problem stands where %s, and the next call asks again', async (_, answer) => {
  let asked = 0
  const refreshToken = () => {
    asked += 1
    return answer()
  }
  const { client, seen } = await serviceThat(refused, { token: 'old', refreshToken })
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('not_authenticated')
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('not_authenticated')
  expect([asked, seen.length]).toEqual([2, 2])
})

test('a new token that is refused, too, is not renewed by the same call', async () => {
  let asked = 0
  const refreshToken = async () => `token ${++asked}`
  const { client, seen } = await serviceThat(refused, { token: 'old', refreshToken })
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('not_authenticated')
  expect([asked, seen.length]).toEqual([1, 2])
})

test('other refusals are no reason to refresh', async () => {
  let asked = 0
  const refreshToken = async () => `token ${++asked}`
  const wrong = json(
    401,
    { status: 401, code: 'invalid_credentials' },
    { 'content-type': 'application/problem+json' },
  )
  const { client } = await serviceThat(wrong, { token: 'old', refreshToken })
  expect(failure(await client.assets.get.safe({ asset_id: ID }))).toBe('invalid_credentials')
  expect(failure(await client.me.signIn.safe({ username: 'ada', password: 'x' }))).toBe('invalid_credentials')
  expect(asked).toBe(0)
})

test('a call waits for a token no longer than for the service', async () => {
  const forever = () => new Promise<never>(() => {})
  const stuck = await serviceThat(refused, { token: 'old', refreshToken: forever })
  expect(failure(await stuck.client.assets.get.safe({ asset_id: ID }, { timeoutMs: 50 }))).toBe('timeout')
  const { client } = await serviceThat(refused, { token: forever })
  expect(failure(await client.assets.get.safe({ asset_id: ID }, { timeoutMs: 50 }))).toBe('timeout')
  const controller = new AbortController()
  const pending = client.assets.get.safe({ asset_id: ID }, { signal: controller.signal })
  controller.abort()
  expect(failure(await pending)).toBe('aborted')
})

test.each([
  ['a page', 'text/html', '<h1>Sign in</h1>'],
  ['JSON', 'application/json', '{"detail":"expired"}'],
  ['nothing', 'text/plain', ''],
])('the 401 of a gateway with %s is a reason to refresh', async (_, type, body) => {
  const { client, seen } = await serviceThat(
    (request, response) => {
      if (request.headers.authorization === 'Bearer new') json(200, { id: ID })(request, response)
      else response.writeHead(401, { 'content-type': type }).end(body)
    },
    { token: 'old', refreshToken: async () => 'new' },
  )
  expect(await client.assets.get({ asset_id: ID })).toEqual({ id: ID })
  expect(seen).toHaveLength(2)
})
