import type { HistoryEntry } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { newId } from './ids.ts'
import { auditLog } from './kernel.table.ts'
import { build, statement } from './statement.ts'
import type { Transaction } from './transaction.ts'

/** One member that changed. */
export type Change = HistoryEntry['changes'][number]

/** What was done, for the audit log. */
export interface AuditEntry {
  readonly action:
    | 'created'
    | 'updated'
    | 'moved'
    | 'deleted'
    | 'signed_up'
    | 'signed_in'
    | 'signed_out'
    | 'sign_in_refused'
    | 'unlocked'
    | 'refreshed'
    | 'refresh_reused'
    | 'selected'
    | 'denied'
  readonly recordType?: string
  readonly recordId?: string | null
  readonly tenantId?: string | null
  readonly actorId?: string | null
  readonly reason?: string | null | undefined
  readonly notes?: string | null | undefined
  readonly changes?: readonly Change[]
}

/** Who asked for what, from where. */
export interface AuditOrigin {
  readonly operation: string
  readonly requestId: string
  readonly source: string | null
  readonly actorId: string | null
  readonly sessionId: string | null
}

const insertEntry = statement(
  build.insert(auditLog).values({
    id: sql.placeholder('id'),
    // The entry's own tenant, else the one that the transaction entered.
    tenant_id: sql`coalesce(${sql.placeholder('tenant_id')}, nullif(current_setting('app.tenant_id', true), ''))`,
    actor_id: sql.placeholder('actor_id'),
    session_id: sql.placeholder('session_id'),
    request_id: sql.placeholder('request_id'),
    source: sql.placeholder('source'),
    operation: sql.placeholder('operation'),
    action: sql.placeholder('action'),
    record_type: sql.placeholder('record_type'),
    record_id: sql.placeholder('record_id'),
    reason: sql.placeholder('reason'),
    notes: sql.placeholder('notes'),
    changes: sql.placeholder('changes'),
  }),
)

/** Adds entries to the audit log, in the transaction of what they tell. */
export function writeAudit(
  tx: Transaction,
  origin: AuditOrigin,
  entries: readonly AuditEntry[],
): Promise<unknown> {
  return Promise.all(
    entries.map((entry) =>
      tx.run(insertEntry, {
        id: newId(),
        tenant_id: entry.tenantId ?? null,
        actor_id: entry.actorId === undefined ? origin.actorId : entry.actorId,
        session_id: origin.sessionId,
        request_id: origin.requestId,
        source: origin.source,
        operation: origin.operation,
        action: entry.action,
        record_type: entry.recordType ?? null,
        record_id: entry.recordId ?? null,
        reason: entry.reason ?? null,
        notes: entry.notes ?? null,
        changes: entry.changes ?? [],
      }),
    ),
  )
}

/** The fields in which two versions of a row differ. */
export function changesBetween(
  fields: readonly string[],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  return fields
    .filter((field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null))
    .map((field) => ({ field, from: json(before[field]), to: json(after[field]) }))
}

/** Rows hold JSON values: the connection's parsers make them. */
const json = (value: unknown) => (value ?? null) as Change['from']
