import { sql } from 'drizzle-orm'
import { changedAt } from '../db/columns.ts'
import { build, type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from '../store/context.ts'
import type { Scope } from '../store/page-statements.ts'
import { type contactStore, isReadableContact, type workContactStore } from './contacts.store.ts'

/** The owner of contacts. */
export type Owner = { readonly person_id: string } | { readonly identity_id: string }

/** A contact whose position changed. */
interface Placed {
  readonly id: string
  readonly version: number
  readonly before: number
  readonly after: number
}

const own = sql`tenant_id = ${tenantId}`

/** Statements for one kind of owner, because the index serves only a condition on one of the two columns. */
function statementsOf(column: 'person_id' | 'identity_id') {
  const ofOwner = sql`${own} and ${sql.identifier(column)} = ${sql.placeholder('owner_id')}`
  return {
    lastPlace: sqlStatement<{ next: number }>(
      sql`select coalesce(max(sort_order) + 1, 0) as next from contacts where ${ofOwner}`,
    ),
    closeUp: sqlStatement<Placed>(sql`
      update contacts set sort_order = sort_order - 1, version = version + 1, updated_at = ${changedAt}
       where ${ofOwner} and sort_order > ${sql.placeholder('place')}::int
       returning id, version, sort_order + 1 as before, sort_order as after`),
    ids: sqlStatement<{ id: string; is_readable: boolean }>(
      sql`select id, ${isReadableContact} as is_readable from contacts where ${ofOwner} order by sort_order`,
    ),
    same: sqlStatement<unknown>(sql`
      select 1 from contacts
       where ${ofOwner} and type = ${sql.placeholder('type')} and normalized_value = ${sql.placeholder('normalized_value')}
         and ${isReadableContact} limit 1`),
    placeWork: sqlStatement<unknown>(sql`
      with placed as (
        select id, case when is_work then (count(*) filter (where is_work) over (order by sort_order))::int - 1 end as place
          from contacts where ${ofOwner})
      update contacts set work_order = placed.place from placed
       where ${own} and contacts.id = placed.id and contacts.work_order is distinct from placed.place`),
  }
}

const ofPerson = statementsOf('person_id')
const ofIdentity = statementsOf('identity_id')

const of = (owner: Owner) =>
  'person_id' in owner
    ? { ...ofPerson, owner_id: owner.person_id }
    : { ...ofIdentity, owner_id: owner.identity_id }

/** The position after the last contact of the owner. */
export async function nextPlace(tx: Reader, owner: Owner): Promise<number> {
  const { lastPlace, owner_id } = of(owner)
  return (await tx.first(lastPlace, { owner_id }))?.next ?? 0
}

/** True when the owner has a contact of the type and value that the caller may read. */
export async function hasContact(
  tx: Reader,
  owner: Owner,
  requested: { readonly type: string; readonly normalized_value: string },
): Promise<boolean> {
  const { same, owner_id } = of(owner)
  return (await tx.first(same, { owner_id, ...requested })) !== undefined
}

/** Numbers the owner's work contacts in their order, for callers who may read no others. Versions do not change. */
export async function placeWorkContacts(tx: Transaction, owner: Owner): Promise<void> {
  const { placeWork, owner_id } = of(owner)
  await tx.run(placeWork, { owner_id })
}

const recordPlaces = (context: WriteContext, placed: readonly Placed[]) =>
  context.audit(
    placed.map(({ id, version, before, after }) => ({
      action: 'updated',
      recordType: 'contact',
      recordId: id,
      version,
      changes: [{ field: 'sort_order', from: before, to: after }],
    })),
  )

/** Closes the gap after a contact was deleted. */
export async function closeGap(context: WriteContext, owner: Owner, place: number): Promise<void> {
  const { closeUp, owner_id } = of(owner)
  recordPlaces(context, await context.tx.run(closeUp, { owner_id, place }))
}

/** The owner's contacts in their order, with whether the caller may read each. */
export function orderedContacts(tx: Reader, owner: Owner) {
  const { ids, owner_id } = of(owner)
  return tx.run(ids, { owner_id })
}

const placeContacts = sqlStatement<Placed>(sql`
  with former as (select id, sort_order from contacts where ${own} and id = any(${sql.placeholder('ids')}::text[]))
  update contacts set sort_order = requested.place - 1, version = version + 1, updated_at = ${changedAt}
    from unnest(${sql.placeholder('ids')}::text[]) with ordinality requested (id, place), former
   where ${own} and contacts.id = requested.id and former.id = requested.id and contacts.sort_order <> requested.place - 1
   returning contacts.id, contacts.version, former.sort_order as before, contacts.sort_order as after`)

/** Sets the order of all contacts of the owner. */
export async function writeOrder(context: WriteContext, owner: Owner, ids: readonly string[]): Promise<void> {
  recordPlaces(context, await context.tx.run(placeContacts, { ids }))
  await placeWorkContacts(context.tx, owner)
}

/** The contacts of a person, and those of its identities. */
export const contactsWithIdentities = (personId: string): Scope => ({
  name: 'of person and identities',
  condition: sql`contacts.id = any(array(
    select c.id from contacts c where c.tenant_id = ${tenantId} and c.person_id = ${sql.placeholder('parent_id')}
    union all
    select c.id from contacts c join identities i on i.tenant_id = c.tenant_id and i.id = c.identity_id
     where i.tenant_id = ${tenantId} and i.person_id = ${sql.placeholder('parent_id')}))`,
  values: { parent_id: personId },
})

/** The contacts with the ids, in any order, as a store shows them. */
export const contactsOfIds = (
  store: typeof contactStore | typeof workContactStore,
  reader: Reader,
  ids: readonly string[],
) =>
  reader.run(
    store.fixed('by ids', () =>
      build
        .select(store.selection())
        .from(store.from())
        .where(sql`${store.column('id')} = any(${sql.placeholder('ids')}::text[]) and ${store.visible()}`),
    ),
    { ids },
  )
