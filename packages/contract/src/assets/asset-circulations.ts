import { z } from 'zod'
import { assetBrief, locationBrief, personBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { including } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { recordReference } from '../kernel/external-ids.ts'
import { byFlag, byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { id, instant, longText, nullable, reference, timestamp } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { Asset } from './assets.ts'

/** The types of circulations that a client can report. */
export const reportedCirculations = ['issue', 'return', 'move', 'receive', 'confirm_location'] as const

/** All types of circulations; lifecycle operations record the last four. */
export const circulationTypes = [...reportedCirculations, 'loss', 'theft', 'disposal', 'restore'] as const

const reportedCirculation = z
  .enum(reportedCirculations)
  .meta({ id: 'ReportedCirculation', description: 'A type of circulation that a client can report.' })
const circulationType = z
  .enum(circulationTypes)
  .meta({ id: 'CirculationType', description: 'What happened to an asset.' })
export type CirculationType = z.infer<typeof circulationType>

const quantity = z.int().min(0).max(1_000_000)

/** The records that a request can include in an asset circulation. */
export const assetCirculationIncludes = includes('AssetCirculation', {
  asset: assetBrief,
  person: personBrief,
  location: locationBrief,
  from_location: locationBrief,
})

const assetCirculation = z
  .object({
    ...ownedMembers,
    asset_id: id().meta({ description: 'Id of the asset.' }),
    circulation_type: circulationType,
    person_id: nullable(id()).meta({ description: 'Id of the person who received or returned the asset.' }),
    location_id: nullable(id()).meta({
      description: 'Id of the location where the asset was brought or seen.',
    }),
    from_location_id: nullable(id()).meta({
      description: 'Id of the location that the asset was moved from.',
    }),
    quantity: quantity.meta({
      description: 'Number of pieces; 0 only if pieces were counted and none was found.',
    }),
    quantity_change: z.int().meta({
      description:
        'Number of pieces by which the quantity of the asset changed: positive if it grew, negative if it shrank.',
    }),
    expected_quantity: nullable(z.int().min(0)).meta({
      description:
        'Number of pieces that were recorded at the location before they were counted; null if nothing was counted.',
    }),
    occurred_at: timestamp().meta({ description: 'When it happened.' }),
    notes: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
    assignment_id: nullable(id()).meta({
      description: 'Id of the assignment that the circulation opened, changed or closed.',
    }),
    correlation_id: id().meta({
      description:
        'Id shared by records that belong together: an assignment and its circulations, or a move and its receipt.',
    }),
    discrepancy: z.boolean().meta({
      description:
        'True if the confirmed location or quantity differed from the recorded one. The record was corrected.',
    }),
    recorded_by: nullable(id()).meta({
      description: 'Id of the user who recorded the circulation; null = the system.',
    }),
    ...assetCirculationIncludes.members,
  })
  .meta({
    id: 'AssetCirculation',
    description: 'One event of an asset, such as issued, returned or moved. It is never changed.',
  })
const assetCirculationCreate = z
  .strictObject({
    asset_id: recordReference('assets', 'the asset'),
    circulation_type: reportedCirculation,
    person_id: nullable(recordReference('persons', 'the person who receives or returns the asset'))
      .optional()
      .meta({ examples: ['01KJQ2V805V2V715PJPCWVQ3VD'] }),
    location_id: nullable(
      recordReference('locations', 'the location where the asset is brought or seen'),
    ).optional(),
    from_location_id: nullable(recordReference('locations', 'the location that the pieces are taken from'))
      .optional()
      .meta({
        description:
          'Id (ULID) of the location that pieces of a countable asset are taken from, with `move` and `issue`. Default: the only location that has pieces.',
      }),
    quantity: quantity.optional().meta({
      description:
        'Number of pieces of a countable asset; required for `receive`. Default: 1 for `issue`, all pieces that the person has for `return`, all pieces at the former location for `move`, the recorded number for `confirm_location`.',
    }),
    occurred_at: instant()
      .optional()
      .meta({ description: 'When it happened, at most 5 minutes in the future. Default: now.' }),
    notes: nullable(longText()).optional().meta({ description: 'Anything else, in Markdown.' }),
    force: z.boolean().optional().meta({
      description:
        'True: records a `return` by a person to whom the asset is not assigned. Otherwise such a return answers 409.',
    }),
    ...ownedOnCreate,
  })
  .meta({
    id: 'AssetCirculationCreate',
    description:
      '`issue` needs a person; `move`, `receive` and `confirm_location` need a location. For a countable asset: `receive` adds new pieces, `move` moves pieces from one location to another, `issue` takes pieces from `location_id`, `return` puts them back there, and `confirm_location` with a `quantity` corrects the recorded number after a count.',
  })

export interface AssetCirculation extends z.infer<typeof assetCirculation> {}
export interface AssetCirculationCreate extends z.infer<typeof assetCirculationCreate> {}
/** One event of an asset. */
export const AssetCirculation: z.core.$ZodType<AssetCirculation, AssetCirculation> = assetCirculation
/** A new circulation. */
export const AssetCirculationCreate: z.core.$ZodType<AssetCirculationCreate, AssetCirculationCreate> =
  assetCirculationCreate

const filters = {
  circulation_type: byValue(circulationType),
  person_id: byReference('the person', { nullable: true }),
  location_id: byReference('the location', { nullable: true }),
  assignment_id: byReference('the assignment', { nullable: true }),
  correlation_id: byValue(
    reference('an event').meta({
      description: 'Id shared by an assignment and its circulations, or by a move and its receipt.',
    }),
  ),
  discrepancy: byFlag(),
  occurred_at: byTime(instant()),
  created_at: byTime(instant()),
}
const sort = ['occurred_at', 'created_at'] as const

const circulations = collection({
  hasExternalIds: true,
  include: assetCirculationIncludes.include,
  filters: { asset_id: byReference('the asset'), ...filters },
  sort,
})
const circulationsOfAsset = collection({
  hasExternalIds: true,
  include: assetCirculationIncludes.include,
  filters,
  sort,
})

export const assetCirculations = {
  list: endpoint({
    operationId: 'listAssetCirculations',
    method: 'get',
    path: '/asset-circulations',
    tag: 'Asset circulations',
    summary: 'List circulations of assets',
    permission: 'assets:read',
    query: circulations.query,
    collection: circulations,
    success: { status: 200, body: z.array(AssetCirculation) },
  }),
  create: endpoint({
    operationId: 'createAssetCirculation',
    method: 'post',
    path: '/asset-circulations',
    tag: 'Asset circulations',
    summary: 'Record what happened to an asset',
    description:
      'Updates the assignment, location and status of the asset. Issuing the asset to another person ends the present assignment. A lost asset that is received, returned or confirmed becomes active again.',
    permission: 'assets:write',
    body: AssetCirculationCreate,
    success: { status: 201, body: AssetCirculation },
    alsoSets: {
      record: Asset,
      members: [
        'location_id',
        'person_id',
        'last_confirmed_at',
        'expected_return_date',
        'available_quantity',
        'lost_at',
        'stolen_at',
        'restored_at',
      ],
    },
    errors: ['asset_not_active', 'asset_already_assigned', 'insufficient_quantity', 'wrong_holder'],
  }),
  get: endpoint({
    operationId: 'getAssetCirculation',
    method: 'get',
    path: '/asset-circulations/{circulation_id}',
    tag: 'Asset circulations',
    summary: 'Read a circulation',
    permission: 'assets:read',
    success: { status: 200, body: AssetCirculation },
    ...including(assetCirculationIncludes),
  }),
  listOfAsset: endpoint({
    operationId: 'listCirculationsOfAsset',
    method: 'get',
    path: '/assets/{asset_id}/circulations',
    tag: 'Asset circulations',
    summary: 'List the circulations of an asset',
    permission: 'assets:read',
    query: circulationsOfAsset.query,
    collection: circulationsOfAsset,
    success: { status: 200, body: z.array(AssetCirculation) },
  }),
}

/** Counts asset circulations in groups. */
export const assetCirculationsSummary = summary(assetCirculations.list, {
  type: 'AssetCirculation',
  many: 'circulations',
  values: ['circulation_type', 'asset_id', 'person_id', 'location_id', 'from_location_id'],
  times: ['occurred_at', 'created_at'],
})

/** Writes up to 500 asset circulations in one request. */
export const assetCirculationsBulk: BulkOf<'assetCirculations'> = bulk(assetCirculations)
