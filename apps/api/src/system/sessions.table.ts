import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytewise, instant, ulid } from '../db/columns.ts'
import { tenants } from '../db/tenants.table.ts'
import { users } from './users.table.ts'

/**
 * Sessions of users. Every request reads its session, so that the end of a session takes effect immediately on every instance.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: ulid().primaryKey(),
    user_id: ulid().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    last_used_at: instant().notNull().default(sql`now()`),
    /** End of an idle session: extended with every refresh, never past `ends_at`. */
    expires_at: instant().notNull(),
    /** The latest end of the session, even if it is refreshed. */
    ends_at: instant().notNull(),
    revoked_at: instant(),
    revoked_because: text(),
    ip_address: text(),
    user_agent: text(),
    current_tenant_id: ulid(),
    current_project_id: ulid(),
    /** SHA-256 of the only valid refresh token. */
    refresh_hash: bytewise().notNull(),
  },
  (table) => [
    uniqueIndex('sessions__refresh_hash__unique').on(table.refresh_hash),
    index('sessions_user').on(table.user_id, table.last_used_at),
    index('sessions_current_tenant').on(table.current_tenant_id),
    foreignKey({
      name: 'sessions__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'sessions__current_tenant_id__reference',
      columns: [table.current_tenant_id],
      foreignColumns: [tenants.id],
    }).onDelete('set null'),
  ],
)

/** Used refresh tokens: a second use means that two parties have the token. */
export const usedRefreshTokens = pgTable(
  'used_refresh_tokens',
  {
    refresh_hash: bytewise().primaryKey(),
    session_id: ulid().notNull(),
    used_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index('used_refresh_tokens_session').on(table.session_id),
    foreignKey({
      name: 'used_refresh_tokens__session_id__reference',
      columns: [table.session_id],
      foreignColumns: [sessions.id],
    }).onDelete('cascade'),
  ],
)

/**
 * Keys that sign access tokens. The newest key that all instances have had time to load signs; every key that is not retired
 * verifies.
 */
export const signingKeys = pgTable('signing_keys', {
  id: ulid().primaryKey(),
  secret: text().notNull(),
  created_at: instant().notNull().default(sql`now()`),
  retired_at: instant(),
})

/** Counts of attempts, shared by all instances. `key` is a hash, so that no names are stored. */
export const attempts = pgTable(
  'attempts',
  {
    key: bytewise().primaryKey(),
    count: integer().notNull(),
    blocked_until: instant().notNull(),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    check('attempts__count__out_of_range', sql`count >= 0`),
    index('attempts_updated').on(table.updated_at),
  ],
)

/**
 * Sources from which a user has signed in. Their attempts are counted separately, so that attempts from other sources do not lock
 * the user out there.
 */
export const knownSources = pgTable(
  'known_sources',
  {
    user_id: ulid().notNull(),
    source: bytewise().notNull(),
    last_sign_in_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: 'known_sources_pkey', columns: [table.user_id, table.source] }),
    foreignKey({
      name: 'known_sources__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)
