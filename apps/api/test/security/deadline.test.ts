import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from '../process/child.ts'
import { emptyDatabase } from '../process/gate.ts'
import { PASSWORD, startService, type TestService } from '../service.ts'
import { send } from './send.ts'

/** Each insert or update of these tables takes as long as a statement nearly may. */
async function slowDown(service: TestService, tables: readonly string[]): Promise<void> {
  const { sql } = service.database
  await sql`create function be_slow() returns trigger language plpgsql security definer as $$ begin perform pg_sleep(1.7); return new; end $$`
  for (const table of tables)
    await sql.unsafe(
      `create trigger be_slow before insert or update on ${table} for each row execute function be_slow()`,
    )
}

async function started(): Promise<TestService> {
  const service = await startService({ SIGN_IN_RATE: '1000' })
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
  await slowDown(service, ['attempts', 'users'])
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

test('a write that missed its deadline is not answered later than a read, although it is rolled back', async () => {
  const gate = await emptyDatabase()
  await gate.open()
  const address = await startProcess({ DATABASE_URL: gate.url }).ready
  const { json } = await send(address, 'POST /me/signup', {
    json: { email: 'ada@example.org', password: PASSWORD },
  })
  const token = String(json.access_token)
  gate.swallow()
  const late = async (request: string) => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(address, request, { token })))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 503))
    return Math.max(...replies.map(({ ms }) => ms))
  }
  const [write, read] = await Promise.all([late('POST /me/signout'), late('GET /me')])
  expect(write / read).toBeLessThan(1.2)
})
