import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { MailFacts, MailKind } from './mail-kinds.ts'

/** The maximum number of tries of a mail; the last one is about three days after the first. */
const MOST_TRIES = 9

const at = sql.placeholder

const insert = sqlStatement<unknown>(sql`
  insert into mail_outbox (id, kind, recipient, user_id, tenant_id, facts, give_up_at)
  values (${at('id')}, ${at('kind')}, ${at('recipient')}, ${at('user_id')}, ${at('tenant_id')}, ${at('facts')}::jsonb,
          now() + interval '1 second' * ${at('seconds')}::int)`)

const open = sql`sent_at is null and given_up_at is null`

/**
 * Claims the mail that has been due longest, and moves its next try ahead by 1, 4, 16, 64, 256 and 1024 minutes, then by 24
 * hours. If the sender dies, any instance tries the mail again at that time.
 */
const claimDue = sqlStatement<DueMail>(sql`
  update mail_outbox as m
     set tries = m.tries + 1,
         due_at = clock_timestamp() + interval '1 minute' * least(1440, 4 ^ least(m.tries, 6))
   where m.id = (select id from mail_outbox where ${open} and due_at <= now() order by due_at limit 1 for update skip locked)
  returning m.id, m.kind, m.recipient, m.user_id, m.tenant_id, m.facts,
            m.tries > ${MOST_TRIES} or m.give_up_at <= now() as is_over`)

const markSent = sqlStatement<unknown>(
  sql`update mail_outbox set sent_at = now(), failure = null where id = ${at('id')} and ${open}`,
)
const markFailed = sqlStatement<{ given_up: boolean }>(sql`
  update mail_outbox
     set failure = ${at('failure')},
         given_up_at = case when ${at('is_final')}::boolean or tries >= ${MOST_TRIES} or give_up_at <= due_at then now() end
   where id = ${at('id')} and ${open} returning given_up_at is not null as given_up`)
/** Also subtracts the try that was counted when the mail was claimed, because nothing was sent. */
const postpone = sqlStatement<unknown>(
  sql`update mail_outbox set tries = tries - 1, due_at = ${at('due_at')}::timestamptz where id = ${at('id')} and ${open}`,
)
const drop = sqlStatement<unknown>(sql`delete from mail_outbox where id = ${at('id')}`)

/** A mail to be sent. */
export interface NewMail {
  readonly kind: MailKind
  readonly recipient: string
  readonly userId?: string
  readonly tenantId?: string
  readonly facts?: MailFacts
  /** Seconds for which the mail is useful; after that it is not tried again. */
  readonly usefulFor: number
}

/** A mail that this instance tries to send. */
export interface DueMail {
  readonly id: string
  readonly kind: MailKind
  readonly recipient: string
  readonly user_id: string | null
  readonly tenant_id: string | null
  readonly facts: MailFacts
  /** True if the mail was tried `MOST_TRIES` times, or is not useful any more. */
  readonly is_over: boolean
}

/** Adds a mail to the outbox, in the transaction of the change that causes it; returns its id. */
export async function addMail(tx: Transaction, mail: NewMail): Promise<string> {
  const id = newId()
  await tx.run(insert, {
    id,
    kind: mail.kind,
    recipient: mail.recipient,
    user_id: mail.userId ?? null,
    tenant_id: mail.tenantId ?? null,
    facts: JSON.stringify(mail.facts ?? {}),
    seconds: mail.usefulFor,
  })
  return id
}

/** Claims a due mail; no other instance gets it before its next try. */
export const claimDueMail = (tx: Transaction): Promise<DueMail | undefined> => tx.first(claimDue)

/** Records that the server accepted a mail. */
export const mailSent = (tx: Transaction, id: string) => tx.run(markSent, { id })

/** Records why a try failed; true when the mail is given up. */
export const mailFailed = async (
  tx: Transaction,
  id: string,
  failure: string,
  isFinal: boolean,
): Promise<boolean> =>
  (await tx.first(markFailed, { id, failure: failure.slice(0, 200), is_final: isFinal }))?.given_up ?? false

/** Postpones a claimed mail until a time. */
export const postponeMail = (tx: Transaction, id: string, until: Date) =>
  tx.run(postpone, { id, due_at: until.toISOString() })

/** Deletes a mail that does not need to be sent. */
export const dropMail = (tx: Transaction, id: string) => tx.run(drop, { id })
