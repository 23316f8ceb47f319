import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { instant, tenantColumn, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { projects } from '../../system/projects.table.ts'
import { issueScreens } from './issue-screens.table.ts'
import { issueTypes } from './issue-types.table.ts'
import { issueWorkflows } from './issue-workflows.table.ts'

/** The tenant's settings of types, workflows and screens. They also apply to shared records, whose rows do not change. */
export const issueSettings = pgTable(
  'issue_settings',
  {
    tenant_id: tenantColumn(),
    /**
     * The id of the type, workflow or screen. One of the next three columns has the same id, and its foreign key deletes the
     * settings together with the record.
     */
    record_id: ulid().notNull(),
    issue_type_id: ulid(),
    issue_workflow_id: ulid(),
    issue_screen_id: ulid(),
    is_active: boolean().notNull().default(true),
    /** This number is added to the version of the record, so that each change of the settings changes the returned version. */
    version: integer().notNull().default(1),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: 'issue_settings_pkey', columns: [table.tenant_id, table.record_id] }),
    index('issue_settings_type').on(table.issue_type_id),
    index('issue_settings_workflow').on(table.issue_workflow_id),
    index('issue_settings_screen').on(table.issue_screen_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_settings__issue_type_id__reference',
      columns: [table.issue_type_id],
      foreignColumns: [issueTypes.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_settings__issue_workflow_id__reference',
      columns: [table.issue_workflow_id],
      foreignColumns: [issueWorkflows.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_settings__issue_screen_id__reference',
      columns: [table.issue_screen_id],
      foreignColumns: [issueScreens.id],
    }).onDelete('cascade'),
  ],
)

/** The projects to which a tenant limits a type. Without rows the type is used in all projects. */
export const issueTypeProjects = pgTable(
  'issue_type_projects',
  {
    tenant_id: tenantColumn(),
    issue_type_id: ulid().notNull(),
    project_id: ulid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'issue_type_projects_pkey',
      columns: [table.tenant_id, table.issue_type_id, table.project_id],
    }),
    index('issue_type_projects_type').on(table.issue_type_id),
    index('issue_type_projects_project').on(table.project_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_type_projects__issue_type_id__reference',
      columns: [table.issue_type_id],
      foreignColumns: [issueTypes.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_type_projects__project_id__reference',
      columns: [table.project_id],
      foreignColumns: [projects.id],
    }).onDelete('restrict'),
  ],
)
