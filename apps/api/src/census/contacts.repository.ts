import { sql } from 'drizzle-orm'
import type { Scope } from '../kernel/listing.ts'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'

/** Whose contacts. */
export type Owner = { readonly person_id: string } | { readonly identity_id: string }

const own = sql`tenant_id = current_setting('app.tenant_id')`
const ofOwner = sql`${own} and person_id is not distinct from ${sql.placeholder('person_id')}::text and identity_id is not distinct from ${sql.placeholder('identity_id')}::text`

const valuesOf = (owner: Owner) => ({ person_id: null, identity_id: null, ...owner })

const lastPlace = sqlStatement<{ next: number }>(
  sql`select coalesce(max(sort_order) + 1, 0) as next from contacts where ${ofOwner}`,
)

/** The place behind the last contact of the owner. */
export async function nextPlace(tx: Transaction, owner: Owner): Promise<number> {
  return (await tx.first(lastPlace, valuesOf(owner)))?.next ?? 0
}

const closeUp = sqlStatement<unknown>(sql`
  update contacts set sort_order = sort_order - 1, version = version + 1, updated_at = now()
   where ${ofOwner} and sort_order > ${sql.placeholder('place')}::int`)

/** Closes the gap that a contact left. */
export async function closeGap(tx: Transaction, owner: Owner, place: number): Promise<void> {
  await tx.run(closeUp, { ...valuesOf(owner), place })
}

const contactIds = sqlStatement<{ id: string }>(
  sql`select id from contacts where ${ofOwner} order by sort_order`,
)

/** Ids of the owner's contacts in their order. */
export async function orderedContacts(tx: Transaction, owner: Owner): Promise<string[]> {
  return (await tx.run(contactIds, valuesOf(owner))).map(({ id }) => id)
}

const placeContacts = sqlStatement<unknown>(sql`
  update contacts set sort_order = wanted.place - 1, version = version + 1, updated_at = now()
    from unnest(${sql.placeholder('ids')}::text[]) with ordinality wanted (id, place)
   where ${own} and contacts.id = wanted.id and contacts.sort_order <> wanted.place - 1`)

/** Puts contacts in this order. */
export async function writeOrder(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run(placeContacts, { ids })
}

/** The contacts of a person, and those of its identities. */
export const contactsWithIdentities = (personId: string): Scope => ({
  name: 'of person and identities',
  condition: sql`(contacts.person_id = ${sql.placeholder('parent_id')} or contacts.identity_id in (select i.id from identities i where i.tenant_id = contacts.tenant_id and i.person_id = ${sql.placeholder('parent_id')}))`,
  values: { parent_id: personId },
})
