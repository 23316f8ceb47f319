import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { transact } from '../http/service.ts'
import type { Letter } from './letter.ts'
import { type DueMail, dropMail, mailFailed, mailSent, takeDueMails } from './outbox.ts'
import { failureOf, type MailTransport } from './transport.ts'

/** Mails that one instance sends at once: as many may arrive twice when it dies. */
const AT_ONCE = 4
/** Milliseconds between looks at the outbox. */
const POLL = 1_000
/** The same after the database failed. */
const PAUSE = 5_000
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
  readonly log: Logger
}

/** Sends the mails of the outbox until it is stopped. Any number of instances may do so on one database. */
export interface MailSender {
  /** Resolves when the mails under way are finished; no other is begun. */
  stop(): Promise<void>
}

export function startMailSender({ connections, transport, compose, log }: SenderServices): MailSender {
  const stopping = new AbortController()

  async function deliver(mail: DueMail, taken: number): Promise<void> {
    if (mail.is_over) return fail(mail, 'too late', true)
    try {
      const letter = await transact(connections, (tx) => compose(tx, mail))
      if (letter === null) return void (await transact(connections, (tx) => dropMail(tx, mail.id)))
      if (performance.now() - taken > LATEST) return
      await transport.send({ id: mail.id, recipient: mail.recipient, letter }, AbortSignal.timeout(LIMIT))
    } catch (error) {
      const { text, isFinal } = failureOf(error)
      return fail(mail, text, isFinal)
    }
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

  async function sendDue(): Promise<void> {
    for (let found = AT_ONCE; found === AT_ONCE && !stopping.signal.aborted; ) {
      const taken = performance.now()
      const mails = await transact(connections, (tx) => takeDueMails(tx, AT_ONCE))
      const done = await Promise.allSettled(mails.map((mail) => deliver(mail, taken)))
      const failed = done.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
      found = mails.length
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause = await sendDue().then(
        () => POLL,
        (error: unknown) => {
          log.warn({ type: error instanceof Error ? error.name : typeof error }, 'sending mails failed')
          return PAUSE
        },
      )
      await wait(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  const running = run()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}
