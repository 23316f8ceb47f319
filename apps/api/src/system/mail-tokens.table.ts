import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable } from 'drizzle-orm/pg-core'
import { bytewise, instant, isOneOf, oneOf, ulid } from '../db/columns.ts'
import { users } from './users.table.ts'

/** The purposes of links in mails. */
export const linkPurposes = ['reset_password', 'verify_email', 'invitation'] as const

/** The links in mails, by the SHA-256 of their secrets. A link that was used is deleted. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    token_hash: bytewise().primaryKey(),
    purpose: oneOf(linkPurposes).notNull(),
    user_id: ulid(),
    /** The invitation that the link answers. No foreign key, because invitations are visible in one tenant at a time. */
    tenant_id: ulid(),
    invitation_id: ulid(),
    /** The address that the mail was sent to. Using the link proves that the user receives mail there. */
    email: bytewise().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
  },
  (table) => [
    check('mail_tokens__purpose__not_allowed_value', isOneOf('purpose', linkPurposes)),
    index('mail_tokens_user').on(table.user_id).where(sql`user_id is not null`),
    index('mail_tokens_expires').on(table.expires_at),
    foreignKey({
      name: 'mail_tokens__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)
