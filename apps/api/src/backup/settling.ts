import type postgres from 'postgres'

/** Tables with the positions up to which the audit log was read. */
const cursors = [
  { table: 'webhook_endpoints', xid: 'cursor_xid', id: 'cursor_id' },
  { table: 'notification_cursors', xid: 'xid', id: 'id' },
] as const

/**
 * Transaction ids are valid on one server only. Entries of the audit log whose transaction id this server has not reached get the
 * id of this transaction, and the cursors are adapted; returns how many entries were changed. These entries are now ordered by
 * `id` alone. If that changes their order, a cursor stops before the first entry that it had not passed: later entries may be
 * read twice, and none is skipped. Row level security must not be forced while this runs.
 */
export async function settlePositions(tx: postgres.TransactionSql): Promise<number> {
  for (const { table, xid, id } of cursors)
    await tx`
      update ${tx(table)} c set ${tx(xid)} = pg_current_xact_id(), ${tx(id)} = coalesce((
        select max(passed.id) from audit_log passed
         where passed.tenant_id = c.tenant_id and passed.xid >= pg_current_xact_id() and passed.id < coalesce((
           select min(next.id) from audit_log next
            where next.tenant_id = c.tenant_id and (next.xid, next.id) > (c.${tx(xid)}, c.${tx(id)})), 'Z')), '')
       where c.${tx(xid)} >= pg_current_xact_id()`
  const { count } = await tx`
    update audit_log set xid = pg_current_xact_id() where xid >= pg_current_xact_id()`
  return count
}
