import {
  foreignKey,
  index,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { idAfterName, inNameOrder } from '../db/collation.ts'
import { archivedAt, bytewise, day, ownedColumns, ulid } from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { users } from '../system/users.table.ts'
import { identities } from './identities.table.ts'

export const persons = pgTable(
  'persons',
  {
    ...ownedColumns(),
    current_identity_id: ulid(),
    /** The names of the current identity, copied here so that lists filter and sort by them. */
    display_name: text(),
    birth_date: day(),
    external_id: bytewise(),
    user_id: ulid(),
    archived_at: archivedAt(),
  },
  // Typed explicitly, because persons and identities refer to each other.
  (table): PgTableExtraConfigValue[] => [
    primaryKey({ name: 'persons_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('persons__external_id__unique').on(table.tenant_id, table.external_id),
    index('persons_display_name').on(table.tenant_id, inNameOrder(table.display_name), idAfterName(table.id)),
    index('persons_user').on(table.user_id),
    index('persons_current_identity').on(table.tenant_id, table.current_identity_id, table.id),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'persons__current_identity_id__reference',
      columns: [table.tenant_id, table.current_identity_id, table.id],
      foreignColumns: [identities.tenant_id, identities.id, identities.person_id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'persons__user_id__reference',
      columns: [table.user_id],
      foreignColumns: [users.id],
    }).onDelete('restrict'),
  ],
)
