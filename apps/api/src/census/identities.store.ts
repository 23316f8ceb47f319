import { sql } from 'drizzle-orm'
import { Store } from '../kernel/store.ts'
import { identities } from './identities.table.ts'
import { personStore } from './persons.store.ts'
import { persons } from './persons.table.ts'
import { isFormerName, unlessSensitive } from './sensitive.ts'

/** Identities that the caller may read. */
export const identityStore = new Store({
  table: identities,
  record: 'identity',
  seenWith: ['persons:read', 'persons:write'],
  kind: 'owned',
  readable: unlessSensitive(sql`not ${isFormerName('identities')}`),
  derived: { redacted: sql<string[]>`'{}'::text[]`.as('redacted') },
  references: { person_id: personStore },
  searched: [identities.display_name],
  dependents: [persons.current_identity_id],
})
