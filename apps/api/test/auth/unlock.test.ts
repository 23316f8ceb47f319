import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { transact } from '../../src/http/service.ts'
import { unlockAccount } from '../../src/system/unlock.service.ts'
import { send } from '../security/send.ts'
import { PASSWORD, startService, type TestService } from '../service.ts'
import { allAuditRows } from './audit-rows.ts'

let service: TestService
let slots: ConnectionPool

beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '1' })
  slots = new ConnectionPool(service.database.runtime, 1)
  for (const username of ['ada', 'grace'])
    await service.anonymous.me.signUp({ email: `${username}@example.org`, password: PASSWORD, username })
})
afterAll(async () => {
  await slots.close()
  await service.stop()
})
beforeEach(() => service.database.sql`delete from attempts`)

/** Signs in from a source that no account has used. */
const signIn = async (username: string, password = PASSWORD) =>
  (
    await send(service.address, 'POST /me/signin', {
      form: { username, password },
      headers: { 'x-forwarded-for': '198.51.100.7' },
    })
  ).status
/** Closes an account, as a hundred wrong passwords do. */
const close = async (username: string) => {
  expect(await signIn(username, 'wrong password')).toBe(401)
  await service.database.sql`update attempts set count = 100 where count = 1`
}
const unlock = (name: string) => transact(slots, (tx) => unlockAccount(tx, name))
const unlocked = async () =>
  (await allAuditRows(service.database)).filter(({ action }) => action === 'unlocked')

test.each(['ada', 'Ada@Example.org'])(
  'a closed account is open once it is unlocked as %s, and no other is',
  async (name) => {
    await close('grace')
    await close('ada')
    expect(await signIn('ada')).toBe(429)
    const before = (await unlocked()).length
    expect(await unlock(name)).toBe(true)
    expect(await signIn('grace')).toBe(429)
    expect(await signIn('ada')).toBe(200)
    await service.database.sql`delete from known_sources`
    const entries = await unlocked()
    expect(entries).toHaveLength(before + 1)
    const [ada] = await service.database.sql`select id from users where username = 'ada'`
    expect(entries.at(-1)).toMatchObject({
      operation: 'accounts unlock',
      record_id: ada?.id,
      actor_id: null,
      tenant_id: null,
    })
  },
)

test('an account that is unlocked needs its password again', async () => {
  const { json } = await send(service.address, 'POST /me/signin', {
    form: { username: 'ada', password: PASSWORD },
  })
  const token = String(json.access_token)
  const me = await service.as(token).me.get()
  const change = async (current_password: string) =>
    (
      await send(service.address, `PATCH /users/${me.id}`, {
        token,
        json: { username: 'countess', current_password },
      })
    ).status
  expect(await change('wrong password')).toBe(422)
  await service.database.sql`update attempts set count = 100`
  expect(await change(PASSWORD)).toBe(429)
  expect(await unlock('ada')).toBe(true)
  expect(await change(PASSWORD)).toBe(200)
})

test('a source that becomes known again begins without its earlier failures', async () => {
  const known = { 'x-forwarded-for': '198.51.100.9' }
  const from = async (password: string) =>
    (
      await send(service.address, 'POST /me/signin', {
        form: { username: 'grace', password },
        headers: known,
      })
    ).status
  expect(await from(PASSWORD)).toBe(200)
  expect(await from('wrong password')).toBe(401)
  await service.database.sql`update attempts set count = 100 where count = 1`
  await service.database.sql`delete from known_sources`
  expect([await from(PASSWORD), await from(PASSWORD)]).toEqual([200, 200])
})

test('an account that is open stays so, and nothing is recorded', async () => {
  const before = (await unlocked()).length
  expect(await unlock('grace')).toBe(true)
  expect(await signIn('grace')).toBe(200)
  expect(await unlocked()).toHaveLength(before)
})

test.each(['nobody', 'nobody@example.org', '', 'not a name'])('there is no account %j', async (name) => {
  expect(await unlock(name)).toBe(false)
})
