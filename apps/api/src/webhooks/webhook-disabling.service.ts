import type { Transaction } from '../db/transaction.ts'
import { originWithoutRequest, writeAudit } from '../store/audit.ts'
import { type MailSettings, queueMail } from '../system/mails.service.ts'
import { disableEndpoint, failWaiting } from './webhooks.repository.ts'

/** Seconds after which the mail is no longer sent. */
const WEEK = 7 * 86_400

/** Disables an endpoint whose receiver has failed for days, and sends a mail to the user who created it. */
export async function disableFailing(
  tx: Transaction,
  id: string,
  mail: MailSettings | undefined,
): Promise<void> {
  const row = await disableEndpoint(tx, id)
  if (!row) return
  await failWaiting(tx, id)
  const origin = originWithoutRequest('disableWebhookEndpoint')
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
