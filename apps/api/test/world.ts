import type postgres from 'postgres'
import { newId } from '../src/base/ids.ts'
import { builtinGroups } from '../src/system/seeds.ts'
import type { TestService, TestUser } from './service.ts'

/** Creates a tenant with its built-in groups, and adds the users to the named groups. */
export async function createTenant(
  { database }: TestService,
  members: Readonly<Record<string, readonly TestUser[]>>,
): Promise<string> {
  const id = newId()
  await database.sql.begin(async (sql) => {
    await sql`insert into tenants (id, name, slug) values (${id}, ${`Tenant ${id}`}, ${id.toLowerCase()})`
    await sql`select commonhold_select_tenant(${id})`
    for (const { key, name, description, permissions } of builtinGroups) {
      const groupId = newId()
      await sql`insert into groups (id, key, name, description, permissions, is_builtin) values (${groupId}, ${key}, ${name}, ${description}, ${[...permissions]}, true)`
      for (const user of members[key] ?? [])
        await sql`insert into memberships (id, group_id, user_id) values (${newId()}, ${groupId}, ${user.id})`
    }
    await sql`update tenants set users_group_id = (select id from groups where tenant_id = ${id} and key = 'users') where id = ${id}`
    await sql`select commonhold_rebuild_permissions(${id}, null)`
  })
  return id
}

/** Adds a user to a built-in group of a tenant. */
export async function addToGroup(
  { database }: TestService,
  tenantId: string,
  key: string,
  user: Pick<TestUser, 'id'>,
): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into memberships (id, group_id, user_id) select ${newId()}, id, ${user.id} from groups where tenant_id = ${tenantId} and key = ${key} on conflict do nothing`
    await sql`select commonhold_rebuild_members(${tenantId}, array[${user.id}])`
  })
}

/** Creates a project in a tenant. */
export async function createProject({ database }: TestService, tenantId: string): Promise<string> {
  const id = newId()
  await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into projects (id, key, name) values (${id}, ${`P${id.slice(-11)}`}, ${`Project ${id}`})`
  })
  return id
}

/** Archives a project of a tenant. */
export async function archiveProject({ database }: TestService, tenantId: string, id: string): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`update projects set archived_at = now(), version = version + 1 where id = ${id}`
  })
}

/** Creates a person in a tenant. */
export async function createPerson({ database }: TestService, tenantId: string): Promise<string> {
  const id = newId()
  await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into persons (id) values (${id})`
  })
  return id
}

/** Archives a person of a tenant. */
export async function archivePerson({ database }: TestService, tenantId: string, id: string): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`update persons set archived_at = now(), version = version + 1 where id = ${id}`
  })
}

/** The permissions of a group, in the whole tenant or in one project. */
interface Grant {
  readonly permissions: readonly string[]
  readonly projectId?: string | null
}

/** Removes a user from all groups of a tenant and adds the user to a new group with exactly these permissions. */
export async function grantOnly(
  { database }: TestService,
  tenantId: string,
  user: TestUser,
  permissions: readonly string[],
  projectId: string | null = null,
): Promise<void> {
  // Sent together: one round trip.
  await database.sql.begin((sql) => [
    sql`select commonhold_select_tenant(${tenantId})`,
    sql`delete from memberships where tenant_id = ${tenantId} and user_id = ${user.id}`,
    ...joining(sql, tenantId, user, { permissions, projectId }),
  ])
}

/** Adds a user to one new group per grant, and keeps the other memberships. */
export async function grantToo(
  { database }: TestService,
  tenantId: string,
  user: TestUser,
  grants: readonly Grant[],
): Promise<void> {
  await database.sql.begin((sql) => [
    sql`select commonhold_select_tenant(${tenantId})`,
    ...grants.flatMap((grant) => joining(sql, tenantId, user, grant)),
  ])
}

/** Statements that create a group with one user. They recompute only this group: a test tenant may have a thousand groups. */
function joining(
  sql: postgres.TransactionSql,
  tenantId: string,
  { id }: TestUser,
  { permissions, projectId = null }: Grant,
): postgres.PendingQuery<postgres.Row[]>[] {
  const groupId = newId()
  return [
    sql`insert into groups (id, key, name, permissions, project_id) values (${groupId}, ${`g${groupId.toLowerCase()}`}, ${`Group ${groupId}`}, ${[...permissions]}, ${projectId})`,
    sql`insert into memberships (id, group_id, user_id) values (${newId()}, ${groupId}, ${id})`,
    sql`select commonhold_rebuild_grants(${tenantId}, array[${groupId}])`,
    sql`select commonhold_rebuild_members(${tenantId}, array[${id}])`,
  ]
}

/** Removes a user from every group of a tenant, as if the user had left it. */
export async function leaveTenant(
  { database }: TestService,
  tenantId: string,
  user: TestUser,
): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`delete from memberships where tenant_id = ${tenantId} and user_id = ${user.id}`
    await sql`select commonhold_rebuild_members(${tenantId}, array[${user.id}])`
  })
}

/** Signs up a user who belongs to no tenant, not even to the tenant that sign-up joins. */
export async function signUpStranger(service: TestService): Promise<TestUser> {
  const user = await service.signUp()
  for (const { id } of await user.client.me.tenants.list()) await leaveTenant(service, id, user)
  return user
}
