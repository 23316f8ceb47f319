import { sql } from 'drizzle-orm'
import type { Scope } from '../kernel/listing.ts'
import { type Reader, sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'

/** Whose contacts. */
export type Owner = { readonly person_id: string } | { readonly identity_id: string }

const own = sql`tenant_id = current_setting('app.tenant_id')`

/** Statements for one kind of owner: a condition on its own column is what the index serves. */
function statementsOf(column: 'person_id' | 'identity_id') {
  const ofOwner = sql`${own} and ${sql.identifier(column)} = ${sql.placeholder('owner_id')}`
  return {
    lastPlace: sqlStatement<{ next: number }>(
      sql`select coalesce(max(sort_order) + 1, 0) as next from contacts where ${ofOwner}`,
    ),
    closeUp: sqlStatement<unknown>(sql`
      update contacts set sort_order = sort_order - 1, version = version + 1, updated_at = now()
       where ${ofOwner} and sort_order > ${sql.placeholder('place')}::int`),
    ids: sqlStatement<{ id: string }>(sql`select id from contacts where ${ofOwner} order by sort_order`),
  }
}

const ofPerson = statementsOf('person_id')
const ofIdentity = statementsOf('identity_id')

const of = (owner: Owner) =>
  'person_id' in owner
    ? { ...ofPerson, owner_id: owner.person_id }
    : { ...ofIdentity, owner_id: owner.identity_id }

/** The place behind the last contact of the owner. */
export async function nextPlace(tx: Reader, owner: Owner): Promise<number> {
  const { lastPlace, owner_id } = of(owner)
  return (await tx.first(lastPlace, { owner_id }))?.next ?? 0
}

/** Closes the gap that a contact left. */
export async function closeGap(tx: Transaction, owner: Owner, place: number): Promise<void> {
  const { closeUp, owner_id } = of(owner)
  await tx.run(closeUp, { owner_id, place })
}

/** Ids of the owner's contacts in their order. */
export async function orderedContacts(tx: Reader, owner: Owner): Promise<string[]> {
  const { ids, owner_id } = of(owner)
  return (await tx.run(ids, { owner_id })).map(({ id }) => id)
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
  condition: sql`contacts.id = any(array(
    select c.id from contacts c where c.tenant_id = current_setting('app.tenant_id') and c.person_id = ${sql.placeholder('parent_id')}
    union all
    select c.id from contacts c join identities i on i.tenant_id = c.tenant_id and i.id = c.identity_id
     where i.tenant_id = current_setting('app.tenant_id') and i.person_id = ${sql.placeholder('parent_id')}))`,
  values: { parent_id: personId },
})
