import type postgres from 'postgres'
import { seedEducation } from './education/seeds.ts'
import { newId } from './kernel/ids.ts'
import { ROOT_TENANT_ID } from './kernel/tenancy.ts'
import { seedLocationTypes } from './locations/seeds.ts'
import { seededGroups, seededTenants, sharedProjects } from './system/seeds.ts'
import { seedWork } from './work/seeds.ts'

/** Puts the seeds in, in the transaction of the migration. Rows that exist are left alone. */
export async function seed(sql: postgres.TransactionSql): Promise<void> {
  await sql`select set_config('app.user_id', '', true)`
  for (const { id, name, slug, is_root } of seededTenants) {
    await sql`insert into tenants (id, name, slug, is_root) values (${id}, ${name}, ${slug}, ${is_root}) on conflict do nothing`
    await sql`select commonhold_select_tenant(${id})`
    for (const { key, name: groupName, description, permissions } of seededGroups(id)) {
      await sql`insert into groups (id, key, name, description, permissions, is_builtin)
        values (${newId()}, ${key}, ${groupName}, ${description}, ${[...permissions]}, true) on conflict do nothing`
    }
    await sql`update tenants set users_group_id = g.id from groups g
      where tenants.id = ${id} and tenants.users_group_id is null and g.tenant_id = tenants.id and g.key = 'users'`
  }
  // Those just made, and of a database that is older than what is worked out here: all.
  const fresh = await sql<{ id: string }[]>`
    select id from tenants t where not exists (select from group_grants g where g.tenant_id = t.id)`
  for (const { id } of fresh) {
    await sql`select commonhold_select_tenant(${id})`
    await sql`select commonhold_rebuild_permissions(${id}, null)`
  }
  await sql`select commonhold_select_tenant(${ROOT_TENANT_ID})`
  for (const { id, key, name, description } of sharedProjects) {
    await sql`insert into projects (id, key, name, description) values (${id}, ${key}, ${name}, ${description}) on conflict do nothing`
  }
  await seedWork(sql)
  await seedLocationTypes(sql)
  await seedEducation(sql)
}
