import type { HistoryEntry } from '@commonhold/contract'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { isSameValue } from '../base/same-value.ts'
import { build, type Statement, sqlStatement, statement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { userLabel } from '../db/user-label.ts'
import { auditLog } from './audit-and-idempotency.table.ts'
import type { RecordKind } from './record-kind.ts'

/** One member that changed. */
export type Change = HistoryEntry['changes'][number]

/** An entry of the audit log. */
export interface AuditEntry {
  /** The id of the entry, when another record refers to it; generated otherwise. */
  readonly id?: string
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
    | 'accepted'
    | 'declined'
    | 'denied'
    | 'due'
    | 'warranty_ended'
    | 'expired'
  readonly recordType?: RecordKind
  readonly recordId?: string | null
  /** The record's version after the change, or the last one of a deleted record. */
  readonly version?: number
  readonly tenantId?: string | null
  readonly actorId?: string | null
  readonly reason?: string | null | undefined
  readonly notes?: string | null | undefined
  readonly changes?: readonly Change[]
}

/** The actor, the operation and the source of a request. */
export interface AuditOrigin {
  readonly operation: string
  readonly requestId: string
  readonly source: string | null
  readonly actorId: string | null
  readonly sessionId: string | null
  /** The API key that the request was made with, in place of a session. */
  readonly apiKeyId?: string | null
}

/** The origin of a change that no request makes: a command of an operator, a job, or the start of the service. */
export const originWithoutRequest = (operation: string): AuditOrigin => ({
  operation,
  requestId: newId(),
  source: null,
  actorId: null,
  sessionId: null,
})

const at = (name: string) => sql.placeholder(`entry.${name}`)

const nameOf = (id: SQLWrapper) => sql`(select ${userLabel} from users u where u.id = ${id})`

/** The entry's own tenant; otherwise the tenant that the transaction selected. */
const tenantOf = sql`coalesce(${at('tenant_id')}, nullif(${tenantId}, 'none'))`

const insertion = build.insert(auditLog).values({
  id: at('id'),
  tenant_id: tenantOf,
  actor_id: at('actor_id'),
  actor_name: nameOf(at('actor_id')),
  session_id: at('session_id'),
  api_key_id: at('api_key_id'),
  request_id: at('request_id'),
  source: at('source'),
  operation: at('operation'),
  action: at('action'),
  record_type: at('record_type'),
  record_id: at('record_id'),
  version: at('version'),
  reason: at('reason'),
  notes: at('notes'),
  changes: at('changes'),
})

const insertEntry = statement(insertion)

/** An insert or update that also writes its audit entry, with the values of `entryValues`. */
export const withAuditEntry = <Row>(inserting: SQLWrapper): Statement<Row> =>
  sqlStatement<Row>(sql`with made as ${inserting}, entry as ${insertion} select * from made`)

/** The id of an entry: the time, ten characters that are unique to the statement, and the number of the row. */
const idOfRow = sql`left(${at('id')}, 10) || right(${at('id')}, 10) || lpad((row_number() over ())::text, 6, '0')`

/**
 * Inserts one entry per row of a query that returns `record_id`, `version` and `changes`; the other columns come from `entryValues`.
 */
export const withAuditEntries = (rows: SQLWrapper): Statement<unknown> =>
  sqlStatement(sql`
    insert into audit_log (id, tenant_id, actor_id, actor_name, session_id, api_key_id, request_id, source, operation, action, record_type, record_id, version, reason, notes, changes)
    select ${idOfRow}, ${tenantOf}, ${at('actor_id')}, ${nameOf(at('actor_id'))}, ${at('session_id')}, ${at('api_key_id')}, ${at('request_id')}, ${at('source')},
           ${at('operation')}, ${at('action')}, ${at('record_type')}, e.record_id, e.version, ${at('reason')}, ${at('notes')}, e.changes
      from (${rows}) e`)

const rowOf = (origin: AuditOrigin, entry: AuditEntry) => ({
  id: entry.id ?? newId(),
  tenant_id: entry.tenantId ?? null,
  actor_id: entry.actorId === undefined ? origin.actorId : entry.actorId,
  session_id: origin.sessionId,
  api_key_id: origin.apiKeyId ?? null,
  request_id: origin.requestId,
  source: origin.source,
  operation: origin.operation,
  action: entry.action,
  record_type: entry.recordType ?? null,
  record_id: entry.recordId ?? null,
  version: entry.version ?? null,
  reason: entry.reason ?? null,
  notes: entry.notes ?? null,
  changes: entry.changes ?? [],
})

const valuesOf = (row: ReturnType<typeof rowOf>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`entry.${name}`, value]))

/** The values of an entry, for the statement that writes it. */
export const entryValues = (origin: AuditOrigin, entry: AuditEntry): Record<string, unknown> =>
  valuesOf(rowOf(origin, entry))

const insertEntries = sqlStatement<unknown>(sql`
  insert into audit_log (id, tenant_id, actor_id, actor_name, session_id, api_key_id, request_id, source, operation, action, record_type, record_id, version, reason, notes, changes)
  select e.id, coalesce(e.tenant_id, nullif(${tenantId}, 'none')), e.actor_id, ${nameOf(sql`e.actor_id`)}, e.session_id,
         e.api_key_id, e.request_id, e.source, e.operation, e.action, e.record_type, e.record_id, e.version, e.reason, e.notes, e.changes
    from jsonb_to_recordset(${sql.placeholder('entries')}::jsonb) e (
      id text, tenant_id text, actor_id text, session_id text, api_key_id text, request_id text, source text, operation text,
      action text, record_type text, record_id text, version integer, reason text, notes text, changes jsonb)`)

/** The maximum number of entries per statement. */
const BATCH = 1000

/** Adds entries to the audit log, in the transaction that made the changes. */
export function writeAudit(
  tx: Transaction,
  origin: AuditOrigin,
  entries: readonly AuditEntry[],
): Promise<unknown> {
  const rows = entries.map((entry) => rowOf(origin, entry))
  const [row, ...more] = rows
  if (!row || more.length === 0) return row ? tx.run(insertEntry, valuesOf(row)) : Promise.resolve()
  const batches = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) =>
    rows.slice(at * BATCH, (at + 1) * BATCH),
  )
  return Promise.all(batches.map((batch) => tx.run(insertEntries, { entries: JSON.stringify(batch) })))
}

/** The fields in which two versions of a row differ. */
export function changesBetween(
  fields: readonly string[],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  return fields
    .map((field) => ({ field, from: json(before[field]), to: json(after[field]) }))
    .filter(({ from, to }) => !isSameValue(from, to))
}

/** Rows contain JSON values, because the connection's parsers create them. */
const json = (value: unknown) => (value ?? null) as Change['from']
