import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { instant, line, longText, name, nullable } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'

const fields = {
  name: name().meta({ description: 'Name, unique in the tenant.', examples: ['Laboratory'] }),
  description: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
  icon: nullable(line(64)).meta({
    description: 'Name of an icon that clients may show.',
    examples: ['flask'],
  }),
  position: z.int().min(0).max(1_000_000).meta({ description: 'Position in lists, lowest first.' }),
}

const locationType = z
  .object({ ...catalogueMembers, ...fields })
  .meta({ id: 'LocationType', description: 'A type of location, such as a room.' })
const locationTypeCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial({ description: true, icon: true, position: true })
  .meta({ id: 'LocationTypeCreate', description: 'A new location type.' })
const locationTypeUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'LocationTypeUpdate', description: 'Changes to a location type.' })

export interface LocationType extends z.infer<typeof locationType> {}
export interface LocationTypeCreate extends z.infer<typeof locationTypeCreate> {}
export interface LocationTypeUpdate extends z.infer<typeof locationTypeUpdate> {}
/** A type of location, such as a room. */
export const LocationType: z.core.$ZodType<LocationType, LocationType> = locationType
/** A new location type. */
export const LocationTypeCreate: z.core.$ZodType<LocationTypeCreate, LocationTypeCreate> = locationTypeCreate
/** A merge patch (RFC 7396) of a location type. */
export const LocationTypeUpdate: z.core.$ZodType<LocationTypeUpdate, LocationTypeUpdate> = locationTypeUpdate

export const locationTypes = {
  ...crud({
    tag: 'Location types',
    type: 'LocationType',
    types: 'LocationTypes',
    one: 'a location type',
    many: 'location types',
    paths: { collection: '/location-types', item: '/location-types/{location_type_id}' },
    permission: 'locations',
    record: LocationType,
    create: LocationTypeCreate,
    update: LocationTypeUpdate,
    collection: collection({
      hasExternalIds: true,
      filters: {
        name: byValue(name()),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: ['position', 'name', 'created_at', 'updated_at'],
      defaultSort: 'position,-id',
      search: true,
      catalogue: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists'],
      delete: ['dependent_item_exists'],
    },
  }),
}

/** Writes up to 500 location types in one request. */
export const locationTypesBulk: BulkOf<'locationTypes'> = bulk(locationTypes)

/** Creates a location type by an external id, or updates it. */
export const locationTypesUpsert: UpsertOf<'locationTypes'> = upsert(locationTypes)

/** Lists the changes of a location type. */
export const locationTypesHistory: HistoryOf<typeof locationTypes.get> = history(locationTypes.get)
