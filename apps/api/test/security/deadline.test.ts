import { expect, onTestFinished, test } from 'vitest'
import { PASSWORD, startService, type TestService } from '../service.ts'
import { send } from './send.ts'

/** Makes each insert or update of these tables take 1.7 s, nearly the time limit of a statement. */
async function slowDown(service: TestService, tables: readonly string[]): Promise<void> {
  const { sql } = service.database
  await sql`create function be_slow() returns trigger language plpgsql security definer as $$ begin perform pg_sleep(1.7); return new; end $$`
  for (const table of tables)
    await sql.unsafe(
      `create trigger be_slow before insert or update on ${table} for each row execute function be_slow()`,
    )
}

/** Makes each authorized statement wait 1.7 s before it does anything. */
async function slowDownAuthorization(service: TestService): Promise<void> {
  const { sql } = service.database
  await sql`alter function commonhold_authorize_caller rename to authorize_at_once`
  await sql`create function commonhold_authorize_caller(text, text, text, text, double precision, text, text, text, text, text) returns text language plpgsql security definer as $$ begin perform pg_sleep(1.7); return authorize_at_once($1, $2, $3, $4, $5, $6, $7, $8, $9, $10); end $$`
}

async function started(): Promise<TestService> {
  const service = await startService()
  onTestFinished(() => service.stop())
  return service
}

test('a sign-in has one deadline, however many transactions it takes', async () => {
  const service = await started()
  const { email } = await service.signUp()
  await slowDown(service, ['attempts', 'sessions'])
  const reply = await send(service.address, 'POST /auth/token', { json: { email, password: PASSWORD } })
  expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
  const [sessions] = await service.database.sql`select count(*)::int as count from sessions`
  expect(sessions?.count).toBe(1)
})

test('so has a change of the password, which then has not happened', async () => {
  const service = await started()
  const ada = await service.signUp()
  await slowDown(service, ['attempts', 'audit_log'])
  const reply = await send(service.address, `PATCH /users/${ada.id}`, {
    token: ada.token,
    json: { password: 'another password for tests', current_password: PASSWORD },
  })
  expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
  await service.database.sql`drop function be_slow cascade`
  const signIn = await send(service.address, 'POST /auth/token', {
    json: { email: ada.email, password: PASSWORD },
  })
  expect(signIn.status).toBe(200)
})

test('so has a read that queries the database several times', async () => {
  const service = await started()
  const { token } = await service.signUp()
  await slowDownAuthorization(service)
  const reply = await send(service.address, 'GET /me/groups', { token })
  expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
})

test('so has a refusal, which is not sent before it is in the audit log', async () => {
  const service = await started()
  const { token } = await service.signUp()
  await slowDownAuthorization(service)
  await slowDown(service, ['audit_log'])
  const reply = await send(service.address, 'GET /asset-models', {
    token,
    tenantId: '01K00000000000000000000000',
  })
  expect(reply.json).toMatchObject({ status: 503, code: 'unavailable' })
})
