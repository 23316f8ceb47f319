import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytewise, instant, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { users } from './users.table.ts'

/** The ways in which an invitation can end, except expiry. */
export const invitationOutcomes = ['accepted', 'declined', 'revoked'] as const

/** Invitations to join groups of a tenant. The secrets of their links are in `mail_tokens`, as hashes. */
export const invitations = pgTable(
  'invitations',
  {
    ...ownedColumns(),
    email: bytewise().notNull(),
    /** Groups that are deleted or archived when the invitation is accepted are ignored. */
    group_ids: text().array().notNull(),
    message: text(),
    expires_at: instant().notNull(),
    /** Seconds from the mail, or from the last repeated mail, to the expiry. */
    lifetime: integer().notNull(),
    outcome: oneOf(invitationOutcomes),
    ended_at: instant(),
    user_id: ulid(),
  },
  (table) => [
    primaryKey({ name: 'invitations_pkey', columns: [table.tenant_id, table.id] }),
    index('invitations_email').on(table.tenant_id, table.email),
    index('invitations_user').on(table.user_id),
    index('invitations_outcome').on(table.tenant_id, table.outcome, table.id),
    index('invitations_open').on(table.tenant_id, table.expires_at).where(sql`outcome is null`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'invitations__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('set null'),
    check('invitations__outcome__not_allowed_value', isOneOf('outcome', invitationOutcomes)),
  ],
)
