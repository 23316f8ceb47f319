import { sql } from 'drizzle-orm'
import type { WriteContext } from '../kernel/context.ts'
import type { Scope } from '../kernel/listing.ts'
import { type Reader, sqlStatement } from '../kernel/statement.ts'

/** Whose contacts. */
export type Owner = { readonly person_id: string } | { readonly identity_id: string }

/** A contact that changed its place. */
interface Placed {
  readonly id: string
  readonly before: number
  readonly after: number
}

const own = sql`tenant_id = current_setting('app.tenant_id')`

/** Statements for one kind of owner: a condition on its own column is what the index serves. */
function statementsOf(column: 'person_id' | 'identity_id') {
  const ofOwner = sql`${own} and ${sql.identifier(column)} = ${sql.placeholder('owner_id')}`
  return {
    lastPlace: sqlStatement<{ next: number }>(
      sql`select coalesce(max(sort_order) + 1, 0) as next from contacts where ${ofOwner}`,
    ),
    closeUp: sqlStatement<Placed>(sql`
      update contacts set sort_order = sort_order - 1, version = version + 1, updated_at = now()
       where ${ofOwner} and sort_order > ${sql.placeholder('place')}::int
       returning id, sort_order + 1 as before, sort_order as after`),
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

const notePlaces = (context: WriteContext, placed: readonly Placed[]) =>
  context.audit(
    placed.map(({ id, before, after }) => ({
      action: 'updated',
      recordType: 'contact',
      recordId: id,
      changes: [{ field: 'sort_order', from: before, to: after }],
    })),
  )

/** Closes the gap that a contact left. */
export async function closeGap(context: WriteContext, owner: Owner, place: number): Promise<void> {
  const { closeUp, owner_id } = of(owner)
  notePlaces(context, await context.tx.run(closeUp, { owner_id, place }))
}

/** Ids of the owner's contacts in their order. */
export async function orderedContacts(tx: Reader, owner: Owner): Promise<string[]> {
  const { ids, owner_id } = of(owner)
  return (await tx.run(ids, { owner_id })).map(({ id }) => id)
}

const placeContacts = sqlStatement<Placed>(sql`
  with former as (select id, sort_order from contacts where ${own} and id = any(${sql.placeholder('ids')}::text[]))
  update contacts set sort_order = wanted.place - 1, version = version + 1, updated_at = now()
    from unnest(${sql.placeholder('ids')}::text[]) with ordinality wanted (id, place), former
   where ${own} and contacts.id = wanted.id and former.id = wanted.id and contacts.sort_order <> wanted.place - 1
   returning contacts.id, former.sort_order as before, contacts.sort_order as after`)

/** Puts contacts in this order. */
export async function writeOrder(context: WriteContext, ids: readonly string[]): Promise<void> {
  notePlaces(context, await context.tx.run(placeContacts, { ids }))
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
