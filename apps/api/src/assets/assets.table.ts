import { assetStatuses, disposalMethods, trackingTypes } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { persons } from '../census/persons.table.ts'
import { idAfterName, inNameOrder } from '../db/collation.ts'
import {
  archivedAt,
  bytewise,
  day,
  decimal,
  instant,
  isOneOf,
  oneOf,
  ownedColumns,
  ulid,
} from '../db/columns.ts'
import { tenantReference } from '../db/tenants.table.ts'
import { locations } from '../locations/locations.table.ts'
import { projects } from '../system/projects.table.ts'
import { assetModels } from './asset-models.table.ts'

export const assets = pgTable(
  'assets',
  {
    ...ownedColumns(),
    model_id: ulid().notNull(),
    /** The model's tracking type, copied here so that constraints can check serial number and quantity. */
    tracking_type: oneOf(trackingTypes).notNull(),
    project_id: ulid(),
    name: text().notNull(),
    asset_tag: bytewise().notNull(),
    asset_tag_key: bytewise().generatedAlwaysAs(sql`lower(asset_tag)`),
    serial_number: text(),
    serial_key: text().generatedAlwaysAs(sql`lower(serial_number)`),
    quantity: integer().notNull().default(1),
    /** Pieces in open assignments, updated in the transaction of each change. */
    assigned_quantity: integer().notNull().default(0),
    /** Pieces that are available now. */
    available_quantity: integer()
      .notNull()
      .generatedAlwaysAs(sql`case when status = 'active' then quantity - assigned_quantity else 0 end`),
    /** The number of available pieces below which a stock should be refilled. */
    minimum_quantity: integer(),
    below_minimum: boolean()
      .notNull()
      .generatedAlwaysAs(
        sql`coalesce(status = 'active' and quantity - assigned_quantity < minimum_quantity, false)`,
      ),
    /** The holder of a serialized asset from the day `held_from` on. Before that day the member `person_id` is null. */
    holder_id: ulid('person_id'),
    held_from: day(),
    location_id: ulid(),
    /** The time of the event that last set the location. Earlier events do not change the location. */
    located_at: instant(),
    /** The time of the latest issue or return. Earlier ones do not change the assignments of a serialized asset. */
    held_at: instant(),
    /** True while an issue of a repair is open; updated by every change of such an issue. */
    in_repair: boolean().notNull().default(false),
    last_confirmed_at: instant(),
    expected_return_date: day(),
    purchase_date: day(),
    purchase_cost: decimal(),
    currency: text(),
    warranty_end_date: day(),
    notes: text(),
    status: oneOf(assetStatuses).notNull().default('active'),
    status_reason: text(),
    disposal_method: oneOf(disposalMethods),
    report_reference: text(),
    archived_at: archivedAt(),
    retired_at: instant(),
    disposed_at: instant(),
    lost_at: instant(),
    stolen_at: instant(),
    restored_at: instant(),
  },
  (table) => [
    primaryKey({ name: 'assets_pkey', columns: [table.tenant_id, table.id] }),
    uniqueIndex('assets__asset_tag__unique').on(table.tenant_id, table.asset_tag_key),
    index('assets_asset_tag').on(table.tenant_id, table.asset_tag),
    index('assets_serial').on(table.tenant_id, table.serial_key).where(sql`serial_key is not null`),
    uniqueIndex('assets__serial_number__unique').on(table.tenant_id, table.model_id, table.serial_key),
    index('assets_model').on(table.model_id, table.tracking_type),
    index('assets_project_reference').on(table.project_id).where(sql`project_id is not null`),
    index('assets_project').on(table.tenant_id, table.project_id, table.id),
    index('assets_person').on(table.tenant_id, table.holder_id, table.id).where(sql`person_id is not null`),
    index('assets_location')
      .on(table.tenant_id, table.location_id, table.id)
      .where(sql`location_id is not null`),
    index('assets_below_minimum').on(table.tenant_id, table.id).where(sql`below_minimum`),
    index('assets_in_repair').on(table.tenant_id, table.id).where(sql`in_repair`),
    unique('assets__tracking_type__unique').on(table.tenant_id, table.id, table.tracking_type),
    index('assets_name').on(table.tenant_id, inNameOrder(table.name), idAfterName(table.id)),
    index('assets_status').on(table.tenant_id, table.status, table.id),
    index('assets_warranty')
      .on(table.tenant_id, table.warranty_end_date)
      .where(sql`warranty_end_date is not null`),
    tenantReference(table.tenant_id),
    foreignKey({
      name: 'assets__model_id__reference',
      columns: [table.model_id, table.tracking_type],
      foreignColumns: [assetModels.id, assetModels.tracking_type],
    }).onDelete('restrict'),
    foreignKey({
      name: 'assets__project_id__reference',
      columns: [table.project_id],
      foreignColumns: [projects.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'assets__person_id__reference',
      columns: [table.tenant_id, table.holder_id],
      foreignColumns: [persons.tenant_id, persons.id],
    }).onDelete('restrict'),
    foreignKey({
      name: 'assets__location_id__reference',
      columns: [table.tenant_id, table.location_id],
      foreignColumns: [locations.tenant_id, locations.id],
    }).onDelete('restrict'),
    check('assets__assigned_quantity__out_of_range', sql`assigned_quantity between 0 and quantity`),
    check('assets__status__not_allowed_value', isOneOf('status', assetStatuses)),
    check('assets__disposal_method__not_allowed_value', isOneOf('disposal_method', disposalMethods)),
    check('assets__quantity__out_of_range', sql`quantity between 1 and 1000000`),
    check('assets__minimum_quantity__out_of_range', sql`minimum_quantity between 0 and 1000000`),
    check(
      'assets__minimum_quantity__must_be_null',
      sql`tracking_type <> 'serialized' or minimum_quantity is null`,
    ),
    check('assets__quantity__quantity_must_be_one', sql`tracking_type <> 'serialized' or quantity = 1`),
    check(
      'assets__serial_number__serial_number_required',
      sql`tracking_type <> 'serialized' or serial_number is not null`,
    ),
    check(
      'assets__serial_number__serial_number_not_allowed',
      sql`tracking_type <> 'countable' or serial_number is null`,
    ),
    check('assets__archived_at__not_allowed_value', sql`(status = 'archived') = (archived_at is not null)`),
  ],
)
