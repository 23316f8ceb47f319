import { z } from 'zod'
import { byFlag, byReference, byTime, byValue, collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { ownedMembers, tenantIdOnCreate } from '../kernel/record.ts'
import { id, instant, longText, nullable, reference, timestamp } from '../kernel/schema.ts'

/** What can be reported: who got or gave back an asset, and where it was brought or seen. */
export const reportedCirculations = ['issue', 'return', 'move', 'receive', 'confirm_location'] as const

/** What a circulation can tell; the last three follow from lifecycle operations on a part of a stock. */
export const circulationTypes = [...reportedCirculations, 'loss', 'theft', 'disposal'] as const

const reportedCirculation = z
  .enum(reportedCirculations)
  .meta({ id: 'ReportedCirculation', description: 'What is reported of an asset.' })
const circulationType = z
  .enum(circulationTypes)
  .meta({ id: 'CirculationType', description: 'What happened to an asset.' })
export type CirculationType = z.infer<typeof circulationType>

const quantity = z.int().min(1).max(1_000_000)

const assetCirculation = z
  .object({
    ...ownedMembers,
    asset_id: id().meta({ description: 'Id of the asset.' }),
    circulation_type: circulationType,
    person_id: nullable(id()).meta({ description: 'Id of the person who got it or gave it back.' }),
    location_id: nullable(id()).meta({ description: 'Id of the location where it was brought or seen.' }),
    quantity: quantity.meta({ description: 'Pieces that it is about.' }),
    occurred_at: timestamp().meta({ description: 'When it happened.' }),
    notes: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
    assignment_id: nullable(id()).meta({
      description: 'Id of the assignment that it opened, changed or closed.',
    }),
    correlation_id: id().meta({
      description: 'Ties what belongs together: an assignment and its circulations, a move and its receipt.',
    }),
    discrepancy: z.boolean().meta({
      description:
        'True when the asset was confirmed elsewhere than was recorded, which corrected its location.',
    }),
    recorded_by: nullable(id()).meta({ description: 'Id of the user who recorded it; null = the system.' }),
  })
  .meta({ id: 'AssetCirculation', description: 'Something that happened to an asset; never changed.' })
const assetCirculationCreate = z
  .strictObject({
    asset_id: reference('the asset'),
    circulation_type: reportedCirculation,
    person_id: nullable(reference('the person who gets it or gives it back'))
      .optional()
      .meta({ examples: ['01KJQ2V805V2V715PJPCWVQ3VD'] }),
    location_id: nullable(reference('the location where it is brought or seen')).optional(),
    quantity: quantity.optional().meta({
      description:
        'Pieces of countable stock. Unless given: 1 for `issue`, all that the person has for `return`, the whole stock otherwise.',
    }),
    occurred_at: instant()
      .optional()
      .meta({ description: 'When it happened; now unless given, at most 5 minutes ahead.' }),
    notes: nullable(longText()).optional().meta({ description: 'Anything else, in Markdown.' }),
    force: z.boolean().optional().meta({
      description:
        'Records a `return` by a person who is not recorded as the holder, instead of answering 409.',
    }),
    tenant_id: tenantIdOnCreate,
  })
  .meta({
    id: 'AssetCirculationCreate',
    description: '`issue` needs a person; `move`, `receive` and `confirm_location` need a location.',
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

const circulations = collection({ filters: { asset_id: byReference('the asset'), ...filters }, sort })
const circulationsOfAsset = collection({ filters, sort })

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
