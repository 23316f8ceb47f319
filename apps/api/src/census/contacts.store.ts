import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { tenantId } from '../db/tenant.ts'
import { Store } from '../store/store.ts'
import { contacts } from './contacts.table.ts'
import { identityStore } from './identities.store.ts'
import { personStore } from './persons.store.ts'
import { isFormerName, unlessSensitive } from './sensitive.repository.ts'

/** A subset of the contacts, in their order. */
interface Part {
  readonly readable: SQL
  /** The condition that another contact `c` belongs to the subset. */
  readonly peers: SQL
  /** The column with the position within the subset. */
  readonly place: PgColumn
}

/** Contacts of the same owner and type with a smaller position. */
const earlier = (column: string, peers: SQL) =>
  sql`select from contacts c where c.tenant_id = ${tenantId} and ${sql.raw(`c.${column} = contacts.${column}`)} and c.type = contacts.type and ${peers} and c.sort_order < contacts.sort_order`

const storeOf = ({ readable, peers, place }: Part) =>
  new Store({
    table: contacts,
    record: 'contact',
    kind: 'owned',
    readable,
    columns: { sort_order: place },
    computed: {
      sort_order: sql<number>`${sql.raw(`contacts.${place.name}`)}`.as('sort_order'),
      is_primary:
        sql<boolean>`not exists (${earlier('person_id', peers)}) and not exists (${earlier('identity_id', peers)})`.as(
          'is_primary',
        ),
      redacted: sql<string[]>`'{}'::text[]`.as('redacted'),
    },
    references: { person_id: personStore, identity_id: identityStore },
    searched: [contacts.value, contacts.label],
  })

/** SQL condition: every caller with `persons:read` may read the contact. */
// Written as a `case`: otherwise the planner would make it a join and read all former names of the tenant.
const isForEverybody = sql`contacts.is_work and case when contacts.identity_id is null then true else not exists (
  select from identities i
   where i.tenant_id = ${tenantId} and i.id = contacts.identity_id and ${isFormerName('i')}) end`

/** SQL condition: the caller may read the contact. */
export const isReadableContact = unlessSensitive(isForEverybody)

/** Stored contacts that the caller may read. Their positions also count the hidden contacts. */
export const contactStore = storeOf({
  readable: isReadableContact,
  peers: sql`true`,
  place: contacts.sort_order,
})

/** Contacts that the caller may read or has created, for operations that do not read their members. */
export const ownContactStore = storeOf({
  readable: unlessSensitive(
    sql`(${isForEverybody} or contacts.created_by = current_setting('app.user_id', true))`,
  ),
  peers: sql`true`,
  place: contacts.sort_order,
})

/** Work contacts, for callers who may read no others. Their positions count only work contacts. */
export const workContactStore = storeOf({
  readable: isForEverybody,
  peers: sql`c.is_work`,
  place: contacts.work_order,
})
