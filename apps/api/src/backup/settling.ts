import type postgres from 'postgres'

/** Where readers of the log have stopped. */
const cursors = [
  { table: 'webhook_endpoints', xid: 'cursor_xid', id: 'cursor_id' },
  { table: 'notification_cursors', xid: 'xid', id: 'id' },
] as const

/**
 * Transaction ids belong to the server. Gives entries of the audit log with ids that this server has not reached the id of this
 * transaction, and moves the cursors along; returns how many entries there were. They are ordered by their own ids from then on.
 * Where that is another order than before, a cursor stops before the first entry that it had not passed: entries behind that
 * one may be read twice, and none is left out. Row level security must not be forced meanwhile.
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
