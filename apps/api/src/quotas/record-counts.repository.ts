import type { RecordQuota } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'

/** The tables whose rows count for each quota. */
export const countedTables: Readonly<Record<RecordQuota, readonly string[]>> = {
  projects: ['projects'],
  issues: ['issues'],
  issue_comments: ['issue_comments'],
  issue_attachments: ['issue_attachments'],
  issue_parts: ['issue_links', 'issue_watchers', 'issue_approvals'],
  assets: ['assets'],
  asset_assignments: ['asset_assignments'],
  asset_circulations: ['asset_circulations'],
  configuration_items: ['configuration_items'],
  relationships: ['relationships'],
  locations: ['locations'],
  persons: ['persons'],
  identities: ['identities'],
  contacts: ['contacts'],
  school_enrollments: ['school_enrollments'],
  school_employments: ['school_employments'],
  employment_assignments: ['employment_assignments'],
  schools: ['schools', 'school_years', 'school_calendars'],
  configuration: [
    'issue_types',
    'issue_statuses',
    'issue_priorities',
    'issue_workflows',
    'issue_workflow_statuses',
    'issue_workflow_transitions',
    'issue_link_types',
    'issue_fields',
    'issue_screens',
    'issue_screen_fields',
    'asset_models',
    'location_types',
    'school_grade_levels',
    'employment_assignment_types',
  ],
  members: ['user_tenants'],
  groups: ['groups'],
  service_accounts: ['service_accounts', 'api_keys'],
  webhook_endpoints: ['webhook_endpoints'],
}

/** Who has left a tenant is no member, and is listed all the same. */
const countOf = (table: string): SQL => sql`
  (select count(*) from ${sql.identifier(table)}
    where tenant_id = ${tenantId} ${sql.raw(table === 'user_tenants' ? 'and is_member' : '')})`

/** A row for each quota: its name, and how many records the tenant has. */
export const recordCounts: SQL = sql.join(
  Object.entries(countedTables).map(
    ([name, tables]) =>
      sql`select ${sql.raw(`'${name}'`)} as name, ${sql.join(tables.map(countOf), sql` + `)} as used`,
  ),
  sql` union all `,
)
