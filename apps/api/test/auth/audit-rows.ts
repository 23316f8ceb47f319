import type { TestDatabase } from '../database.ts'
import type { Reply } from '../security/send.ts'

/** A row of the audit log. */
export interface AuditRow {
  readonly request_id: string
  readonly operation: string
  readonly action: string
  readonly actor_id: string | null
  readonly session_id: string | null
  readonly api_key_id: string | null
  readonly tenant_id: string | null
  readonly record_type: string | null
  readonly record_id: string | null
  readonly source: string | null
  readonly reason: string | null
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[]
}

/** The audit rows of the requests with these answers, oldest first. Includes rows without a tenant, which no tenant may read. */
export async function auditRows(database: TestDatabase, replies: readonly Reply[]): Promise<AuditRow[]> {
  const ids = replies.map(({ headers }) => headers.get('x-request-id') ?? '')
  return (await allAuditRows(database)).filter(({ request_id }) => ids.includes(request_id))
}

/** Every audit row, oldest first. Disables row level security for the owner in a transaction that is rolled back. */
export async function allAuditRows(database: TestDatabase): Promise<AuditRow[]> {
  let rows: AuditRow[] = []
  const undone = new Error('undone')
  await database.sql
    .begin(async (tx) => {
      await tx`alter table audit_log no force row level security`
      rows = [...(await tx<AuditRow[]>`select * from audit_log order by created_at, id`)]
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return rows
}
