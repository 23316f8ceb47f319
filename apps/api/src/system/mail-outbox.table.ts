import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytewise, instant, isOneOf, json, oneOf, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'
import { type MailFacts, mailKinds } from '../mail/mail-kinds.ts'
import { users } from './users.table.ts'

/**
 * Mails that wait to be sent, and mails that were sent or given up recently. A row is inserted in the transaction of the change
 * that causes the mail. It contains only what the mail is about: the text with its link is composed when the mail is sent, and is
 * never stored.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: ulid().primaryKey(),
    kind: oneOf(mailKinds).notNull(),
    recipient: bytewise().notNull(),
    /** The user whom the mail is about. */
    user_id: ulid(),
    /** The tenant that the mail is sent for. */
    tenant_id: ulid(),
    facts: json<MailFacts>().notNull().default(sql`'{}'`),
    created_at: instant().notNull().default(sql`now()`),
    /** When sending is tried next. Set to a later time before each try, so that no other instance tries it meanwhile. */
    due_at: instant().notNull().default(sql`now()`),
    tries: integer().notNull().default(0),
    /** After this time the mail is of no use, and is not tried again. */
    give_up_at: instant().notNull(),
    sent_at: instant(),
    given_up_at: instant(),
    /** Why the last try failed. */
    failure: text(),
  },
  (table) => [
    check('mail_outbox__kind__not_allowed_value', isOneOf('kind', mailKinds)),
    index('mail_outbox_due').on(table.due_at).where(sql`sent_at is null and given_up_at is null`),
    index('mail_outbox_created').on(table.created_at),
    index('mail_outbox_user').on(table.user_id).where(sql`user_id is not null`),
    index('mail_outbox_tenant').on(table.tenant_id).where(sql`tenant_id is not null`),
    foreignKey({
      name: 'mail_outbox__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'mail_outbox__tenant_id__reference',
      columns: [table.tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('cascade'),
  ],
)
