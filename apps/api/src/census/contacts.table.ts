import { contactTypes, WORK_LABEL, workContactTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytewise, instant, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { identities } from './identities.table.ts'
import { persons } from './persons.table.ts'

/** Email addresses, phone numbers and other contacts of a person or an identity, in the order of `sort_order` without gaps. */
export const contacts = pgTable(
  'contacts',
  {
    ...ownedColumns(),
    person_id: ulid(),
    identity_id: ulid(),
    type: oneOf(contactTypes).notNull(),
    value: text().notNull(),
    normalized_value: bytewise().notNull(),
    label: text(),
    sort_order: integer().notNull(),
    /** True if every caller with `persons:read` may read it, unless its identity is hidden. */
    is_work: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`${isOneOf('type', workContactTypes)} and coalesce(lower(label) = ${sql.raw(`'${WORK_LABEL}'`)}, false)`,
      ),
    /** Position among the work contacts of its owner; null for the others. */
    work_order: integer(),
    do_not_publish: boolean().notNull().default(false),
    verified_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'contacts_pkey', columns: [table.tenant_id, table.id] }),
    index('contacts_of_person').on(table.tenant_id, table.person_id, table.sort_order),
    index('contacts_of_identity').on(table.tenant_id, table.identity_id, table.sort_order),
    index('contacts_work_order').on(table.tenant_id, table.work_order, table.id).where(sql`is_work`),
    index('contacts_sort_order').on(table.tenant_id, table.sort_order, table.id),
    index('contacts_value').on(table.tenant_id, table.normalized_value),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'contacts__person_id__reference',
      columns: [table.tenant_id, table.person_id],
      foreignColumns: [persons.tenant_id, persons.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'contacts__identity_id__reference',
      columns: [table.tenant_id, table.identity_id],
      foreignColumns: [identities.tenant_id, identities.id],
    }).onDelete('cascade'),
    check('contacts__type__not_allowed_value', isOneOf('type', contactTypes)),
    check('contacts__person_id__exactly_one_of', sql`num_nonnulls(person_id, identity_id) = 1`),
    check('contacts__sort_order__out_of_range', sql`sort_order >= 0`),
  ],
)
