import type { Permission } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'

/** The condition that the caller holds a permission in the whole selected tenant; evaluated once per statement. */
export const hasPermissionSql = (permission: Permission): SQL =>
  sql`(select commonhold_may_in(${tenantId}, ${sql.raw(`'${permission}'`)}, null))`

const may = sqlStatement<{ may: boolean }>(
  sql`select commonhold_may_in(${tenantId}, ${sql.placeholder('permission')}, ${sql.placeholder('project_id')}) as may`,
)

/** True when the user of the request holds the permission in the tenant or in the project. */
export async function mayIn(
  reader: Reader,
  permission: Permission,
  projectId: string | null,
): Promise<boolean> {
  return (await reader.first(may, { permission, project_id: projectId }))?.may ?? false
}

const reads = sqlStatement<{ may: boolean }>(
  sql`select commonhold_reads_in(${tenantId}, array[${sql.placeholder('permission')}], '*') as may`,
)

/** True when the user of the request holds the permission in the tenant or in any project of it. */
export async function mayAnywhere(reader: Reader, permission: Permission): Promise<boolean> {
  return (await reader.first(reads, { permission }))?.may ?? false
}

/** Rejects a request without the permission, which it requires in addition to that of its operation. */
export async function assertPermission(reader: Reader, permission: Permission): Promise<void> {
  if (!(await mayIn(reader, permission, null)))
    throw problem('permission_denied', { required_permission: permission })
}
