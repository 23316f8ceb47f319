import { identityTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { idAfterName, inNameOrder } from '../db/collation.ts'
import { archivedAt, day, instant, isOneOf, oneOf, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { persons } from './persons.table.ts'

/** Names that persons have or had. */
export const identities = pgTable(
  'identities',
  {
    ...ownedColumns(),
    person_id: ulid().notNull(),
    last_name: text().notNull(),
    first_name: text().notNull(),
    middle_name: text(),
    prefix: text(),
    suffix: text(),
    display_name: text()
      .notNull()
      .generatedAlwaysAs(
        sql`coalesce(prefix || ' ', '') || first_name || ' ' || coalesce(middle_name || ' ', '') || last_name || coalesce(' ' || suffix, '')`,
      ),
    identity_type: oneOf(identityTypes).notNull().default('legal'),
    valid_from_date: day(),
    valid_to_date: day(),
    is_current: boolean().notNull().default(false),
    deactivated_at: instant(),
    archived_at: archivedAt(),
  },
  (table) => [
    primaryKey({ name: 'identities_pkey', columns: [table.tenant_id, table.id] }),
    // The target of the persons' foreign key, so that the current identity belongs to the person.
    unique('identities__person_id__unique').on(table.tenant_id, table.id, table.person_id),
    uniqueIndex('identities__is_current__unique').on(table.tenant_id, table.person_id).where(sql`is_current`),
    index('identities_person').on(table.tenant_id, table.person_id, table.id),
    index('identities_last_name').on(table.tenant_id, inNameOrder(table.last_name), idAfterName(table.id)),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'identities__person_id__reference',
      columns: [table.tenant_id, table.person_id],
      foreignColumns: [persons.tenant_id, persons.id],
    }).onDelete('cascade'),
    check('identities__identity_type__not_allowed_value', isOneOf('identity_type', identityTypes)),
    check('identities__valid_to_date__out_of_range', sql`valid_from_date <= valid_to_date`),
    check(
      'identities__is_current__not_allowed_value',
      sql`not is_current or (deactivated_at is null and archived_at is null)`,
    ),
  ],
)
