import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'
import type { QuotaGate } from '../base/quota-gate.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Repetition, repeat } from '../http/rounds.ts'
import { transact } from '../http/service.ts'
import type { Letter } from './letter.ts'
import { type DueMail, dropMail, mailFailed, mailSent, postponeMail, takeDueMail } from './outbox.ts'
import { failureOf, type MailTransport } from './transport.ts'

/** Milliseconds between looks at the outbox. */
const POLL = 1_000
/** Milliseconds in which a server must have accepted a mail. */
const LIMIT = 20_000
/**
 * Milliseconds after which a mail that was taken is not sent any more: another instance may take it a minute after it was
 * taken, and by then this one must have finished.
 */
const LATEST = 30_000

/** Makes the content of a mail when it is sent; null when there is nothing to send. */
export type Compose = (tx: Transaction, mail: DueMail) => Promise<Letter | null>

interface SenderServices {
  readonly connections: ConnectionPool
  readonly transport: MailTransport
  readonly compose: Compose
  readonly quotas: QuotaGate
  readonly log: Logger
}

/**
 * Sends the mails of the outbox until it is stopped. Any number of instances may do so on one database. Each takes one mail
 * at a time: SMTP cannot say whether a server accepted a mail before its sender died, so only that one may arrive twice.
 */
export function startMailSender({
  connections,
  transport,
  compose,
  quotas,
  log,
}: SenderServices): Repetition {
  async function deliver(mail: DueMail, taken: number): Promise<void> {
    if (mail.is_over) return fail(mail, 'too late', true)
    const held = mail.tenant_id === null ? undefined : quotas.heldUntil('mails', mail.tenant_id)
    if (held) return void (await transact(connections, (tx) => postponeMail(tx, mail.id, held)))
    try {
      const letter = await transact(connections, (tx) => compose(tx, mail))
      if (letter === null) return void (await transact(connections, (tx) => dropMail(tx, mail.id)))
      if (performance.now() - taken > LATEST) return
      await transport.send({ id: mail.id, recipient: mail.recipient, letter }, AbortSignal.timeout(LIMIT))
    } catch (error) {
      const { text, isFinal } = failureOf(error)
      return fail(mail, text, isFinal)
    }
    quotas.count('mails', mail.tenant_id, 1)
    await recordSent(mail)
  }

  async function fail(mail: DueMail, failure: string, isFinal: boolean): Promise<void> {
    const isGivenUp = await transact(connections, (tx) => mailFailed(tx, mail.id, failure, isFinal))
    log.warn(
      { mail_id: mail.id, kind: mail.kind, failure },
      isGivenUp ? 'a mail was given up' : 'a mail could not be sent; it is tried again',
    )
  }

  /** The server has the mail: it would be sent again if this could not be recorded before its next try is due. */
  async function recordSent({ id }: DueMail): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await transact(connections, (tx) => mailSent(tx, id))
        return
      } catch (error) {
        if (tries === 8) throw error
        await wait(1_000)
      }
    }
  }

  /** Sends the mail that is due longest; false when none is. */
  async function sendDue(): Promise<boolean> {
    const taken = performance.now()
    const mail = await transact(connections, takeDueMail)
    if (mail) await deliver(mail, taken)
    return mail !== undefined
  }

  return repeat({
    round: sendDue,
    poll: POLL,
    onFailure: (error) => log.warn(kindOfError(error), 'sending mails failed'),
  })
}
