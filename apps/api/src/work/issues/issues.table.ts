import { issueStatusCategories, issueSubtypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { persons } from '../../census/persons.table.ts'
import {
  archivedAt,
  bytewise,
  day,
  instant,
  isOneOf,
  json,
  oneOf,
  ownedColumns,
  ulid,
} from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import type { UnkeyedReference } from '../../store/referring-columns.ts'
import { groups } from '../../system/groups.table.ts'
import { projects } from '../../system/projects.table.ts'
import { users } from '../../system/users.table.ts'
import { issuePriorities } from '../configuration/issue-priorities.table.ts'
import { issueStatuses } from '../configuration/issue-statuses.table.ts'
import { issueTypes } from '../configuration/issue-types.table.ts'
import { issueWorkflowStatuses } from '../configuration/issue-workflow-statuses.table.ts'

/**
 * Issues. A row contains copies of values by which lists filter and sort, such as the key and the category of the status. The
 * foreign keys include these copies, so that a copy always equals the value in the record that it comes from.
 */
export const issues = pgTable(
  'issues',
  {
    ...ownedColumns(),
    project_id: ulid().notNull(),
    number: integer().notNull(),
    key: bytewise().notNull(),
    issue_type_id: ulid().notNull(),
    issue_type: bytewise().notNull(),
    subtype: oneOf(issueSubtypes).notNull(),
    workflow_id: ulid().notNull(),
    status_id: ulid().notNull(),
    status: bytewise().notNull(),
    status_category: oneOf(issueStatusCategories).notNull(),
    is_closed: boolean().notNull().generatedAlwaysAs(sql`status_category in ('completed', 'cancelled')`),
    priority_id: ulid().notNull(),
    priority: bytewise().notNull(),
    priority_level: integer().notNull(),
    title: text().notNull(),
    description: text(),
    reporter_id: ulid(),
    assignee_id: ulid(),
    assignee_group_id: ulid(),
    parent_id: ulid(),
    start_date: day(),
    due_date: day(),
    opened_at: instant().notNull().default(sql`now()`),
    first_responded_at: instant(),
    resolved_at: instant(),
    closed_at: instant(),
    resolution: text(),
    details: json<Record<string, unknown>>().notNull().default(sql`'{}'`),
    /** The persons that the details name. The store of persons counts these references before it deletes a person. */
    requester_person_id: ulid().generatedAlwaysAs(sql`details ->> 'requester_person_id'`),
    requested_for_person_id: ulid().generatedAlwaysAs(sql`details ->> 'requested_for_person_id'`),
    /** Times in details, for lists. All are texts in the same format, so that their order by bytes is chronological. */
    resume_at: bytewise().generatedAlwaysAs(sql`details ->> 'resume_at'`),
    detected_at: bytewise().generatedAlwaysAs(sql`details ->> 'detected_at'`),
    acknowledged_at: bytewise().generatedAlwaysAs(sql`details ->> 'acknowledged_at'`),
    restored_at: bytewise().generatedAlwaysAs(sql`details ->> 'restored_at'`),
    known_error_at: bytewise().generatedAlwaysAs(sql`details ->> 'known_error_at'`),
    planned_start_at: bytewise().generatedAlwaysAs(sql`details ->> 'planned_start_at'`),
    planned_end_at: bytewise().generatedAlwaysAs(sql`details ->> 'planned_end_at'`),
    actual_start_at: bytewise().generatedAlwaysAs(sql`details ->> 'actual_start_at'`),
    actual_end_at: bytewise().generatedAlwaysAs(sql`details ->> 'actual_end_at'`),
    fulfilled_at: bytewise().generatedAlwaysAs(sql`details ->> 'fulfilled_at'`),
    custom_fields: json<Record<string, unknown>>().notNull().default(sql`'{}'`),
    archived_at: archivedAt(),
  },
  (table) => [
    primaryKey({ name: 'issues_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('issues__number__unique').on(table.tenant_id, table.project_id, table.number),
    index('issues_key').on(table.tenant_id, table.key),
    index('issues_project').on(table.project_id),
    index('issues_of_project').on(table.tenant_id, table.project_id, table.id),
    index('issues_type').on(table.issue_type_id, table.issue_type, table.subtype, table.workflow_id),
    index('issues_workflow').on(table.workflow_id, table.status_id),
    index('issues_status').on(table.status_id, table.status, table.status_category),
    index('issues_in_status').on(table.tenant_id, table.status, table.id),
    index('issues_priority').on(table.priority_id, table.priority, table.priority_level),
    index('issues_reporter').on(table.reporter_id),
    index('issues_assignee').on(table.assignee_id),
    index('issues_assigned').on(table.tenant_id, table.assignee_id, table.id),
    index('issues_assignee_group').on(table.tenant_id, table.assignee_group_id),
    index('issues_parent').on(table.tenant_id, table.parent_id),
    index('issues_requester')
      .on(table.tenant_id, table.requester_person_id)
      .where(sql`requester_person_id is not null`),
    index('issues_requested_for')
      .on(table.tenant_id, table.requested_for_person_id)
      .where(sql`requested_for_person_id is not null`),
    // Status and priority are in the index, so that a list reads few rows that its filters exclude.
    index('issues_opened').on(table.tenant_id, table.opened_at, table.id, table.status, table.priority),
    index('issues_due').on(table.tenant_id, table.due_date, table.id, table.status, table.priority),
    index('issues_planned_start')
      .on(table.tenant_id, table.planned_start_at, table.id)
      .where(sql`planned_start_at is not null`),
    index('issues_resume').on(table.tenant_id, table.resume_at, table.id).where(sql`resume_at is not null`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issues__project_id__reference',
      columns: [table.project_id],
      foreignColumns: [projects.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issues__issue_type_id__reference',
      columns: [table.issue_type_id, table.issue_type, table.subtype, table.workflow_id],
      foreignColumns: [issueTypes.id, issueTypes.key, issueTypes.subtype, issueTypes.workflow_id],
    })
      .onDelete('restrict')
      .onUpdate('cascade'),
    foreignKey({
      name: 'issues__status_id__reference',
      columns: [table.status_id, table.status, table.status_category],
      foreignColumns: [issueStatuses.id, issueStatuses.key, issueStatuses.category],
    }).onDelete('restrict'),
    /** The status of an issue belongs to its workflow, also after a change of the issue or of the workflow. */
    foreignKey({
      name: 'issues__status__reference',
      columns: [table.workflow_id, table.status_id],
      foreignColumns: [issueWorkflowStatuses.workflow_id, issueWorkflowStatuses.status_id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issues__priority_id__reference',
      columns: [table.priority_id, table.priority, table.priority_level],
      foreignColumns: [issuePriorities.id, issuePriorities.key, issuePriorities.level],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issues__reporter_id__reference',
      columns: [table.reporter_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issues__assignee_id__reference',
      columns: [table.assignee_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issues__assignee_group_id__reference',
      columns: [table.tenant_id, table.assignee_group_id],
      foreignColumns: [groups.tenant_id, groups.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issues__parent_id__reference',
      columns: [table.tenant_id, table.parent_id],
      foreignColumns: [table.tenant_id, table.id],
    }).onDelete('restrict'),
    check('issues__subtype__not_allowed_value', isOneOf('subtype', issueSubtypes)),
    check('issues__status_category__not_allowed_value', isOneOf('status_category', issueStatusCategories)),
    check('issues__parent_id__not_allowed_value', sql`parent_id <> id`),
    check('issues__due_date__out_of_range', sql`due_date >= start_date`),
    check(
      'issues__closed_at__not_allowed_value',
      sql`(status_category in ('completed', 'cancelled')) = (closed_at is not null)`,
    ),
    check(
      'issues__resolution__must_be_null',
      sql`resolution is null or status_category in ('completed', 'cancelled')`,
    ),
  ],
)

/** The references of details to persons. They have no foreign key, because details are JSON. */
export const personsInDetails: readonly UnkeyedReference[] = [
  { column: issues.requester_person_id, tables: [persons] },
  { column: issues.requested_for_person_id, tables: [persons] },
]
