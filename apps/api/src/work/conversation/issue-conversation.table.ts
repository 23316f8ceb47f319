import { commentVisibilities, issueActivityTypes, watchReasons } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { check, customType, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, isOneOf, json, oneOf, ownedColumns, tenantColumn, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { users } from '../../system/users.table.ts'
import { issues } from '../issues/issues.table.ts'

/** The comments on issues. */
export const issueComments = pgTable(
  'issue_comments',
  {
    ...ownedColumns(),
    issue_id: ulid().notNull(),
    author_id: ulid(),
    body: text().notNull(),
    visibility: oneOf(commentVisibilities).notNull().default('public'),
    /** The id of the comment that this comment answers. There is no foreign key: that comment may be deleted. */
    parent_id: ulid(),
    edited_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'issue_comments_pkey', columns: [table.tenant_id, table.id] }),
    index('issue_comments_issue').on(table.tenant_id, table.issue_id, table.id),
    index('issue_comments_author').on(table.author_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_comments__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_comments__author_id__reference',
      columns: [table.author_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    check('issue_comments__visibility__not_allowed_value', isOneOf('visibility', commentVisibilities)),
  ],
)

/** The users who watch issues. The id of a watcher is the id of the user. */
export const issueWatchers = pgTable(
  'issue_watchers',
  {
    tenant_id: tenantColumn(),
    issue_id: ulid().notNull(),
    id: ulid().notNull(),
    reason: oneOf(watchReasons).notNull().default('manual'),
    added_by: ulid().default(sql`nullif(current_setting('app.user_id', true), '')`),
    created_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: 'issue_watchers_pkey', columns: [table.tenant_id, table.issue_id, table.id] }),
    index('issue_watchers_user').on(table.id),
    index('issue_watchers_of_user').on(table.tenant_id, table.id, table.issue_id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_watchers__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_watchers__id__reference',
      columns: [table.id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
    check('issue_watchers__reason__not_allowed_value', isOneOf('reason', watchReasons)),
  ],
)

/** The activity of users in issues, in chronological order. */
export const issueActivities = pgTable(
  'issue_activities',
  {
    tenant_id: tenantColumn(),
    id: ulid().notNull(),
    issue_id: ulid().notNull(),
    type: oneOf(issueActivityTypes).notNull(),
    actor_id: ulid().default(sql`nullif(current_setting('app.user_id', true), '')`),
    created_at: instant().notNull().default(sql`statement_timestamp()`),
    visibility: oneOf(commentVisibilities).notNull().default('public'),
    data: json<Record<string, unknown>>().notNull().default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ name: 'issue_activities_pkey', columns: [table.tenant_id, table.id] }),
    index('issue_activities_issue').on(table.tenant_id, table.issue_id, table.id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_activities__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    check('issue_activities__type__not_allowed_value', isOneOf('type', issueActivityTypes)),
    check('issue_activities__visibility__not_allowed_value', isOneOf('visibility', commentVisibilities)),
  ],
)

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The search index for `commonhold_search_issues`. The id of a row is the id of the issue or of the comment. */
export const issueTexts = pgTable(
  'issue_texts',
  {
    tenant_id: tenantColumn(),
    id: ulid().notNull(),
    issue_id: ulid().notNull(),
    visibility: oneOf(commentVisibilities).notNull().default('public'),
    document: tsvector().notNull(),
    /** The words of the document, each marked with the tenant by `commonhold_terms`. Searches use this column. */
    terms: tsvector().notNull().default(sql`''`),
  },
  (table) => [
    primaryKey({ name: 'issue_texts_pkey', columns: [table.tenant_id, table.id] }),
    index('issue_texts_issue').on(table.tenant_id, table.issue_id),
    index('issue_texts_terms').using('gin', table.terms),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_texts__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    check('issue_texts__visibility__not_allowed_value', isOneOf('visibility', commentVisibilities)),
  ],
)
