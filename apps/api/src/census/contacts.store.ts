import { sql } from 'drizzle-orm'
import { Store } from '../kernel/store.ts'
import { contacts } from './contacts.table.ts'
import { identityStore } from './identities.store.ts'
import { personStore } from './persons.store.ts'

export const contactStore = new Store({
  table: contacts,
  record: 'contact',
  kind: 'owned',
  derived: {
    is_primary:
      sql<boolean>`not exists (select from contacts c where c.tenant_id = contacts.tenant_id and c.person_id is not distinct from contacts.person_id and c.identity_id is not distinct from contacts.identity_id and c.type = contacts.type and c.sort_order < contacts.sort_order)`.as(
        'is_primary',
      ),
  },
  references: { person_id: personStore, identity_id: identityStore },
  searched: [contacts.value, contacts.label],
})
