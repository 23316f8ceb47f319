import { z } from 'zod'
import { locationBrief, locationTypeBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { archivedAt, ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, instant, line, name, nullable, reference, timeZone } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { Address, AddressInput } from './address.ts'

/** The greatest number of levels in a hierarchy of locations. */
export const LOCATION_LEVELS = 20

const members = {
  name: name().meta({
    description: 'Name, unique among the locations with the same parent.',
    examples: ['Room 1.04'],
  }),
  code: nullable(line(64)).meta({
    description: 'Name on signs and labels; need not be unique.',
    examples: ['A-1.04'],
  }),
  timezone: nullable(timeZone()).meta({
    description: 'Time zone (IANA).',
    examples: ['Europe/Zurich'],
  }),
  latitude: nullable(z.number().min(-90).max(90)).meta({
    description: 'Degrees north of the equator (WGS 84). Set together with `longitude`.',
    examples: [47.3769],
  }),
  longitude: nullable(z.number().min(-180).max(180)).meta({
    description: 'Degrees east of Greenwich (WGS 84). Set together with `latitude`.',
    examples: [8.5417],
  }),
}

const fields = {
  parent_id: nullable(recordReference('locations', 'the parent location')),
  type_id: recordReference('location_types', 'the location type'),
  ...members,
  address: nullable(AddressInput),
}

const locationReference = z
  .object({
    id: id().meta({ description: 'Id of the location.' }),
    name: name().meta({ description: 'Name of the location.', examples: ['North Campus'] }),
  })
  .meta({ id: 'LocationReference', description: 'A location, in short.' })

/** The records that a request can include in a location. */
export const locationIncludes = includes('Location', {
  parent: locationBrief,
  type: locationTypeBrief,
})

const location = z
  .object({
    ...ownedMembers,
    parent_id: nullable(id()).meta({
      description: 'Id of the parent location; null = none.',
    }),
    type_id: id().meta({ description: 'Id of the location type.' }),
    ...members,
    address: Address,
    path: z.array(locationReference).meta({
      description: 'The locations from the root of the hierarchy down to the location itself.',
    }),
    depth: z
      .int()
      .min(0)
      .max(LOCATION_LEVELS - 1)
      .meta({ description: 'Number of locations above it in the hierarchy; 0 = no parent.' }),
    asset_count: z.int().min(0).meta({ description: 'Number of assets whose current location this is.' }),
    archived_at: archivedAt,
    ...locationIncludes.members,
  })
  .meta({ id: 'Location', description: 'A place, which may be within another location.' })
const locationCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial({ parent_id: true, code: true, address: true, timezone: true, latitude: true, longitude: true })
  .meta({ id: 'LocationCreate', description: 'A new location.' })
const locationUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'LocationUpdate',
    description: 'Changes to a location. Another `parent_id` moves it with all locations within it.',
  })

export interface Location extends z.infer<typeof location> {}
export interface LocationCreate extends z.infer<typeof locationCreate> {}
export interface LocationUpdate extends z.infer<typeof locationUpdate> {}
/** A location; the terms follow NetBox. */
export const Location: z.core.$ZodType<Location, Location> = location
/** A new location. */
export const LocationCreate: z.core.$ZodType<LocationCreate, LocationCreate> = locationCreate
/** A merge patch (RFC 7396) of a location. */
export const LocationUpdate: z.core.$ZodType<LocationUpdate, LocationUpdate> = locationUpdate

/** An archived location can still be read, with the records at it; new records cannot refer to it. */
export const locationLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveLocation',
      path: '/locations/{location_id}/archive',
      summary: 'Archive a location',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreLocation',
      path: '/locations/{location_id}/restore',
      summary: 'Restore a location',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

export const locations = {
  ...crud({
    tag: 'Locations',
    type: 'Location',
    types: 'Locations',
    one: 'a location',
    many: 'locations',
    paths: { collection: '/locations', item: '/locations/{location_id}' },
    permission: 'locations',
    record: Location,
    create: LocationCreate,
    update: LocationUpdate,
    collection: collection({
      hasExternalIds: true,
      include: locationIncludes.include,
      filters: {
        parent_id: byReference('the parent location', { nullable: true }),
        type_id: byReference('the location type'),
        name: byValue(name()),
        code: byValue(line(64), { nullable: true }),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: ['name', 'code', 'created_at', 'updated_at'],
      search: true,
      archivable: true,
      parameters: {
        ancestor_id: reference('a location at any level above').meta({
          description:
            'Only locations within this location (ULID), at any depth. The location itself is left out.',
        }),
      },
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists', 'cycle_detected'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves({ tag: 'Locations', permission: 'locations:write', record: Location }, locationLifecycle),
}

/** Counts locations in groups. */
export const locationsSummary = summary(locations.list, {
  type: 'Location',
  many: 'locations',
  values: ['type_id', 'parent_id'],
  times: ['created_at'],
})

/** Writes up to 500 locations in one request. */
export const locationsBulk: BulkOf<'locations'> = bulk(locations)

/** Creates a location by an external id, or updates it. */
export const locationsUpsert: UpsertOf<'locations'> = upsert(locations)

/** Lists the changes of a location. */
export const locationsHistory: HistoryOf<typeof locations.get> = history(locations.get)
