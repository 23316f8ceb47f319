import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '../service.ts'

const API_URL = 'https://api.example.org/commonhold/'

let service: TestService
let user: TestUser

beforeAll(async () => {
  service = await startService({ API_URL })
  user = await service.signUp()
})
afterAll(() => service.stop())

const get = (path: string) =>
  fetch(`${service.address}${path}`, { headers: { authorization: `Bearer ${user.token}` } })

test('pages are linked where callers find the service', async () => {
  for (const name of ['One', 'Two', 'Three'])
    await user.client.assetModels.create({ name, tracking_type: 'countable' })
  const reply = await get('/asset-models?limit=1&sort=name')
  const [next = '', first] = (reply.headers.get('link') ?? '').split(', ')
  expect(next).toMatch(
    /^<https:\/\/api\.example\.org\/commonhold\/asset-models\?limit=1&sort=name&cursor=[\w-]+>; rel="next"$/,
  )
  expect(first).toBe('<https://api.example.org/commonhold/asset-models?limit=1&sort=name>; rel="first"')
})

test('what is new is found there, too', async () => {
  const reply = await fetch(`${service.address}/asset-models`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Four', tracking_type: 'countable' }),
  })
  expect(reply.headers.get('location')).toMatch(/^\/commonhold\/asset-models\/[0-9A-Z]{26}$/)
})
