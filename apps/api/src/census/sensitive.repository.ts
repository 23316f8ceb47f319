import { READ_SENSITIVE } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { tenantToday } from '../store/days.ts'
import { hasPermissionSql } from '../store/permissions.ts'

/** SQL condition: the caller may read the sensitive members of persons. */
export const readsSensitive = hasPermissionSql(READ_SENSITIVE)

/** SQL condition: `forEverybody`, or any row for a caller who may read sensitive members. */
// Written as a `case`: the planner would estimate that an `or` matches almost nothing, and read whole tables.
export const unlessSensitive = (forEverybody: SQL): SQL =>
  sql`case when ${readsSensitive} then true else ${forEverybody} end`

/** SQL condition: a name is a former one, because it is marked so or its last day has passed. */
export const isFormerName = (identities: string): SQL =>
  sql`(not ${sql.raw(identities)}.is_current and (${sql.raw(identities)}.identity_type = 'former'
    or coalesce(${sql.raw(identities)}.valid_to_date < ${tenantToday}, false)))`
