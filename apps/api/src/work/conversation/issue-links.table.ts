import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytewise, ownedColumns, ulid } from '../../db/columns.ts'
import { tenantReference } from '../../db/tenants.table.ts'
import { issueLinkTypes } from '../configuration/issue-link-types.table.ts'
import { issues } from '../issues/issues.table.ts'

/** The links between two issues, one row for both directions. In a symmetric link, `issue_id` is the smaller of the two ids. */
export const issueLinks = pgTable(
  'issue_links',
  {
    ...ownedColumns(),
    issue_id: ulid().notNull(),
    linked_issue_id: ulid().notNull(),
    link_type_id: ulid().notNull(),
    link_type: bytewise().notNull(),
    is_symmetric: boolean().notNull(),
    is_acyclic: boolean().notNull(),
    description: text(),
  },
  (table) => [
    primaryKey({ name: 'issue_links_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('issue_links__linked_issue_id__unique').on(
      table.tenant_id,
      table.issue_id,
      table.linked_issue_id,
      table.link_type_id,
    ),
    index('issue_links_linked').on(table.tenant_id, table.linked_issue_id, table.link_type_id),
    index('issue_links_type').on(table.link_type_id, table.is_symmetric, table.is_acyclic),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_links__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_links__linked_issue_id__reference',
      columns: [table.tenant_id, table.linked_issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'issue_links__link_type_id__reference',
      columns: [table.link_type_id, table.is_symmetric, table.is_acyclic],
      foreignColumns: [issueLinkTypes.id, issueLinkTypes.is_symmetric, issueLinkTypes.is_acyclic],
    }).onDelete('restrict'),
    check('issue_links__linked_issue_id__not_allowed_value', sql`linked_issue_id <> issue_id`),
  ],
)

/** The attachments of issues: references to files that are stored elsewhere. */
export const issueAttachments = pgTable(
  'issue_attachments',
  {
    ...ownedColumns(),
    issue_id: ulid().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    content_type: bytewise(),
    size_bytes: bigint({ mode: 'number' }),
    checksum_sha256: bytewise(),
    description: text(),
  },
  (table) => [
    primaryKey({ name: 'issue_attachments_pkey', columns: [table.tenant_id, table.id] }),
    index('issue_attachments_issue').on(table.tenant_id, table.issue_id, table.id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'issue_attachments__issue_id__reference',
      columns: [table.tenant_id, table.issue_id],
      foreignColumns: [issues.tenant_id, issues.id],
    }).onDelete('cascade'),
    check('issue_attachments__url__invalid_format', sql`url ~ '^https?://'`),
    check('issue_attachments__size_bytes__out_of_range', sql`size_bytes >= 0`),
  ],
)
