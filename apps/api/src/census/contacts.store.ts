import { type SQL, sql } from 'drizzle-orm'
import { Store } from '../kernel/store.ts'
import { contacts } from './contacts.table.ts'
import { identityStore } from './identities.store.ts'
import { personStore } from './persons.store.ts'

/** Contacts of the same owner and type that come earlier. */
const earlier = (column: SQL) =>
  sql`select from contacts c where c.tenant_id = current_setting('app.tenant_id') and c.${column} = contacts.${column} and c.type = contacts.type and c.sort_order < contacts.sort_order`

export const contactStore = new Store({
  table: contacts,
  record: 'contact',
  kind: 'owned',
  derived: {
    is_primary:
      sql<boolean>`not exists (${earlier(sql`person_id`)}) and not exists (${earlier(sql`identity_id`)})`.as(
        'is_primary',
      ),
  },
  references: { person_id: personStore, identity_id: identityStore },
  searched: [contacts.value, contacts.label],
})
