import { expect, onTestFinished, test } from 'vitest'
import type { Clock } from '../../src/base/clock.ts'
import { send } from '../security/send.ts'
import { startService, type TestService } from '../service.ts'

async function started(
  settings: Record<string, string> = {},
  beside?: TestService,
  clock?: Clock,
): Promise<TestService> {
  const service = await startService(settings, beside?.database, clock ? { clock } : {})
  onTestFinished(() => service.stop())
  return service
}

const clockAt = (offsetSeconds: number): Clock => ({
  now: () => new Date(Date.now() + offsetSeconds * 1_000),
})
const partOf = (token: string, n: number) =>
  JSON.parse(Buffer.from(token.split('.')[n] ?? '', 'base64url').toString())
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

test('an access token says what RFC 9068 asks for, and no more', async () => {
  const service = await started()
  const ada = await service.signUp()
  expect(partOf(ada.token, 0)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: expect.stringMatching(ULID) })
  const claims = partOf(ada.token, 1)
  expect(claims).toEqual({
    iss: 'commonhold',
    aud: 'commonhold-api',
    client_id: 'commonhold-api',
    sub: ada.id,
    sid: ada.sessionId,
    jti: expect.stringMatching(ULID),
    iat: expect.any(Number),
    exp: claims.iat + 43_200,
  })
})

test('ACCESS_TOKEN_TTL is the life of an access token', async () => {
  const service = await started({ ACCESS_TOKEN_TTL: '15m' })
  const tokens = await service.anonymous.me.signUp({
    email: 'ada@example.org',
    password: 'a password for tests',
  })
  const { iat, exp } = partOf(tokens.access_token, 1)
  expect([tokens.expires_in, exp - iat]).toEqual([900, 900])
})

test.each([-120, -20, 20, 120])(
  'an instance whose clock is %d seconds off gives tokens of the right life',
  async (offset) => {
    const right = await started({ ACCESS_TOKEN_TTL: '15m' })
    const wrong = await started({ ACCESS_TOKEN_TTL: '15m' }, right, clockAt(offset))
    const before = Math.floor(Date.now() / 1_000)
    const ada = await wrong.signUp()
    const { iat, exp } = partOf(ada.token, 1)
    expect(iat).toBeGreaterThanOrEqual(before)
    expect(iat).toBeLessThanOrEqual(Date.now() / 1_000)
    expect(exp - iat).toBe(900)
    for (const { address } of [right, wrong])
      expect((await send(address, 'GET /me', { token: ada.token })).status).toBe(200)
  },
)

test('the clock of the database decides when a token ends', async () => {
  const service = await started({ ACCESS_TOKEN_TTL: '1m' })
  const ada = await service.signUp()
  expect((await send(service.address, 'GET /me', { token: ada.token })).status).toBe(200)
  // The clock of the database cannot be set. The function's search path can, so that it calls another `now`.
  await service.database.sql`create schema later`
  await service.database
    .sql`create function later.now() returns timestamptz language sql as $$ select pg_catalog.now() + interval '61 seconds' $$`
  await service.database.sql`grant usage on schema later to public`
  await service.database
    .sql`alter function commonhold_authorize_caller set search_path = later, pg_catalog, public, pg_temp`
  const reply = await send(service.address, 'GET /me', { token: ada.token })
  expect(reply.json).toMatchObject({ status: 401, code: 'not_authenticated' })
})
