import { sql } from 'drizzle-orm'
import { build } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { WriteContext } from '../store/context.ts'
import type { Scope } from '../store/page-statements.ts'
import type { PersonRow } from './identities.repository.ts'
import { personStore } from './persons.store.ts'
import { persons } from './persons.table.ts'

const hasAssets = sql`exists (
  select from asset_assignments h
   where h.tenant_id = ${tenantId} and h.person_id = persons.id and h.closed_at is null)`

/** Restricts a list to persons who have assets, or to those who have none; undefined means both. */
export const withAssets = (holds_assets: boolean | undefined): Scope | undefined =>
  holds_assets === undefined
    ? undefined
    : {
        name: `holding ${holds_assets}`,
        condition: holds_assets ? hasAssets : sql`not ${hasAssets}`,
        values: {},
        bound: { holds_assets },
      }

const touch = () =>
  personStore.fixed('touch', () =>
    build
      .update(persons)
      .set(personStore.touched())
      .where(personStore.ownRow())
      .returning(personStore.selection()),
  )

/** Increments the version of a locked person without any other change. */
export async function touchPerson(context: WriteContext, { id }: PersonRow): Promise<PersonRow> {
  const person = await context.tx.first(touch(), { id })
  if (!person) throw new Error('person: a locked record was deleted')
  context.audit({ action: 'updated', recordType: 'person', recordId: id, version: person.version })
  return person
}
