import { issueTransitionActors, issueTransitionPermissions, issueTransitionTypes } from '@commonhold/contract'
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
  unique,
} from 'drizzle-orm/pg-core'
import {
  bytewise,
  isOneOf,
  type JsonValue,
  json,
  oneOf,
  ownedColumns,
  tenantColumn,
  ulid,
} from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { groups } from '../../system/groups.table.ts'
import { issueFields } from './issue-fields.table.ts'
import { issueScreens } from './issue-screens.table.ts'
import { issueWorkflowStatuses } from './issue-workflow-statuses.table.ts'
import { issueWorkflows } from './issue-workflows.table.ts'

/** The transitions of workflows: source, target, permissions and requirements. */
export const issueWorkflowTransitions = pgTable(
  'issue_workflow_transitions',
  {
    ...ownedColumns(),
    id: ulid().primaryKey(),
    workflow_id: ulid().notNull(),
    key: bytewise().notNull(),
    name: text().notNull(),
    description: text(),
    type: oneOf(issueTransitionTypes)
      .notNull()
      .generatedAlwaysAs(sql`case when from_status_id is null then 'global' else 'directed' end`),
    /** null = any status of the workflow. */
    from_status_id: ulid(),
    to_status_id: ulid().notNull(),
    screen_id: ulid(),
    position: integer().notNull().default(100),
    requires_comment: boolean().notNull().default(false),
    /** Keys of fields that must have a value after the transition; each is also stored as a reference. */
    required_fields: text().array().notNull().default(sql`'{}'`),
    /** Groups whose members may make the transition; empty = any user who may change the issue. */
    allowed_group_ids: text().array().notNull().default(sql`'{}'`),
    /** The roles in the issue that may make the transition; empty = any user. */
    allowed_actors: text({ enum: issueTransitionActors }).array().notNull().default(sql`'{}'`),
    /** A permission that is required in addition to `issues:write`. */
    required_permission: oneOf(issueTransitionPermissions),
    /**
     * Values by path that the issue must have for the transition to be available: `{"details.change_type": "standard"}`.
     */
    condition: json<Record<string, JsonValue>>().notNull().default(sql`'{}'`),
    /** Values by path in the issue that the transition sets. */
    set_fields: json<Record<string, JsonValue>>().notNull().default(sql`'{}'`),
    /** The values that members may have after the transition, by path in the issue. */
    allowed_values: json<Record<string, string[]>>().notNull().default(sql`'{}'`),
    /** True if the transition may close the issue while its blockers or children are open. */
    allows_open_blockers: boolean().notNull().default(false),
    is_active: boolean().notNull().default(true),
  },
  (table) => [
    unique('issue_workflow_transitions__key__unique')
      .on(table.tenant_id, table.workflow_id, table.key, table.from_status_id, table.to_status_id)
      .nullsNotDistinct(),
    index('issue_workflow_transitions_tenant').on(table.tenant_id, table.id),
    index('issue_workflow_transitions_position').on(table.tenant_id, table.position, table.id),
    index('issue_workflow_transitions_from').on(table.tenant_id, table.from_status_id, table.workflow_id),
    index('issue_workflow_transitions_to').on(table.tenant_id, table.to_status_id, table.workflow_id),
    index('issue_workflow_transitions_screen').on(table.screen_id),
    /** Foreign keys refer to these columns, so that the stored references of a transition belong to its tenant. */
    unique('issue_workflow_transitions_owner').on(table.id, table.tenant_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_workflow_transitions__workflow_id__reference',
      columns: [table.tenant_id, table.workflow_id],
      foreignColumns: [issueWorkflows.tenant_id, issueWorkflows.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issue_workflow_transitions__from_status_id__reference',
      columns: [table.tenant_id, table.from_status_id, table.workflow_id],
      foreignColumns: [
        issueWorkflowStatuses.tenant_id,
        issueWorkflowStatuses.status_id,
        issueWorkflowStatuses.workflow_id,
      ],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issue_workflow_transitions__to_status_id__reference',
      columns: [table.tenant_id, table.to_status_id, table.workflow_id],
      foreignColumns: [
        issueWorkflowStatuses.tenant_id,
        issueWorkflowStatuses.status_id,
        issueWorkflowStatuses.workflow_id,
      ],
    }).onDelete('restrict'),
    foreignKey({
      name: 'issue_workflow_transitions__screen_id__reference',
      columns: [table.screen_id],
      foreignColumns: [issueScreens.id],
    }).onDelete('restrict'),
    check('issue_workflow_transitions__key__invalid_format', sql`key ~ '^[a-z][a-z0-9_]{0,47}$'`),
    check('issue_workflow_transitions__type__not_allowed_value', isOneOf('type', issueTransitionTypes)),
    check(
      'issue_workflow_transitions__required_permission__invalid_format',
      isOneOf('required_permission', issueTransitionPermissions),
    ),
  ],
)

/** References of transitions to groups: a group cannot be deleted while a transition refers to it. */
export const issueWorkflowTransitionGroups = pgTable(
  'issue_workflow_transition_groups',
  {
    tenant_id: tenantColumn(),
    transition_id: ulid().notNull(),
    group_id: ulid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'issue_workflow_transition_groups_pkey',
      columns: [table.tenant_id, table.transition_id, table.group_id],
    }),
    index('issue_workflow_transition_groups_group').on(table.tenant_id, table.group_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_workflow_transition_groups__transition_id__reference',
      columns: [table.tenant_id, table.transition_id],
      foreignColumns: [issueWorkflowTransitions.tenant_id, issueWorkflowTransitions.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_workflow_transition_groups__group_id__reference',
      columns: [table.tenant_id, table.group_id],
      foreignColumns: [groups.tenant_id, groups.id],
    }).onDelete('restrict'),
  ],
)

/** References of transitions to fields: a field cannot be deleted while a transition requires, checks or sets it. */
export const issueWorkflowTransitionFields = pgTable(
  'issue_workflow_transition_fields',
  {
    tenant_id: tenantColumn(),
    transition_id: ulid().notNull(),
    field_id: ulid().notNull(),
  },
  (table) => [
    primaryKey({
      name: 'issue_workflow_transition_fields_pkey',
      columns: [table.tenant_id, table.transition_id, table.field_id],
    }),
    index('issue_workflow_transition_fields_field').on(table.field_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_workflow_transition_fields__transition_id__reference',
      columns: [table.tenant_id, table.transition_id],
      foreignColumns: [issueWorkflowTransitions.tenant_id, issueWorkflowTransitions.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_workflow_transition_fields__field_id__reference',
      columns: [table.field_id],
      foreignColumns: [issueFields.id],
    }).onDelete('restrict'),
  ],
)
