import type { Logger } from 'pino'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Repetition, startRounds } from '../http/rounds.ts'
import { addMail } from '../mail/outbox.ts'
import { type Notified, notifyNext, queueDigest, tenantsToNotify } from './notifying.repository.ts'

/** Milliseconds between checks of the logs. */
const POLL = 1_000
/** Seconds after which a mail about a notification is no longer sent. */
const USEFUL = 86_400

interface NotifierServices {
  readonly connections: ConnectionPool
  /** False if the installation cannot send mail. */
  readonly sendsMail: boolean
  readonly log: Logger
}

/** Creates notifications from the audit logs until it is stopped. Several instances can run it on one database. */
export const startNotifier = ({ connections, sendsMail, log }: NotifierServices): Repetition =>
  startRounds({
    connections,
    log,
    poll: POLL,
    failure: 'making notifications failed',
    places: tenantsToNotify,
    // One transaction writes the notifications, their mails, and how far the log was read.
    async work(tx, { tenant_id }) {
      tx.selectTenant(tenant_id)
      const part = await notifyNext(tx)
      if (part && sendsMail) for (const one of part.created) await queueMail(tx, tenant_id, one)
      return part?.hasMore ?? false
    },
  })

async function queueMail(tx: Transaction, tenantId: string, notified: Notified): Promise<void> {
  const { id, user_id: userId, email, mail } = notified
  if (email === null || mail === 'never') return
  if (mail === 'daily') return void (await queueDigest(tx, userId, email))
  const facts = { notification_id: id }
  await addMail(tx, { kind: 'notification', recipient: email, userId, tenantId, facts, usefulFor: USEFUL })
}
