import type { Permission } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { ROOT_TENANT_ID } from '../../db/tenancy.ts'
import { tenantAndRoot, tenantId } from '../../db/tenant.ts'

/** SQL that is true for catalogue rows that are visible to the tenant: its own and the shared rows. */
export const visible = (table: string) => sql`${sql.raw(table)}.tenant_id in ${tenantAndRoot}`

/** SQL that is true for shared rows. Sorting by it puts the tenant's own rows first. */
export const shared = (table: string) => sql.raw(`${table}.tenant_id = '${ROOT_TENANT_ID}'`)

/** A column of the tenant's settings for a record; null if there are no settings. */
export const settingOf = (table: string, column: 'is_active' | 'version' | 'updated_at') =>
  sql`(select ${sql.raw(`o.${column}`)} from issue_settings o where o.tenant_id = ${tenantId} and o.record_id = ${sql.raw(table)}.id)`

/** SQL that is true for an active type, workflow or screen that the tenant has not deactivated for itself. */
export const inUse = (table: string) =>
  sql`(${sql.raw(`${table}.is_active`)} and coalesce(${settingOf(table, 'is_active')}, true))`

/** The permissions of users who work on issues or configure them. */
export const usesIssues: readonly Permission[] = [
  'issues:read',
  'issues:write',
  'issue_configuration:read',
  'issue_configuration:write',
]
