import { type SQL, sql } from 'drizzle-orm'
import { Store, type StoreSpec } from '../store/store.ts'
import { identities } from './identities.table.ts'
import { personStore } from './persons.store.ts'
import { isFormerName, unlessSensitive } from './sensitive.repository.ts'

const identity = {
  table: identities,
  record: 'identity',
  visibleWith: ['persons:read', 'persons:write'],
  kind: 'owned',
  computed: { redacted: sql<string[]>`'{}'::text[]`.as('redacted') },
  references: { person_id: personStore },
  searched: [identities.display_name],
} as const satisfies Partial<StoreSpec<typeof identities, Record<string, SQL.Aliased>>>

const isForEverybody = sql`not ${isFormerName('identities')}`

/** Identities that the caller may read. */
export const identityStore = new Store({ ...identity, readable: unlessSensitive(isForEverybody) })

/** Identities that the caller may read or has created, for operations that do not read their names. */
export const ownIdentityStore = new Store({
  ...identity,
  readable: unlessSensitive(
    sql`(${isForEverybody} or identities.created_by = current_setting('app.user_id', true))`,
  ),
})
