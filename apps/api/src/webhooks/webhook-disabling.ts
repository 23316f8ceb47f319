import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { writeAudit } from '../store/audit.ts'
import { type MailSettings, queueMail } from '../system/mails.ts'
import { giveUpWaiting } from './webhooks.repository.ts'

const at = sql.placeholder

const disable = sqlStatement<{
  url: string
  version: number
  tenant_id: string
  user_id: string | null
  email: string | null
}>(sql`
  update webhook_endpoints e
     set enabled = false, version = e.version + 1, updated_at = greatest(statement_timestamp(), e.updated_at)
   where e.tenant_id = ${tenantId} and e.id = ${at('id')} and e.enabled
  returning e.url, e.version, e.tenant_id, e.created_by as user_id,
    (select u.email from users u where u.id = e.created_by and u.status = 'active') as email`)

/** Seconds in which the mail is of use. */
const WEEK = 7 * 86_400

/** Disables an endpoint whose receiver has failed for days, and informs who created it. */
export async function disableFailing(
  tx: Transaction,
  id: string,
  mail: MailSettings | undefined,
): Promise<void> {
  const row = await tx.first(disable, { id })
  if (!row) return
  await giveUpWaiting(tx, id)
  const origin = {
    operation: 'disableWebhookEndpoint',
    requestId: newId(),
    source: null,
    actorId: null,
    sessionId: null,
  }
  await writeAudit(tx, origin, [
    {
      action: 'updated',
      recordType: 'webhook_endpoint',
      recordId: id,
      version: row.version,
      reason: 'all tries of the last five days have failed',
      changes: [{ field: 'enabled', from: true, to: false }],
    },
  ])
  if (row.email && row.user_id)
    await queueMail(tx, mail, {
      kind: 'webhook_disabled',
      recipient: row.email,
      userId: row.user_id,
      tenantId: row.tenant_id,
      facts: { url: row.url },
      usefulFor: WEEK,
    })
}
