import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'
import type { QuotaGate } from '../base/quota-gate.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { type Repetition, repeat } from '../http/rounds.ts'
import { transact } from '../http/service.ts'
import type { Letter } from './letter.ts'
import { claimDueMail, type DueMail, dropMail, mailFailed, mailSent, postponeMail } from './outbox.ts'
import { failureOf, type MailTransport } from './transport.ts'

/** Milliseconds between polls of the outbox. */
const POLL = 1_000
/** Milliseconds within which a server must accept a mail. */
const LIMIT = 20_000
/**
 * Milliseconds after the claim when it is too late to begin sending a mail: another instance may claim it a minute after this
 * one, and sending must have ended by then.
 */
const LATEST = 30_000

/** Creates the content of a mail when it is sent; null when there is nothing to send. */
export type Compose = (tx: Transaction, mail: DueMail) => Promise<Letter | null>

interface SenderServices {
  readonly connections: ConnectionPool
  readonly transport: MailTransport
  readonly compose: Compose
  readonly quotas: QuotaGate
  readonly log: Logger
}

/**
 * Sends the mails of the outbox until it is stopped. Any number of instances may run on one database. Each sends one mail at a
 * time: if it dies while sending, nobody knows whether the server accepted that mail, so only that one may arrive twice.
 */
export function startMailSender({
  connections,
  transport,
  compose,
  quotas,
  log,
}: SenderServices): Repetition {
  async function deliver(mail: DueMail, claimedAt: number): Promise<void> {
    if (mail.is_over) return fail(mail, 'too late', true)
    const pausedUntil = mail.tenant_id === null ? undefined : quotas.exhaustedUntil('mails', mail.tenant_id)
    if (pausedUntil) return void (await transact(connections, (tx) => postponeMail(tx, mail.id, pausedUntil)))
    try {
      const letter = await transact(connections, (tx) => compose(tx, mail))
      if (letter === null) return void (await transact(connections, (tx) => dropMail(tx, mail.id)))
      if (performance.now() - claimedAt > LATEST) return
      await transport.send({ id: mail.id, recipient: mail.recipient, letter }, AbortSignal.timeout(LIMIT))
    } catch (error) {
      const { text, isFinal } = failureOf(error)
      return fail(mail, text, isFinal)
    }
    quotas.count('mails', mail.tenant_id, 1)
    await recordSent(mail)
  }

  async function fail(mail: DueMail, failure: string, isFinal: boolean): Promise<void> {
    const isFinallyFailed = await transact(connections, (tx) => mailFailed(tx, mail.id, failure, isFinal))
    log.warn(
      { mail_id: mail.id, kind: mail.kind, failure },
      isFinallyFailed ? 'a mail was given up' : 'a mail could not be sent; it is tried again',
    )
  }

  /** Records that the server accepted the mail, and retries for some seconds: the mail would be sent again if this failed. */
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

  /** Sends the mail that has been due longest; returns false when none is due. */
  async function sendDue(): Promise<boolean> {
    const claimedAt = performance.now()
    const mail = await transact(connections, claimDueMail)
    if (mail) await deliver(mail, claimedAt)
    return mail !== undefined
  }

  return repeat({
    round: sendDue,
    poll: POLL,
    onFailure: (error) => log.warn(kindOfError(error), 'sending mails failed'),
  })
}
