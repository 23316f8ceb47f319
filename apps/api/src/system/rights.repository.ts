import type { Permission } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { problem } from '../kernel/problem.ts'
import { type Reader, sqlStatement } from '../kernel/statement.ts'

const may = sqlStatement<{ may: boolean }>(
  sql`select commonhold_may(${sql.placeholder('permission')}, null) as may`,
)

/** True where the user of the request holds the permission in the whole of the selected tenant. */
export const holds = async (reader: Reader, permission: Permission): Promise<boolean> =>
  (await reader.first(may, { permission }))?.may ?? false

/** Refuses whoever does not hold the permission in the whole of the selected tenant. */
export async function assertHoldsPermission(reader: Reader, permission: Permission): Promise<void> {
  if (!(await holds(reader, permission)))
    throw problem('permission_denied', { required_permission: permission })
}
