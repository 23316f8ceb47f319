import { permissionNames } from '@commonhold/contract'
import { expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { SIGN_UP_TENANT_ID } from '../../src/system/seeds.ts'
import { comparable, send } from '../security/send.ts'
import { startProcess } from './child.ts'
import { migratedDatabase } from './gate.ts'
import { served, signedUp } from './served.ts'

const PASSWORD = 'a password for tests'
const admin = { ADMIN_EMAIL: 'operator@example.org', ADMIN_PASSWORD: 'a password for operators' }

async function signIn(address: string, email: string, password: string): Promise<string> {
  const { status, json } = await served(() =>
    send(address, 'POST /auth/token', { json: { email, password } }),
  )
  expect(status).toBe(200)
  return String(json.access_token)
}

const permissionsOf = async (address: string, token: string) =>
  (await send(address, 'GET /me/permissions', { token, tenantId: SIGN_UP_TENANT_ID })).json.permissions

test('with SIGN_UP=invited nobody but the operator makes an account, who owns the tenant that all join', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({ DATABASE_URL: gate.url, SIGN_UP: 'invited', ...admin })
  const address = await child.ready
  expect(child.stdout()).not.toContain('SIGN_UP is not set')
  expect((await send(address, 'GET /auth/sign-up')).json).toMatchObject({ sign_up: 'invited' })

  const operator = await signIn(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)
  expect(await permissionsOf(address, operator)).toEqual(['*'])
  const made = await send(address, 'POST /users', {
    token: operator,
    tenantId: SIGN_UP_TENANT_ID,
    json: { email: 'member@example.org', password: PASSWORD },
  })
  expect(made.status).toBe(201)
  const member = await signIn(address, 'member@example.org', PASSWORD)
  expect(await permissionsOf(address, member)).toContain('assets:delete')
  // Only an owner may do this: grant all permissions, and add an owner.
  const sendTo = (request: string, json?: object) =>
    send(address, request, { token: operator, tenantId: SIGN_UP_TENANT_ID, ...(json ? { json } : {}) })
  expect((await sendTo('POST /groups', { name: 'All', permissions: [...permissionNames, '*'] })).status).toBe(
    201,
  )
  const groups = JSON.parse((await sendTo('GET /groups')).text) as { id: string; key: string }[]
  const owners = groups.find(({ key }) => key === 'owners')
  const added = await sendTo(`POST /groups/${owners?.id}/memberships`, { user_id: String(made.json.id) })
  expect(added.status).toBe(201)
  expect((await sendTo(`DELETE /groups/${owners?.id}/memberships/${added.json.id}`)).status).toBe(204)
  expect((await sendTo(`PATCH /tenants/${SIGN_UP_TENANT_ID}`, { description: 'Ours' })).status).toBe(200)

  const count = async () => (await gate.sql`select from users`).length
  const before = await count()
  for (const path of ['POST /users', 'POST /me/signup'])
    for (const token of [undefined, 'nonsense', member]) {
      const replies: { status: number; text: string }[] = []
      for (const email of ['new@example.org', 'member@example.org', admin.ADMIN_EMAIL]) {
        const { headers: _, ...reply } = comparable(
          await send(address, path, { token, json: { email, password: PASSWORD } }),
        )
        replies.push(reply)
      }
      expect(replies[0]?.text).toContain('"code":"sign_up_closed"')
      expect(replies).toEqual(replies.map(() => replies[0]))
    }
  expect(await count()).toBe(before)
})

test('on a database of others, the start warns while SIGN_UP is not set', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const child = startProcess({ DATABASE_URL: gate.url })
  await child.ready
  await expect.poll(() => child.stdout()).toContain('SIGN_UP is not set')
  const line = child
    .stdout()
    .split('\n')
    .find((one) => one.includes('SIGN_UP is not set'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 40 })
})

test('a start mends tenants that an earlier release left without an owner, and says which stay so', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const first = startProcess({ DATABASE_URL: gate.url, SIGN_UP: 'open' })
  const formerAddress = await first.ready
  const token = await signedUp(formerAddress, { email: 'ada@example.org', password: PASSWORD })
  await expect.poll(() => first.stdout()).toContain('tenants have no owner')
  const made = await served(() => send(formerAddress, 'POST /tenants', { token, json: { name: 'A school' } }))
  const tenantId = String(made.json.id)
  first.process.kill('SIGTERM')
  await first.exit
  // This state was possible before the database ensured that an owner remains.
  await gate.sql.begin(async (sql) => {
    await sql`alter table memberships disable trigger memberships_keep_owner`
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`delete from memberships where tenant_id = ${tenantId}`
    await sql`select commonhold_rebuild_permissions(${tenantId}, null)`
  })
  await gate.sql`alter table memberships enable trigger memberships_keep_owner`
  const [everything, group] = [newId(), newId()]
  await gate.sql`insert into tenants (id, name, slug) values (${everything}, 'Everything', 'everything')`
  const [ada] = await gate.sql<{ id: string }[]>`select id from users where email = 'ada@example.org'`
  await gate.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${everything})`
    await sql`
      insert into groups (tenant_id, id, key, name, permissions, is_builtin)
      values (${everything}, ${newId()}, 'owners', 'Owners', '{*}', true),
             (${everything}, ${group}, 'all', 'All', '{*}', false)`
    await sql`
      insert into memberships (tenant_id, id, group_id, user_id)
      values (${everything}, ${newId()}, ${group}, ${ada?.id ?? ''})`
    await sql`select commonhold_rebuild_permissions(${everything}, null)`
  })

  const settings = { DATABASE_URL: gate.url, SIGN_UP: 'open', ...admin }
  const second = startProcess(settings)
  const address = await second.ready
  const operator = await signIn(address, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)
  for (const id of [SIGN_UP_TENANT_ID, tenantId, everything])
    expect(
      (await send(address, 'GET /me/permissions', { token: operator, tenantId: id })).json.permissions,
    ).toEqual(['*'])
  expect(second.stdout()).not.toContain('tenants have no owner')
  const entries = await gate.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    return sql`select action, record_type from audit_log where operation = 'start'`
  })
  expect([...entries]).toEqual([{ action: 'created', record_type: 'membership' }])
  second.process.kill('SIGTERM')
  await second.exit

  // The start does this only once: a user who has handed the tenant over does not become an owner again.
  const third = startProcess(settings)
  await third.ready
  const owners = await gate.sql`select count(*)::int as n from group_members where tenant_id = ${tenantId}`
  expect([...owners]).toEqual([{ n: 1 }])
})

test('a start mends more tenants than one page holds, and one that cannot be mended hinders no other', async () => {
  const gate = await migratedDatabase()
  await gate.open()
  const first = startProcess({ DATABASE_URL: gate.url, ...admin })
  await first.ready
  first.process.kill('SIGTERM')
  await first.exit
  const ids = Array.from({ length: 700 }, newId)
  const bare = ids[0] ?? ''
  await gate.sql`insert into tenants (id, name, slug) select id, 'A school', lower(id) from unnest(${ids}::text[]) id`
  await gate.sql.begin(async (sql) => {
    for (const id of ids.slice(1)) {
      await sql`select commonhold_select_tenant(${id})`
      await sql`
        insert into groups (tenant_id, id, key, name, permissions, is_builtin)
        values (${id}, ${newId()}, 'owners', 'Owners', '{*}', true)`
      await sql`select commonhold_rebuild_permissions(${id}, null)`
    }
  })
  const second = startProcess({ DATABASE_URL: gate.url, ...admin })
  await second.ready
  const owned = await gate.sql`select tenant_id from group_members where tenant_id = any(${ids}::text[])`
  expect(owned).toHaveLength(ids.length - 1)
  await expect.poll(() => second.stdout()).toContain(`"tenant_ids":["${bare}"]`)
})
