import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytewise, instant, transactionId, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'
import type { Change } from './audit.ts'

/** The audit log: one row for each change, sign-in result and denied request. Rows are only added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: ulid().primaryKey(),
    tenant_id: ulid(),
    created_at: instant().notNull().default(sql`statement_timestamp()`),
    actor_id: ulid(),
    /** The actor's name at that time; null if the system acted. */
    actor_name: text(),
    session_id: ulid(),
    /** The API key that the request was made with, in place of a session. */
    api_key_id: ulid(),
    request_id: text().notNull(),
    source: text(),
    operation: text().notNull(),
    /** One of the actions of `AuditEntry`. */
    action: text().notNull(),
    record_type: text(),
    record_id: ulid(),
    /** The record's version after the change, or the last one of a deleted record. Null if records of the kind have none. */
    version: integer(),
    reason: text(),
    notes: text(),
    /** The transaction that wrote the entry. Ids are not in the order of commits; this shows up to where the log is complete. */
    xid: transactionId().notNull().default(sql`pg_current_xact_id()`),
    changes: jsonb().$type<Change[]>().notNull().default(sql`'[]'`),
  },
  (table) => [
    index('audit_log_record').on(table.tenant_id, table.record_id, table.id),
    index('audit_log_time').on(table.tenant_id, table.created_at, table.id),
    index('audit_log_position').on(table.tenant_id, table.xid, table.id),
    index('audit_log_actor').on(table.actor_id, table.tenant_id),
  ],
)

/** Responses to requests with an Idempotency-Key, stored in the transaction of the request. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: ulid().notNull(),
    path: text().notNull(),
    key: bytewise().notNull(),
    fingerprint: bytewise().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    status: integer().notNull(),
    headers: jsonb().notNull(),
    body: text(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [table.user_id, table.path, table.key] }),
    index('idempotency_keys_created').on(table.created_at),
  ],
)

/** Counters by tenant and name. */
export const counters = pgTable(
  'counters',
  {
    tenant_id: ulid().notNull(),
    name: text().notNull(),
    value: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'counters_pkey', columns: [table.tenant_id, table.name] }),
    foreignKey({
      name: 'counters__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
  ],
)
