import type { Permission } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { ROOT_TENANT_ID } from '../kernel/tenancy.ts'

/** True of rows of a catalogue that the tenant sees: its own and the shared ones. */
export const visible = (table: string) =>
  sql.raw(`${table}.tenant_id in (current_setting('app.tenant_id'), '${ROOT_TENANT_ID}')`)

/** True of shared rows; to order by, so that a tenant's own go first. */
export const shared = (table: string) => sql.raw(`${table}.tenant_id = '${ROOT_TENANT_ID}'`)

/** The permissions of those who work on issues, or configure how that is done. */
export const usesIssues: readonly Permission[] = [
  'issues:read',
  'issues:write',
  'issue_configuration:read',
  'issue_configuration:write',
]
