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

/** What can be reported: who got or gave back an asset, and where it was brought or seen. */
export const reportedCirculations = ['issue', 'return', 'move', 'receive', 'confirm_location'] as const

/** What a circulation can record; the last four follow from lifecycle operations. */
export const circulationTypes = [...reportedCirculations, 'loss', 'theft', 'disposal', 'restore'] as const

const reportedCirculation = z
  .enum(reportedCirculations)
  .meta({ id: 'ReportedCirculation', description: 'What is reported of an asset.' })
const circulationType = z
  .enum(circulationTypes)
  .meta({ id: 'CirculationType', description: 'What happened to an asset.' })
export type CirculationType = z.infer<typeof circulationType>

const quantity = z.int().min(0).max(1_000_000)

/** The records that one shows beside their ids, on request. */
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
    person_id: nullable(id()).meta({ description: 'Id of the person who got it or gave it back.' }),
    location_id: nullable(id()).meta({ description: 'Id of the location where it was brought or seen.' }),
    from_location_id: nullable(id()).meta({ description: 'Id of the location that a move took it from.' }),
    quantity: quantity.meta({
      description: 'Pieces that it is about; 0 only where pieces were counted and none was there.',
    }),
    quantity_change: z.int().meta({
      description: 'By how many pieces the asset grew (positive) or shrank (negative) by it.',
    }),
    expected_quantity: nullable(z.int().min(0)).meta({
      description: 'Pieces that were recorded at the location when they were counted; else null.',
    }),
    occurred_at: timestamp().meta({ description: 'When it happened.' }),
    notes: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
    assignment_id: nullable(id()).meta({
      description: 'Id of the assignment that it opened, changed or closed.',
    }),
    correlation_id: id().meta({
      description:
        'Id that records which belong together share: an assignment and its circulations, a move and its receipt.',
    }),
    discrepancy: z.boolean().meta({
      description:
        'True when the asset was confirmed elsewhere than was recorded, or in another number; the record was corrected.',
    }),
    recorded_by: nullable(id()).meta({ description: 'Id of the user who recorded it; null = the system.' }),
    ...assetCirculationIncludes.members,
  })
  .meta({ id: 'AssetCirculation', description: 'Something that happened to an asset; never changed.' })
const assetCirculationCreate = z
  .strictObject({
    asset_id: recordReference('assets', 'the asset'),
    circulation_type: reportedCirculation,
    person_id: nullable(recordReference('persons', 'the person who gets it or gives it back'))
      .optional()
      .meta({ examples: ['01KJQ2V805V2V715PJPCWVQ3VD'] }),
    location_id: nullable(
      recordReference('locations', 'the location where it is brought or seen'),
    ).optional(),
    from_location_id: nullable(recordReference('locations', 'the location that pieces of a stock come from'))
      .optional()
      .meta({
        description:
          'Id (ULID) of the location that pieces of a stock come from, with `move` and `issue`; the only one where they lie unless given.',
      }),
    quantity: quantity.optional().meta({
      description:
        'Pieces of countable stock; `receive` needs it. Unless given: 1 for `issue`, all that the person has for `return`, what lies there for `move`, what is recorded there for `confirm_location`.',
    }),
    occurred_at: instant()
      .optional()
      .meta({ description: 'When it happened; now unless given, at most 5 minutes ahead.' }),
    notes: nullable(longText()).optional().meta({ description: 'Anything else, in Markdown.' }),
    force: z.boolean().optional().meta({
      description:
        'Records a `return` by a person who is not recorded as the holder, instead of answering 409.',
    }),
    ...ownedOnCreate,
  })
  .meta({
    id: 'AssetCirculationCreate',
    description:
      '`issue` needs a person; `move`, `receive` and `confirm_location` need a location. Of a stock, `receive` brings new pieces in, `move` takes pieces from one location to another, `issue` takes them from `location_id`, `return` brings them back to it, and `confirm_location` with a `quantity` is a stock-take that corrects what is recorded.',
  })

export interface AssetCirculation extends z.infer<typeof assetCirculation> {}
export interface AssetCirculationCreate extends z.infer<typeof assetCirculationCreate> {}
/** Something that happened to an asset. */
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
      description: 'Ties an assignment and its circulations, a move and its receipt.',
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
      'Assignment, location and state of the asset follow from it: issuing to another person hands the asset over, and a lost asset that is received, returned or confirmed is found.',
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

/** Counts them in groups. */
export const assetCirculationsSummary = summary(assetCirculations.list, {
  type: 'AssetCirculation',
  many: 'circulations',
  values: ['circulation_type', 'asset_id', 'person_id', 'location_id', 'from_location_id'],
  times: ['occurred_at', 'created_at'],
})

/** Writes many of them in one request. */
export const assetCirculationsBulk: BulkOf<'assetCirculations'> = bulk(assetCirculations)
