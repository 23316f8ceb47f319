import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { scratchFolder } from '@commonhold/embedded-postgres/testing'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { withDatabase } from '../../src/db/with-database.ts'
import { send } from '../security/send.ts'
import { startProcess, statusOf } from './child.ts'
import { freePort } from './free-port.ts'
import { emptyDatabase, migratedDatabase } from './gate.ts'
import { served } from './served.ts'

const json = { email: 'ada@example.org', password: 'a password for tests' }
const post = (address: string, path: string) => send(address, `POST ${path}`, { json })

test('it starts before the database does: alive, not ready, and 503 until it comes', async () => {
  const gate = await emptyDatabase()
  const port = await freePort()
  const child = startProcess({ DATABASE_URL: gate.url, PORT: String(port) })
  const address = `http://127.0.0.1:${port}`
  await expect.poll(() => statusOf(`${address}/livez`)).toBe(200)
  const notReady = await fetch(`${address}/readyz`)
  expect([notReady.status, notReady.headers.get('retry-after')]).toEqual([503, '1'])
  const refused = await post(address, '/auth/token')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(refused.json.code).toBe('unavailable')
  await gate.open()
  expect(await child.ready).toBe(address)
  expect(await statusOf(`${address}/readyz`)).toBe(200)
  expect((await served(() => post(address, '/me/signup'))).status).toBe(201)
  expect(child.stdout()).not.toContain(gate.password)
})

test('while the database does not respond, it is tried at least once a second', async () => {
  const pauses: number[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void pauses.push(JSON.parse(line).retry_ms) })
  const refusals = Array.from({ length: 6 }, () =>
    Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  )
  const prepared = await withDatabase(
    log,
    () => false,
    async () => {
      const refusal = refusals.pop()
      if (refusal) throw refusal
      return 'prepared'
    },
  )
  expect(prepared).toBe('prepared')
  expect(pauses).toEqual([100, 200, 400, 800, 1_000, 1_000])
})

test('readiness follows the database, and so does work', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const address = await startProcess({ DATABASE_URL: gate.url }).ready
  for (let round = 0; round < 2; round += 1) {
    await gate.shut()
    expect(await statusOf(`${address}/readyz`)).toBe(503)
    expect((await post(address, '/auth/token')).status).toBe(503)
    expect(await statusOf(`${address}/livez`)).toBe(200)
    await gate.open()
    await expect.poll(() => statusOf(`${address}/readyz`), { interval: 50 }).toBe(200)
    expect((await served(() => post(address, '/auth/token'))).status).toBe(401)
  }
})

test('a wrong password of the database ends it at once, and is not shown', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({ DATABASE_URL: gate.url.replace(/:[^:@]+@/, ':a-wrong-password@') })
  expect(await child.exit).toBe(1)
  expect(child.ownErrors()).toHaveLength(1)
  expect(child.stderr()).toMatch(/password authentication failed/)
  expect(child.stderr() + child.stdout()).not.toContain('a-wrong-password')
  expect(child.stderr()).not.toMatch(/\n\s+at /)
})

test('a database that is not there ends it', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({ DATABASE_URL: `${gate.url}x` })
  expect(await child.exit).toBe(1)
  expect(child.ownErrors()).toHaveLength(1)
})

/** A port on which another program listens, with a protocol other than PostgreSQL's. */
async function openPort(): Promise<string> {
  const server = createServer((socket) =>
    socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  )
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return String(typeof address === 'object' ? address?.port : 0)
}

test.each([
  ['PORT', { PORT: 'taken' }],
  ['METRICS_PORT', { METRICS_PORT: 'taken' }],
  ['HOST', { HOST: '203.0.113.7' }],
  ['METRICS_HOST', { METRICS_HOST: '203.0.113.7', METRICS_PORT: '0' }],
])('%s where it cannot listen ends it with one line that names the setting', async (name, settingOf) => {
  const gate = await migratedDatabase()
  const usedPort = await openPort()
  const settings = Object.entries(settingOf).map(([key, value]) => [
    key,
    value === 'taken' ? usedPort : value,
  ])
  const child = startProcess({ DATABASE_URL: gate.url, ...Object.fromEntries(settings) })
  expect(await child.exit).toBe(1)
  const lines = child.stderr().trimEnd().split('\n')
  expect(lines).toEqual([expect.stringMatching(new RegExp(`^commonhold: ${name}: .* set .* \\(.*:\\d+\\)$`))])
})

test('a folder that cannot be made ends it with one line that names the setting', async () => {
  const file = join(scratchFolder(), 'file')
  writeFileSync(file, '')
  const child = startProcess({ DATA_DIR: join(file, 'data') })
  expect(await child.exit).toBe(1)
  expect(child.stderr()).toMatch(/^commonhold: DATA_DIR: .*ENOTDIR.*\n$/)
})

test('a database that is none is named in the log', async () => {
  const port = await openPort()
  const child = startProcess({
    DATABASE_URL: `postgres://owner:none@127.0.0.1:${port}/none`,
    LOG_LEVEL: 'warn',
  })
  await expect.poll(child.stdout).toContain('the server at DATABASE_URL does not answer as PostgreSQL')
})

test('a tenant for sign-up that is not there ends it with one line', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({ DATABASE_URL: gate.url, SIGNUP_TENANT: 'no-such-tenant' })
  expect(await child.exit).toBe(1)
  expect(child.stderr()).toBe(
    'commonhold: SIGNUP_TENANT: no tenant in use has the slug or id no-such-tenant\n',
  )
})

test('a start that fails leaves no embedded database running', async () => {
  const folder = scratchFolder()
  const child = startProcess({ DATA_DIR: folder, SIGNUP_TENANT: 'no-such-tenant' })
  expect(await child.exit).toBe(1)
  expect(child.ownErrors()).toEqual([
    'commonhold: SIGNUP_TENANT: no tenant in use has the slug or id no-such-tenant',
  ])
  expect(existsSync(join(folder, 'cluster', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(folder, 'cluster', 'postmaster.pid'))).toBe(false)
})

test('it can be stopped while it waits for the database', async () => {
  const gate = await migratedDatabase()
  const port = await freePort()
  const child = startProcess({ DATABASE_URL: gate.url, PORT: String(port) })
  await expect.poll(() => statusOf(`http://127.0.0.1:${port}/livez`)).toBe(200)
  child.process.kill('SIGTERM')
  expect(await child.exit).toBe(0)
})

test('six at once on an empty database: one key, one operator, each migration once', async () => {
  const gate = await emptyDatabase()
  await gate.open()
  const settings = {
    DATABASE_URL: gate.url,
    DATABASE_SLOTS: '2',
    ADMIN_EMAIL: 'operator@example.org',
    ADMIN_PASSWORD: 'a password for operators',
  }
  const children = Array.from({ length: 6 }, () => startProcess(settings))
  const addresses = await Promise.all(children.map(({ ready }) => ready))
  const [counts] =
    await gate.sql`select (select count(*) from signing_keys)::int as keys, (select count(*) from users)::int as users,
    (select count(*) - count(distinct hash) from drizzle.__drizzle_migrations)::int as repeated, (select count(*) from tenants)::int as tenants,
    (select count(*) from group_members)::int as memberships`
  // The operator owns the root tenant, and the tenant that sign-up joins.
  expect(counts).toEqual({ keys: 1, users: 1, repeated: 0, tenants: 2, memberships: 2 })
  const account = { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
  const signedIn = await served(() => send(addresses[0] ?? '', 'POST /auth/token', { json: account }))
  const token = String(signedIn.json.access_token)
  for (const address of addresses)
    expect((await served(() => send(address, 'GET /me', { token }))).status).toBe(200)
})
