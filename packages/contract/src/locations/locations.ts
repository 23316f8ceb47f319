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

/** Levels that locations can lie within each other. */
export const LOCATION_LEVELS = 20

const members = {
  name: name().meta({ description: 'Name, unique among its siblings.', examples: ['Room 1.04'] }),
  code: nullable(line(64)).meta({
    description: 'Name on signs and labels; need not be unique.',
    examples: ['A-1.04'],
  }),
  timezone: nullable(timeZone()).meta({
    description: 'Time zone, by its name in the IANA database.',
    examples: ['Europe/Zurich'],
  }),
  latitude: nullable(z.number().min(-90).max(90)).meta({
    description: 'Degrees north of the equator (WGS 84); goes with `longitude`.',
    examples: [47.3769],
  }),
  longitude: nullable(z.number().min(-180).max(180)).meta({
    description: 'Degrees east of Greenwich (WGS 84); goes with `latitude`.',
    examples: [8.5417],
  }),
}

const fields = {
  parent_id: nullable(recordReference('locations', 'the location that it lies within')),
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

/** The records that one shows beside their ids, on request. */
export const locationIncludes = includes('Location', {
  parent: locationBrief,
  type: locationTypeBrief,
})

const location = z
  .object({
    ...ownedMembers,
    parent_id: nullable(id()).meta({
      description: 'Id of the location that it lies within; null = it stands at the root.',
    }),
    type_id: id().meta({ description: 'Id of the location type.' }),
    ...members,
    address: Address,
    path: z.array(locationReference).meta({
      description: 'Where it lies: from the root down to the location itself.',
    }),
    depth: z
      .int()
      .min(0)
      .max(LOCATION_LEVELS - 1)
      .meta({ description: 'Locations that it lies within; 0 at the root.' }),
    asset_count: z.int().min(0).meta({ description: 'Assets whose current location it is.' }),
    archived_at: archivedAt,
    ...locationIncludes.members,
  })
  .meta({ id: 'Location', description: 'A place, on its own or within another.' })
const locationCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial({ parent_id: true, code: true, address: true, timezone: true, latitude: true, longitude: true })
  .meta({ id: 'LocationCreate', description: 'A new place.' })
const locationUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'LocationUpdate',
    description: 'Changes to a place. Another `parent_id` moves it with everything that lies within it.',
  })

export interface Location extends z.infer<typeof location> {}
export interface LocationCreate extends z.infer<typeof locationCreate> {}
export interface LocationUpdate extends z.infer<typeof locationUpdate> {}
/** A place; the terms follow NetBox. */
export const Location: z.core.$ZodType<Location, Location> = location
/** A new place. */
export const LocationCreate: z.core.$ZodType<LocationCreate, LocationCreate> = locationCreate
/** A merge patch (RFC 7396) of a place. */
export const LocationUpdate: z.core.$ZodType<LocationUpdate, LocationUpdate> = locationUpdate

/** Archived locations stay readable, with what is there; nothing new can name them. */
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
        parent_id: byReference('the location that they lie within', { nullable: true }),
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
        ancestor_id: reference('the location that they lie within, however deep').meta({
          description:
            'Only what lies within this location (ULID), however deep; the location itself is left out.',
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

/** Counts them in groups. */
export const locationsSummary = summary(locations.list, {
  type: 'Location',
  many: 'locations',
  values: ['type_id', 'parent_id'],
  times: ['created_at'],
})

/** Writes many of them in one request. */
export const locationsBulk: BulkOf<'locations'> = bulk(locations)

/** Creates one by an external id, or updates it. */
export const locationsUpsert: UpsertOf<'locations'> = upsert(locations)

/** Lists what happened to one of them. */
export const locationsHistory: HistoryOf<typeof locations.get> = history(locations.get)
