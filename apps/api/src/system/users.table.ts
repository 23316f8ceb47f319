import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bytewise, instant, isOneOf, oneOf, recordColumns, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'

/** The columns of a user that responses may contain. */
export const userColumns = () => ({
  ...recordColumns(),
  id: ulid().primaryKey(),
  kind: oneOf(['person', 'service']).notNull().default('person'),
  username: bytewise(),
  /** Null for service accounts. */
  email: bytewise(),
  email_verified_at: instant(),
  /** The new address until it is verified. Several accounts may request the same address. */
  pending_email: bytewise(),
  display_name: text(),
  first_name: text(),
  last_name: text(),
  avatar_url: text(),
  status: oneOf(['active', 'deactivated']).notNull().default('active'),
  deactivated_at: instant(),
  last_sign_in_at: instant(),
  password_changed_at: instant().notNull().default(sql`now()`),
})

export const users = pgTable(
  'users',
  {
    ...userColumns(),
    /** Null for service accounts, which cannot sign in. */
    password_hash: text(),
    /** Persons refer to their users now; instances of version 0.1 still read this column. */
    person_id: ulid(),
    /** The tenant that created the account, and manages it while it belongs to no other tenant. */
    managed_by_tenant_id: ulid(),
  },
  (table) => [
    unique('users__email__unique').on(table.email),
    unique('users__username__unique').on(table.username),
    foreignKey({
      name: 'users__managed_by_tenant_id__reference',
      columns: [table.managed_by_tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('set null'),
    index('users_managed_by').on(table.managed_by_tenant_id).where(sql`managed_by_tenant_id is not null`),
    check('users__kind__not_allowed_value', isOneOf('kind', ['person', 'service'])),
    check(
      'users__email__required',
      sql`kind = 'service' or (email is not null and password_hash is not null)`,
    ),
    check(
      'users__email__must_be_null',
      sql`kind = 'person' or num_nonnulls(email, username, password_hash) = 0`,
    ),
    check('users__status__not_allowed_value', isOneOf('status', ['active', 'deactivated'])),
  ],
)
