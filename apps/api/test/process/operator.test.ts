import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scratchFolder } from '@commonhold/embedded-postgres/testing'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../security/send.ts'
import { startProcess } from './child.ts'
import { migratedDatabase } from './gate.ts'

const ROOT = '01K00000000000000000000000'
const signIn = (address: string, email: string, password: string) =>
  send(address, 'POST /auth/token', { json: { email, password } })

async function expectOperator(address: string, email: string, password: string): Promise<void> {
  const signedIn = await signIn(address, email, password)
  expect(signedIn.status).toBe(200)
  const created = await send(address, 'POST /asset-models', {
    token: String(signedIn.json.access_token),
    tenantId: ROOT,
    json: { name: `Shared ${Math.random()}`, tracking_type: 'countable' },
  })
  expect(created.status).toBe(201)
}

test('the operator of the settings can sign in, and owns the root tenant', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const settings = {
    DATABASE_URL: gate.url,
    ADMIN_EMAIL: 'Operator@Example.org',
    ADMIN_PASSWORD: 'a password for operators',
  }
  const child = startProcess(settings)
  await expectOperator(await child.ready, 'operator@example.org', settings.ADMIN_PASSWORD)
  expect(child.stdout() + child.stderr()).not.toContain(settings.ADMIN_PASSWORD)
  child.process.kill('SIGTERM')
  await child.exit
  // The settings create only the first operator: a later password has no effect.
  const again = startProcess({
    ...settings,
    ADMIN_EMAIL: 'other@example.org',
    ADMIN_PASSWORD: 'another password for them',
  })
  const address = await again.ready
  await expectOperator(address, 'operator@example.org', settings.ADMIN_PASSWORD)
  expect((await signIn(address, 'other@example.org', 'another password for them')).status).toBe(401)
})

test('the password of the operator may come from a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'commonhold-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'password'), 'a password in a file\n')
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({
    DATABASE_URL: gate.url,
    ADMIN_EMAIL: 'operator@example.org',
    ADMIN_PASSWORD_FILE: join(folder, 'password'),
  })
  await expectOperator(await child.ready, 'operator@example.org', 'a password in a file')
})

test('a database of others gets no operator unless the settings name one', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({ DATABASE_URL: gate.url })
  const address = await child.ready
  expect(await gate.sql`select from users`).toHaveLength(0)
  for (const [email, password] of [
    ['admin@example.org', 'admin'],
    ['operator@commonhold.localhost', 'password'],
    ['root@localhost.localdomain', 'root'],
  ] as const)
    expect((await signIn(address, email, password)).status).toBe(401)
})

test('who signed up first with the address of the operator does not become one', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const first = startProcess({ DATABASE_URL: gate.url })
  const signedUp = await send(await first.ready, 'POST /users', {
    json: { email: 'operator@example.org', password: 'a password of a stranger' },
  })
  expect(signedUp.status).toBe(201)
  const second = startProcess({
    DATABASE_URL: gate.url,
    ADMIN_EMAIL: 'operator@example.org',
    ADMIN_PASSWORD: 'a password for operators',
  })
  expect(await second.exit).toBe(1)
  expect(second.stderr()).toMatch(
    /^commonhold: ADMIN_EMAIL: .+ already has an account.+another ADMIN_EMAIL.+\n$/,
  )
  expect(await gate.sql`select from group_members where tenant_id = ${ROOT}`).toHaveLength(0)
})

test('an account with the address and the password of the operator becomes one, unless it is deactivated', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const email = 'operator@example.org'
  const password = 'a password for operators'
  const first = startProcess({ DATABASE_URL: gate.url })
  const signedUp = await send(await first.ready, 'POST /users', { json: { email, password } })
  expect(signedUp.status).toBe(201)
  await gate.sql`update users set status = 'deactivated', deactivated_at = now()`
  const settings = { DATABASE_URL: gate.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  expect(await startProcess(settings).exit).toBe(1)
  await gate.sql`update users set status = 'active', deactivated_at = null`
  await expectOperator(await startProcess(settings).ready, email, password)
  expect(await gate.sql`select from users`).toHaveLength(1)
  const entries = await gate.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${ROOT})`
    return sql`select action, record_type from audit_log where operation = 'start'`
  })
  expect([...entries]).toEqual([{ action: 'created', record_type: 'membership' }])
})

test.each([
  ['common', 'password123'],
  ['its own address', 'operator@example.org'],
])('a password of the operator that is %s is refused by one line', async (_, password) => {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({
    DATABASE_URL: gate.url,
    ADMIN_EMAIL: 'operator@example.org',
    ADMIN_PASSWORD: password,
  })
  expect(await child.exit).toBe(1)
  expect(child.stderr()).toMatch(/^commonhold: ADMIN_PASSWORD: .+\n$/)
  expect(child.stderr()).not.toContain(password)
})

test('the embedded database gets an operator whose password is shown once', async () => {
  const settings = { DATA_DIR: scratchFolder() }
  const first = startProcess(settings)
  const address = await first.ready
  await expect.poll(() => first.stderr()).toMatch(/Password: +\S+/)
  const [, email = ''] = /Operator account: (\S+)/.exec(first.stderr()) ?? []
  const [, password = ''] = /Password: +(\S+)/.exec(first.stderr()) ?? []
  expect(password.length).toBeGreaterThanOrEqual(20)
  expect(first.stdout()).not.toContain(password)
  await expectOperator(address, email, password)
  first.process.kill('SIGTERM')
  expect(await first.exit).toBe(0)

  const second = startProcess(settings)
  await expectOperator(await second.ready, email, password)
  expect(second.stderr()).toBe('')
  second.process.kill('SIGTERM')
  expect(await second.exit).toBe(0)
})
