import type { Permission } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { ROOT_TENANT_ID } from '../../db/tenancy.ts'
import { tenantAndRoot, tenantId } from '../../db/tenant.ts'

/** True for rows of a catalogue that the tenant sees: its own and the shared ones. */
export const visible = (table: string) => sql`${sql.raw(table)}.tenant_id in ${tenantAndRoot}`

/** True for shared rows; sorting by it puts the tenant's own first. */
export const shared = (table: string) => sql.raw(`${table}.tenant_id = '${ROOT_TENANT_ID}'`)

/** A column of the tenant's settings for a record; null when there are none. */
export const settingOf = (table: string, column: 'is_active' | 'version' | 'updated_at') =>
  sql`(select ${sql.raw(`o.${column}`)} from issue_settings o where o.tenant_id = ${tenantId} and o.record_id = ${sql.raw(table)}.id)`

/** True for an active type, workflow or screen that the tenant has not switched off for itself. */
export const inUse = (table: string) =>
  sql`(${sql.raw(`${table}.is_active`)} and coalesce(${settingOf(table, 'is_active')}, true))`

/** The permissions of users who work on issues or configure them. */
export const usesIssues: readonly Permission[] = [
  'issues:read',
  'issues:write',
  'issue_configuration:read',
  'issue_configuration:write',
]
