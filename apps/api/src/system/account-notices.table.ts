import { sql } from 'drizzle-orm'
import { check, foreignKey, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ulid } from '../db/columns.ts'
import { users } from './users.table.ts'

/** Changes that other users made to an account and that its user has not acknowledged yet. */
export const accountNotices = pgTable(
  'account_notices',
  {
    user_id: ulid().primaryKey(),
    changed: text({ enum: ['email', 'password', 'username'] })
      .array()
      .notNull(),
    changed_by: ulid().notNull(),
    changed_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    foreignKey({
      name: 'account_notices__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    check('account_notices__changed__not_allowed_value', sql`changed <@ '{email,password,username}'`),
  ],
)
