import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { builtinGroups } from '../../src/system/seeds.ts'
import { migrateTo, secure } from './earlier-schema.ts'
import { emptyDatabase } from './gate.ts'
import { startInProcess } from './in-process.ts'

const BEFORE = '0003_references'
/** Permissions that administrators have received since that migration. */
const later = ['audit:read', 'persons:read_sensitive', 'webhooks:delete', 'webhooks:read', 'webhooks:write']
const permissionsOf = (key: string) => builtinGroups.find((group) => group.key === key)?.permissions ?? []

/** A tenant as an earlier release created it, with other groups and one user in each group. */
async function makeTenant(sql: postgres.Sql, own: readonly { key: string; name: string }[]) {
  const tenantId = newId()
  await sql`insert into tenants (id, name, slug) values (${tenantId}, 'A school', ${tenantId.toLowerCase()})`
  const earlier = builtinGroups.filter(({ key }) => ['owners', 'administrators', 'users'].includes(key))
  const groups = [
    ...earlier.map(({ key, name, permissions }) => ({
      key,
      name,
      permissions: permissions.filter((permission) => !later.includes(permission)),
      is_builtin: true,
    })),
    ...own.map((group) => ({ ...group, permissions: ['assets:read'], is_builtin: false })),
  ]
  for (const { key, name, permissions, is_builtin } of groups) {
    const [groupId, userId] = [newId(), newId()]
    await sql`insert into groups (tenant_id, id, key, name, permissions, is_builtin) values (${tenantId}, ${groupId}, ${key}, ${name}, ${permissions}, ${is_builtin})`
    await sql`insert into group_grants (tenant_id, group_id, permissions) values (${tenantId}, ${groupId}, ${permissions})`
    await sql`insert into users (id, email, password_hash) values (${userId}, ${`${userId}@example.org`}, 'none')`
    await sql`insert into memberships (tenant_id, id, group_id, user_id) values (${tenantId}, ${newId()}, ${groupId}, ${userId})`
  }
  return tenantId
}

test('tenants of an earlier release get the further built-in groups, and keep what they have', async () => {
  const gate = await emptyDatabase()
  const { sql } = gate
  await migrateTo(sql, BEFORE)
  const plain = await makeTenant(sql, [{ key: 'deputies', name: 'Within the administrators' }])
  await sql`
    insert into memberships (tenant_id, id, group_id, member_group_id)
    select ${plain}, ${newId()}, g.id, d.id from groups g join groups d using (tenant_id)
     where g.tenant_id = ${plain} and g.key = 'administrators' and d.key = 'deputies'`
  const keyed = await makeTenant(sql, [{ key: 'agents', name: 'Our agents' }])
  const named = await makeTenant(sql, [{ key: 'office', name: 'REGISTRARS' }])
  await secure(sql)
  await gate.open()
  await startInProcess(gate.url)
  const groupsOf = (tenantId: string) =>
    sql.begin(async (tx) => {
      await tx`select commonhold_select_tenant(${tenantId})`
      return tx`
        select g.id, g.key, g.is_builtin, array(select unnest(g.permissions) order by 1) as permissions,
               array(select unnest(e.permissions) order by 1) as granted
          from groups g left join group_grants e on e.tenant_id = g.tenant_id and e.group_id = g.id
         where g.tenant_id = ${tenantId} order by g.key`
    })
  /** Built-in groups that could read persons may still read their sensitive members. */
  const sorted = (key: string) => {
    const permissions = permissionsOf(key)
    return [
      ...new Set([
        ...permissions,
        ...(permissions.includes('persons:read') ? ['persons:read_sensitive'] : []),
      ]),
    ].sort()
  }
  const builtIn = (key: string) => ({ key, is_builtin: true, permissions: sorted(key), granted: sorted(key) })
  const own = (key: string) => ({
    key,
    is_builtin: false,
    permissions: ['assets:read'],
    granted: ['assets:read'],
  })
  const all = ['administrators', 'agents', 'owners', 'registrars', 'users'].map(builtIn)
  const deputies = { ...own('deputies'), granted: ['assets:read', ...later] }
  expect(await groupsOf(plain)).toMatchObject([...all, deputies].sort((a, b) => (a.key < b.key ? -1 : 1)))
  expect(await groupsOf(keyed)).toMatchObject(
    all.map((group) => (group.key === 'agents' ? own('agents') : group)),
  )
  expect(await groupsOf(named)).toMatchObject(
    all
      .map((group) => (group.key === 'registrars' ? own('office') : group))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  )
  const ids = (await Promise.all([plain, keyed, named].map(groupsOf))).flat().map(({ id }) => String(id))
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
})

test('who reads persons keeps reading their sensitive members, by way of groups in use only', async () => {
  const gate = await emptyDatabase()
  const { sql } = gate
  await migrateTo(sql, BEFORE)
  const tenantId = await makeTenant(sql, [])
  const ids = Object.fromEntries(['office', 'in_office', 'former', 'in_former'].map((key) => [key, newId()]))
  for (const [key, id] of Object.entries(ids))
    await sql`
      insert into groups (tenant_id, id, key, name, permissions, archived_at)
      values (${tenantId}, ${id}, ${key}, ${key}, ${key.startsWith('in_') ? ['assets:read'] : ['persons:read']},
              ${key === 'former' ? '2026-01-01T00:00:00Z' : null}::text::timestamptz)`
  for (const key of ['office', 'former'])
    await sql`
      insert into memberships (tenant_id, id, group_id, member_group_id)
      values (${tenantId}, ${newId()}, ${ids[key] ?? ''}, ${ids[`in_${key}`] ?? ''})`
  const granted: Record<string, string[]> = {
    office: ['persons:read'],
    in_office: ['assets:read', 'persons:read'],
    in_former: ['assets:read'],
  }
  for (const [key, permissions] of Object.entries(granted))
    await sql`insert into group_grants (tenant_id, group_id, permissions) values (${tenantId}, ${ids[key] ?? ''}, ${permissions})`
  await secure(sql)
  await gate.open()
  await startInProcess(gate.url)
  const [upgraded, rebuilt] = await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenantId})`
    const grants = () =>
      tx`select g.key, e.project_id, array(select unnest(e.permissions) order by 1) as permissions
           from groups g join group_grants e on e.tenant_id = g.tenant_id and e.group_id = g.id
          where g.tenant_id = ${tenantId} order by g.key`
    const before = [...(await grants())]
    await tx`select commonhold_rebuild_grants(${tenantId}, null)`
    return [before, [...(await grants())]]
  })
  const own = upgraded.filter(({ key }) => Object.hasOwn(ids, String(key)))
  expect(own).toEqual([
    { key: 'in_former', project_id: '', permissions: ['assets:read'] },
    {
      key: 'in_office',
      project_id: '',
      permissions: ['assets:read', 'persons:read', 'persons:read_sensitive'],
    },
    { key: 'office', project_id: '', permissions: ['persons:read', 'persons:read_sensitive'] },
  ])
  expect(upgraded).toEqual(rebuilt)
})
