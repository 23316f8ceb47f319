import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'

const at = sql.placeholder
const behind = sqlStatement<{ tenant_id: string; webhook_endpoint_id: string }>(
  sql`select tenant_id, endpoint_id as webhook_endpoint_id from commonhold_webhooks_behind()`,
)
const lockEnabled = sqlStatement<{
  types: string[]
  xid: string
  cursor_id: string
  held_until: string | null
}>(sql`
  select types, cursor_xid::text as xid, cursor_id, case when held_until > now() then held_until end as held_until
    from webhook_endpoints
   where tenant_id = ${tenantId} and id = ${at('id')} and enabled for no key update skip locked`)
const advance = sqlStatement<unknown>(sql`
  update webhook_endpoints set cursor_xid = ${at('xid')}::xid8, cursor_id = ${at('cursor_id')}
   where tenant_id = ${tenantId} and id = ${at('id')}`)

/** The enabled endpoints of all tenants that have log entries after their cursor. */
export const endpointsBehind = (tx: Transaction) => tx.run(behind)

/** Locks an enabled endpoint; undefined if another process has locked it. The next round finds what that process leaves. */
export const lockEndpoint = (tx: Transaction, id: string) => tx.first(lockEnabled, { id })

/** Moves the cursor of a locked endpoint to an entry of the log. */
export async function moveCursor(
  tx: Transaction,
  cursor: { readonly id: string; readonly xid: string; readonly cursor_id: string },
): Promise<void> {
  await tx.run(advance, cursor)
}
