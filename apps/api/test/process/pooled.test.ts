import { contract, createClient } from '@commonhold/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { Connection } from '../../src/db/connection.ts'
import { atOnce } from '../auth/instances.ts'
import { send } from '../security/send.ts'
import { startProcess, statusOf } from './child.ts'
import { freePort } from './free-port.ts'
import { gateTo, migratedDatabase } from './gate.ts'
import { startPooler } from './pooler.ts'
import { served, signedUp } from './served.ts'

const account = { email: 'ada@example.org', password: 'a password for tests' }
/** The settings with which the service opens connections. */
const settings = [
  'role',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'app.tenant_id',
  'app.tenants',
  'enable_bitmapscan',
  'plan_cache_mode',
].join(', ')

test('behind PgBouncer in transaction mode, set up as the manual says, it serves as the serving role', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const pooled = await startPooler(gate)
  const baseUrl = await startProcess({
    DATABASE_URL: pooled.url,
    DATABASE_DIRECT_URL: gate.url,
    DATABASE_PREPARE: 'off',
  }).ready
  const client = createClient(contract, { baseUrl, token: await signedUp(baseUrl, account) })
  const model = await client.assetModels.create({ name: 'Cable', tracking_type: 'countable' })
  const asset = await client.assets.create({ model_id: model.id, name: 'Cables' })
  expect(await client.assets.get({ asset_id: asset.id })).toEqual(asset)
  expect((await client.assets.list({})).map(({ id }) => id)).toEqual([asset.id])
  expect(await client.assets.markLost({ asset_id: asset.id })).toMatchObject({ id: asset.id, version: 2 })
  await gate.sql`create table served_by (name text)`
  await gate.sql`grant insert on served_by to public`
  await gate.sql`create function note_server() returns trigger language plpgsql as $$ begin insert into served_by values (current_user); return new; end $$`
  await gate.sql`create trigger note_server before insert on assets for each row execute function note_server()`
  await atOnce(12, (n) => client.assets.create({ model_id: model.id, name: `Cables ${n}` }))
  const roles = await gate.sql`select distinct name from served_by`
  expect(roles.map(({ name }) => name)).toEqual(['commonhold_app'])
})

test.each([
  ['refuses the settings of connections', {}, 'unsupported startup parameter'],
  [
    'drops the settings of connections',
    { ignore_startup_parameters: settings },
    'statement_timeout is not set|statement_timeout is 0',
  ],
])('where a pooler %s, it ends and says what to set', async (_, settings, reason) => {
  const gate = await migratedDatabase()
  await gate.open()
  const pooled = await startPooler(gate, settings)
  const port = await freePort()
  const child = startProcess({ DATABASE_URL: pooled.url, PORT: String(port) })
  let ready = 0
  const readiness = setInterval(async () => {
    if ((await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200) ready += 1
  }, 50)
  onTestFinished(() => clearInterval(readiness))
  expect(await child.exit).toBe(1)
  expect(ready).toBe(0)
  expect(child.ownErrors()).toEqual([expect.stringMatching(reason)])
  expect(child.stderr()).toMatch(/set DATABASE_PREPARE=off, and DATABASE_DIRECT_URL/)
  expect(child.stderr() + child.stdout()).not.toContain(gate.password)
})

test('a wrong password for the pooler ends it, and is not shown', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const pooled = await startPooler(gate)
  const child = startProcess({
    DATABASE_URL: pooled.url.replace(/:[^:@]+@/, ':a-wrong-password@'),
    DATABASE_DIRECT_URL: gate.url,
    DATABASE_PREPARE: 'off',
  })
  expect(await child.exit).toBe(1)
  expect(child.ownErrors()).toEqual([
    expect.stringMatching(/DATABASE_URL: the pooler refuses the login: .*authentication failed/),
  ])
  expect(child.stderr() + child.stdout()).not.toContain('a-wrong-password')
})

test('what a pooler drops that comes between later is no reason to serve without: 503, and a line says what to set', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({ DATABASE_URL: gate.url })
  const address = await child.ready
  const signUp = () => send(address, 'POST /me/signup', { json: account })
  await gate.shut()
  const { owner } = inject('cluster')
  const behind = await gateTo({ ...owner, database: gate.database })
  await behind.open()
  const pooler = await startPooler(
    behind,
    { ignore_startup_parameters: settings },
    Number(new URL(gate.url).port),
  )
  for (let round = 0; round < 3; round += 1) {
    expect(await statusOf(`${address}/readyz`)).toBe(503)
    expect((await signUp()).status).toBe(503)
  }
  await expect
    .poll(() => child.stdout())
    .toMatch(/current_user is \w+, not commonhold_app.*DATABASE_PREPARE=off/)
  pooler.stop()
  await expect
    .poll(() =>
      gate.open().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  await expect.poll(() => statusOf(`${address}/readyz`)).toBe(200)
  expect((await served(signUp)).status).toBe(201)
})

test('a connection that would serve as the owner is reported, and one that was lost is not opened again', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const owner = new Connection({ url: gate.url, prepare: true, assumeRole: false }, {})
  onTestFinished(() => owner.discard())
  await expect(owner.check()).rejects.toThrow(/current_user is \w+, not commonhold_app.*DATABASE_PREPARE=off/)
  expect(owner.isFit).toBe(false)
  await gate.shut()
  await expect.poll(() => owner.isLost).toBe(true)
  await gate.open()
  await expect(owner.sql`select 1`.execute()).rejects.toMatchObject({ code: /^CONNECTION_/ })
})
