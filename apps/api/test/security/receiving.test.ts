import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '../service.ts'
import { footprint } from './footprint.ts'
import { type RawReply, rawRequest, sendRaw, UNTIL_CLOSED } from './raw-socket.ts'

let service: TestService
let ada: TestUser

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
})
afterAll(() => service.stop())

const JSON_TYPE = 'Content-Type: application/json'
const token = () => `Authorization: Bearer ${ada.token}`
const raw = (pieces: readonly string[], options?: Parameters<typeof sendRaw>[2]) =>
  sendRaw(service.address, pieces, options)
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/** The problem in the only answer of a connection. Checks that the answer is complete and that the connection closes after it. */
function problemOf(reply: RawReply): Record<string, unknown> {
  const [head = '', body = ''] = reply.text.split('\r\n\r\n')
  expect(reply.statuses).toHaveLength(1)
  expect(head).toMatch(/\r\nconnection: close(\r\n|$)/i)
  expect(head).toMatch(new RegExp(`\r\ncontent-length: ${Buffer.byteLength(body)}(\r\n|$)`, 'i'))
  expect(reply.closed).toBe(true)
  return JSON.parse(body)
}

describe('a body that the operation does not read is refused before it arrives', () => {
  test.each([
    ['another type', ['Content-Type: text/plain', 'Content-Length: 100']],
    ['no type', ['Content-Length: 100']],
    ['an encoding', [JSON_TYPE, 'Content-Encoding: gzip', 'Content-Length: 100']],
    ['another type, in chunks', ['Content-Type: text/plain', 'Transfer-Encoding: chunked']],
  ])('%s', async (_, headers) => {
    const reply = await raw([rawRequest('POST /asset-models', [token(), ...headers])])
    expect(reply.statuses).toEqual([415])
    expect(reply.text).toMatch(/\r\nconnection: close\r\n/i)
  })
})

describe('a body that is too large', () => {
  const requests: [what: string, head: () => string, limit: number][] = [
    [
      'with a token',
      () => rawRequest('POST /asset-models', [token(), JSON_TYPE, 'Transfer-Encoding: chunked']),
      2 ** 20,
    ],
    [
      'without one',
      () => rawRequest('POST /auth/forgot-password', [JSON_TYPE, 'Transfer-Encoding: chunked']),
      2 ** 14,
    ],
  ]
  test.each(requests)('%s: the client reads 413 although it goes on sending', async (_, head, limit) => {
    const pieces = Array.from({ length: 12 }, () => chunk('x'.repeat(limit >> 2)))
    const reply = await raw([head(), ...pieces, '0\r\n\r\n'], { ...UNTIL_CLOSED, pause: 100 })
    expect(problemOf(reply)).toMatchObject({
      status: 413,
      code: 'content_too_large',
      limit,
      detail: expect.stringContaining(String(limit)),
    })
  })

  test('what follows on its connection is not run', async () => {
    const before = await footprint(service.database)
    const json = JSON.stringify({ name: 'Follows', tracking_type: 'countable' })
    const next = rawRequest(
      'POST /asset-models',
      [token(), JSON_TYPE, `Content-Length: ${json.length}`],
      json,
    )
    const reply = await raw(
      [
        rawRequest('POST /auth/forgot-password', [JSON_TYPE, 'Transfer-Encoding: chunked']),
        chunk('x'.repeat(20_000)),
        `0\r\n\r\n${next}`,
      ],
      { ...UNTIL_CLOSED, pause: 100 },
    )
    expect(problemOf(reply)).toMatchObject({ status: 413 })
    expect(await footprint(service.database)).toEqual(before)
  })

  test.each([
    ['POST /auth/forgot-password', 2 ** 14, false],
    ['POST /users', 2 ** 14, true],
    ['POST /asset-models', 2 ** 20, true],
  ])('%s accepts %d bytes and not one more', async (line, limit, isSignedIn) => {
    const sent = (length: number) =>
      raw(
        [
          rawRequest(line, [
            JSON_TYPE,
            'Connection: close',
            ...(isSignedIn ? [token()] : []),
            `Content-Length: ${length}`,
          ]),
          ' '.repeat(length),
        ],
        UNTIL_CLOSED,
      )
    expect((await sent(limit)).statuses).toEqual([400])
    expect(problemOf(await sent(limit + 1))).toMatchObject({ status: 413, limit })
  })
})

test('an answer that does not wait for the body ends the connection, and is read as a whole', async () => {
  const head = rawRequest('POST /asset-models', [JSON_TYPE, 'Content-Length: 200000'])
  const reply = await raw([head, ...Array.from({ length: 10 }, () => 'x'.repeat(20_000))], {
    ...UNTIL_CLOSED,
    pause: 100,
  })
  expect(problemOf(reply)).toMatchObject({ status: 401 })
})

test('an answer that does not need the body leaves the connection open where the body has arrived', async () => {
  const refused = rawRequest('POST /asset-models', [JSON_TYPE, 'Content-Length: 2'], '{}')
  const reply = await raw([refused, rawRequest('GET /livez', ['Connection: close'])], {
    ...UNTIL_CLOSED,
    pause: 200,
  })
  expect(reply.statuses).toEqual([401, 200])
})

describe('a slow body', () => {
  const requests: [what: string, head: () => string][] = [
    ['with a token', () => rawRequest('PATCH /me/preferences', [token(), JSON_TYPE, 'Content-Length: 64'])],
    ['without one', () => rawRequest('POST /auth/forgot-password', [JSON_TYPE, 'Content-Length: 64'])],
    ['in chunks', () => rawRequest('POST /auth/forgot-password', [JSON_TYPE, 'Transfer-Encoding: chunked'])],
  ]
  test('ends with 408 after ten seconds, even where it trickles', async () => {
    const replies = await Promise.all(
      requests.map(([what, head]) =>
        raw([head(), ...Array.from({ length: 20 }, () => (what === 'in chunks' ? chunk(' ') : ' '))], {
          ...UNTIL_CLOSED,
          pause: 1_000,
        }),
      ),
    )
    for (const reply of replies)
      expect(problemOf(reply)).toMatchObject({
        status: 408,
        code: 'request_timeout',
        detail: expect.stringContaining('within 10 seconds'),
      })
  })
})
