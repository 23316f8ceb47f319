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

const json = JSON.stringify({ name: 'Smuggled', tracking_type: 'countable' })
const headers = () => [`Authorization: Bearer ${ada.token}`, 'Content-Type: application/json']
const raw = (pieces: readonly (string | Uint8Array)[], options?: Parameters<typeof sendRaw>[2]) =>
  sendRaw(service.address, pieces, options)
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const create =
  (...more: string[]) =>
  (body: string) =>
    rawRequest('POST /asset-models', [...headers(), ...more], body)

async function expectAlive(): Promise<void> {
  expect((await fetch(`${service.address}/livez`)).status).toBe(200)
}

function expectRefused(reply: RawReply, statuses: readonly number[]): void {
  expect(statuses, reply.text.slice(0, 300)).toContain(reply.statuses[0])
  expect(reply.text.length).toBeLessThanOrEqual(8_192)
}

describe('the length of a body', () => {
  const big = 'x'.repeat(2 ** 20 + 1)
  const requests: [what: string, pieces: () => string[], statuses: number[]][] = [
    ['more than a megabyte announced', () => [create(`Content-Length: ${big.length}`)('')], [413]],
    ['a terabyte announced', () => [create('Content-Length: 1099511627776')('')], [413]],
    [
      'more than a megabyte in chunks',
      () => [create('Transfer-Encoding: chunked')(''), chunk(big), '0\r\n\r\n'],
      [413],
    ],
    [
      'more than a megabyte in small chunks',
      () => [create('Transfer-Encoding: chunked')(''), chunk('x'.repeat(1_000)).repeat(1_100), '0\r\n\r\n'],
      [413],
    ],
    ['a length that is no number', () => [create('Content-Length: abc')(json)], [400]],
    ['a negative length', () => [create('Content-Length: -1')(json)], [400]],
    ['a length with a sign', () => [create(`Content-Length: +${json.length}`)(json)], [400]],
    ['two lengths', () => [create(`Content-Length: ${json.length}`, 'Content-Length: 5')(json)], [400]],
    [
      'a length and chunks',
      () => [create('Content-Length: 5', 'Transfer-Encoding: chunked')(`${chunk(json)}0\r\n\r\n`)],
      [400],
    ],
    ['chunks of an unknown coding', () => [create('Transfer-Encoding: gzip')(json)], [400, 501]],
    [
      'chunked and more',
      () => [create('Transfer-Encoding: chunked, identity')(`${chunk(json)}0\r\n\r\n`)],
      [400, 501],
    ],
    ['a chunk size that is none', () => [create('Transfer-Encoding: chunked')('xyz\r\n')], [400]],
    ['a length that is too short', () => [create(`Content-Length: ${json.length - 1}`)(json)], [400]],
    ['a line break of its own in a header', () => [create('X-Test: a\nContent-Length: 5')(json)], [400]],
    ['a blank before the colon', () => [create('Content-Length : 5')(json)], [400]],
    ['a NUL in a header', () => [create('X-Test: a\0b')('')], [400]],
  ]
  test.each(requests)('%s is refused', async (_, pieces, statuses) => {
    const before = await footprint(service.database)
    expectRefused(await raw(pieces()), statuses)
    expect(await footprint(service.database)).toEqual(before)
    await expectAlive()
  })

  test('a client that goes away in the middle of a body leaves nothing, and no error', async () => {
    const before = await footprint(service.database)
    for (let n = 0; n < 10; n += 1)
      await raw([create(`Content-Length: ${json.length + 9}`)(json)], { patience: 30 })
    expect(await footprint(service.database)).toEqual(before)
    await expectAlive()
  })

  test('the control: a body of the right length is accepted, in one piece or in chunks', async () => {
    const named = (name: string) => json.replace('Smuggled', name)
    expect((await raw([create(`Content-Length: ${named('One').length}`)(named('One'))])).statuses).toEqual([
      201,
    ])
    expect(
      (await raw([create('Transfer-Encoding: chunked')(`${chunk(named('Two'))}0\r\n\r\n`)])).statuses,
    ).toEqual([201])
  })
})

describe('the request line', () => {
  const lines: [line: string, more: string[], statuses: number[]][] = [
    ['TRACE /me', [], [405]],
    ['TRACE /nowhere', [], [404, 405]],
    ['TRACK /me', [], [400, 405]],
    ['PROPFIND /me', [], [405]],
    ['POST /livez', [], [405]],
    ['DELETE /openapi.json', [], [405]],
    ['PUT /problems/not_found', [], [405]],
    ['POST /docs', [], [405]],
    ['NONSENSE /me', [], [400]],
    ['get /me', [], [400]],
    ['GET //me', [], [404]],
    ['GET /me/', [], [404]],
    ['GET /ME', [], [404]],
    ['GET /me%2fsessions', [], [404]],
    ['GET /asset-models%2F01K00000000000000000000099', [], [404]],
    ['GET /asset-models/%30%31K00000000000000000000099', [], [404]],
    ['GET /asset-models/..%2f..%2fme', [], [404]],
    ['GET /issues/%2e%2e/users', [], [404]],
    ['GET /issues/%2E./users', [], [404]],
    ['GET /issues/../users', [], [404]],
    ['GET /%2e/users', [], [404]],
    ['GET /./users', [], [404]],
    ['GET /users/.', [], [404]],
    ['GET /users/x/%2e%2E?limit=1', [], [404]],
    ['GET http://localhost/issues/%2e%2e/users', [], [404]],
    ['POST /me/%2e%2e/readyz', [], [404]],
    ['GET /me%00', [], [404]],
    ['GET /me%', [], [404]],
    ['GET /me%ff', [], [404]],
    ['GET /me;x=y', [], [404]],
    ['GET /me\\sessions', [], [400, 404]],
    ['GET me', [], [400]],
    ['GET *', [], [400, 404]],
    ['GET ?x', [], [400, 404]],
    [`GET /${'a'.repeat(6_000)}`, [], [404]],
    [`GET /${'a'.repeat(20_000)}`, [], [414, 431]],
    ['GET /me', [`X-Big: ${'a'.repeat(20_000)}`], [431]],
    ['GET /me', Array.from({ length: 3_000 }, (_, n) => `X-${n}: a`), [431, 200]],
    ['GET /me', ['Host: '], [400, 200]],
    ['GET /me', ['Host: a b'], [400]],
    ['GET /me', ['Host: evil.example/path?x='], [400]],
    ['GET /me', ['Host: user@evil.example'], [400]],
    ['GET /me', ['Host: [::1'], [400]],
  ]
  test.each(
    lines.map(
      ([line, more, statuses]) => [`${line} ${more[0] ?? ''}`.slice(0, 60), line, more, statuses] as const,
    ),
  )('%s', async (_, line, more, statuses) => {
    const reply = await raw([
      rawRequest(line, [`Authorization: Bearer ${ada.token}`, 'Connection: close', ...more]),
    ])
    expectRefused(reply, statuses)
    expect(reply.text).not.toMatch(/TypeError|\bat \/|node_modules/)
    await expectAlive()
  })

  test('this is no proxy', async () => {
    const reply = await raw([rawRequest('CONNECT evil.example:443')], UNTIL_CLOSED)
    expect(reply.closed).toBe(true)
    expect(reply.statuses.filter((status) => status < 400)).toEqual([])
    await expectAlive()
  })

  test('a path is decoded once', async () => {
    const get = async (path: string) =>
      (await raw([rawRequest(`GET ${path}`, ['Connection: close'])])).statuses
    expect(await get('/%6de')).toEqual([401])
    expect(await get('/%256de')).toEqual([404])
  })

  test('what is refused for its path names the path as it was sent', async () => {
    const { text } = await raw([rawRequest('GET /issues/%2e%2e/users?limit=1', ['Connection: close'])])
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'not_found',
      instance: '/issues/%2e%2e/users',
    })
  })

  test.each([
    ['/me', 'GET, HEAD, OPTIONS'],
    ['/asset-models', 'GET, HEAD, OPTIONS, POST'],
    ['/auth/token', 'OPTIONS, POST'],
    ['/livez', 'GET, HEAD, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/openapi.sdk.json', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS %s is answered by what it allows: %s', async (path, allow) => {
    for (const more of [[], ['Origin: http://localhost:5173']]) {
      const { text, statuses } = await raw([rawRequest(`OPTIONS ${path}`, ['Connection: close', ...more])])
      expect(statuses).toEqual([204])
      expect(/\r\nallow: (.*)\r\n/i.exec(text)?.[1]).toBe(allow)
      expect(text).toMatch(/\r\nx-request-id: /i)
    }
    expect((await raw([rawRequest('OPTIONS /nowhere', ['Connection: close'])])).statuses).toEqual([404])
  })

  test('no version, an old one and a wrong one do no harm', async () => {
    for (const version of ['HTTP/0.9', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'XTTP/1.1'])
      await raw([`GET /livez ${version}\r\nHost: localhost\r\n\r\n`])
    for (const bytes of [
      '\r\n\r\n',
      '\0\0\0\0',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01',
    ])
      await raw([bytes], { patience: 200 })
    await expectAlive()
  })

  test('the absolute form names this service only', async () => {
    const reply = await raw([
      rawRequest('GET http://evil.example/me', [`Authorization: Bearer ${ada.token}`, 'Connection: close']),
    ])
    expect([200, 400, 404]).toContain(reply.statuses[0])
    expect(reply.text).not.toContain('evil.example')
  })

  test('a request hidden behind another is not run as that one', async () => {
    const before = await footprint(service.database)
    const hidden = create(`Content-Length: ${json.length}`)(json)
    const reply = await raw(
      [
        rawRequest(
          'GET /me',
          [`Authorization: Bearer ${ada.token}`, 'Content-Length: 5', 'Transfer-Encoding: chunked'],
          `0\r\n\r\n${hidden}`,
        ),
      ],
      UNTIL_CLOSED,
    )
    expect(reply.statuses).toEqual([400])
    expect(reply.closed).toBe(true)
    expect(await footprint(service.database)).toEqual(before)
  })

  test('a wrong method on a known path names the right ones', async () => {
    for (const method of ['TRACE', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await raw([rawRequest(`${method} /me`, ['Connection: close'])])
      expect(reply.text).toMatch(/^HTTP\/1\.1 405 /)
      expect(reply.text).toMatch(/\r\nallow: GET, HEAD, OPTIONS\r\n/i)
    }
  })
})

describe('the host', () => {
  const hosts: [what: string, head: string, status: number][] = [
    ['two hosts', 'GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: evil.example', 400],
    ['the same host twice', 'GET /livez HTTP/1.1\r\nHost: localhost\r\nhost: localhost', 400],
    ['two hosts in HTTP/1.0', 'GET /livez HTTP/1.0\r\nHost: localhost\r\nHost: evil.example', 400],
    ['no host', 'GET /livez HTTP/1.1\r\nAccept: */*', 400],
    ['no host in HTTP/1.0', 'GET /openapi.json HTTP/1.0\r\nAccept: */*', 400],
    ['a probe of /livez in HTTP/1.0', 'GET /livez HTTP/1.0\r\nAccept: */*', 200],
    ['a probe of /readyz in HTTP/1.0', 'GET /readyz HTTP/1.0\r\nAccept: */*', 200],
    ['one host in HTTP/1.0', 'GET /openapi.json HTTP/1.0\r\nHost: localhost', 200],
  ]
  test.each(hosts)('%s', async (_, head, status) => {
    const { statuses, text, closed } = await raw([`${head}\r\n\r\n`], UNTIL_CLOSED)
    expect(statuses).toEqual([status])
    expect(closed).toBe(true)
    if (status === 400)
      expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        code: 'malformed_request',
        detail: 'Send one Host header.',
      })
  })
})

describe('refusals below HTTP', () => {
  const requests: [what: string, bytes: string, status: number, code: string][] = [
    ['a request that cannot be read', 'NONSENSE\r\n\r\n', 400, 'malformed_request'],
    [
      'headers that are too large',
      rawRequest('GET /me', [`X-Big: ${'a'.repeat(20_000)}`]),
      431,
      'request_header_fields_too_large',
    ],
  ]
  test.each(requests)('%s is answered by a problem', async (_, bytes, status, code) => {
    const { text, closed } = await raw([bytes], UNTIL_CLOSED)
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(JSON.parse(body)).toMatchObject({ type: `/problems/${code}`, status, code })
    expect(head).toMatch(/\r\ncontent-type: application\/problem\+json; charset=utf-8/i)
    expect(head).toMatch(/\r\nx-content-type-options: nosniff/i)
    expect(head).toMatch(/\r\nconnection: close/i)
    expect(closed).toBe(true)
  })
})

describe('slow clients', () => {
  test('headers that trickle are cut off after ten seconds, and others do not notice', async () => {
    const slow = Array.from({ length: 50 }, () =>
      raw(['GET /me HTTP/1.1\r\nHost: local', 'host\r\nX-A: '], { ...UNTIL_CLOSED, pause: 1_000 }),
    )
    for (let n = 0; n < 20; n += 1) expect((await fetch(`${service.address}/livez`)).status).toBe(200)
    for (const reply of await Promise.all(slow)) {
      expect(reply.statuses).toEqual([408])
      expect(reply.closed).toBe(true)
    }
  })
})
