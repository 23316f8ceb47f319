import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { footprint } from './footprint.ts'
import { send } from './send.ts'

let service: TestService
let ada: TestUser
let modelId: string

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  modelId = (await ada.client.assetModels.create({ name: 'Cable', tracking_type: 'countable' })).id
})
afterAll(() => service.stop())

const operations: [operation: () => string, body: string][] = [
  [() => 'POST /users', `{"email":"new@example.org","password":"${PASSWORD}"}`],
  [() => 'POST /me/signup', `{"email":"new@example.org","password":"${PASSWORD}"}`],
  [() => 'POST /auth/token', '{"email":"nobody@example.org","password":"x"}'],
  [() => 'POST /asset-models', '{"name":"Model","tracking_type":"countable"}'],
  [() => `PATCH /asset-models/${modelId}`, '{"description":"changed"}'],
]

const MERGE_PATCH = 'application/merge-patch+json'

const types = [
  undefined,
  '',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json-patch+json',
  MERGE_PATCH,
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
  'text/plain; application/json',
  'text/html, application/json',
  '*/*',
]

describe.each(operations)('%#', (operation, body) => {
  const supported = ['application/json', ...(operation().startsWith('PATCH') ? [MERGE_PATCH] : [])]
  test.each(types.filter((type) => !type || !supported.includes(type)))(
    'the content type %s is refused, and nothing happens',
    async (type) => {
      const before = await footprint(service.database)
      const reply = await send(service.address, operation(), {
        token: ada.token,
        // Sent as bytes, because fetch adds a content type to text.
        body: new Uint8Array(Buffer.from(body)),
        headers: type === undefined ? {} : { 'content-type': type },
      })
      expect(reply.json).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
        supported,
      })
      expect(await footprint(service.database)).toEqual(before)
    },
  )

  test.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['br', (text: string) => brotliCompressSync(text)],
    ['deflate', (text: string) => Buffer.from(text)],
    ['gzip, identity', (text: string) => gzipSync(text)],
    ['zip bomb', () => gzipSync(Buffer.alloc(10 * 2 ** 20))],
  ])('a body in %s is refused, not unpacked', async (encoding, pack) => {
    const reply = await send(service.address, operation(), {
      token: ada.token,
      body: new Uint8Array(pack(body)),
      headers: {
        'content-type': 'application/json',
        'content-encoding': encoding.replace('zip bomb', 'gzip'),
      },
    })
    expect(reply.json).toMatchObject({ status: 415 })
  })
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset="UTF-8"',
  'application/json;profile=x',
])('the content type %s is accepted', async (type) => {
  const reply = await send(service.address, `PATCH /asset-models/${modelId}`, {
    token: ada.token,
    body: '{}',
    headers: { 'content-type': type },
  })
  expect(reply.status).toBe(200)
})

test.each([
  [undefined, 200],
  ['*/*', 200],
  ['application/json', 200],
  ['text/html, application/xhtml+xml, */*;q=0.8', 200],
  ['application/*', 200],
  ['text/html, Application/JSON;q=0.001', 200],
  ['application/problem+json', 200],
  ['*/*;q=0, application/json;q=0.5', 200],
  ['application/json;profile="a,b;q=0"', 200],
  ['text/html', 406],
  ['application/xml', 406],
  ['application/jsonp', 406],
  ['text/html;x="application/json"', 406],
  ['application/json;q=0', 406],
  ['application/json; q=0.000, */*', 406],
  ['*/*;q=0', 406],
  ['application/*;q=0, */*', 406],
])('Accept: %s is answered by %d', async (accept, status) => {
  const reply = await send(service.address, 'GET /me', {
    token: ada.token,
    headers: accept ? { accept } : {},
  })
  expect(reply.status).toBe(status)
})

test.each([
  ['v1', 200],
  ['v2', 400],
  ['1', 400],
  ['V1', 400],
  ['', 400],
  ['v1, v2', 400],
  ['x'.repeat(1_000), 400],
])('X-API-Version: %s is answered by %d, and never echoed', async (version, status) => {
  const reply = await send(service.address, 'GET /me', {
    token: ada.token,
    headers: { 'x-api-version': version },
  })
  expect(reply.status).toBe(status)
  expect(reply.headers.get('x-api-version')).toBe('v1')
  if (status === 400) expect(reply.json).toMatchObject({ code: 'unsupported_api_version', supported: ['v1'] })
  expect(reply.text).not.toContain('x'.repeat(100))
})
