import { sql } from 'drizzle-orm'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { sessions } from './sessions.table.ts'

/** Sessions as records. They belong to no tenant, so every list is restricted to a user. */
export const sessionStore = new Store({ table: sessions, record: 'session', kind: 'global' })

const active = sql`${sessions.user_id} = ${sql.placeholder('user_id')} and ${sessions.revoked_at} is null and ${sessions.expires_at} > now()`

/** The valid sessions of a user. */
export const activeOf = (userId: string): Scope => ({
  name: 'of user',
  condition: active,
  values: { user_id: userId },
})
