import { z } from 'zod'
import { assetModelBrief, locationBrief, personBrief, projectBrief } from '../briefs.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import {
  amount,
  amountGiven,
  currency,
  day,
  id,
  line,
  longText,
  name,
  nullable,
  reason,
  timestamp,
} from '../kernel/schema.ts'
import { disposalMethod } from './asset-lifecycle.ts'

/** Where an asset can stand in its life. */
export const assetStatuses = ['active', 'archived', 'retired', 'disposed', 'lost', 'stolen'] as const

/** Status of an asset, as a schema. */
export const assetStatus = z
  .enum(assetStatuses)
  .meta({ id: 'AssetStatus', description: 'Status of an asset.' })
export type AssetStatus = z.infer<typeof assetStatus>

const fields = {
  model_id: recordReference('asset_models', 'the asset model'),
  project_id: nullable(recordReference('projects', 'the project that the asset belongs to')),
  name: name().meta({ description: 'What people call it.', examples: ['Loan laptop 12'] }),
  asset_tag: line(64).meta({
    description: 'Inventory label, unique in the tenant, upper and lower case alike; made if left out.',
    examples: ['A-000012'],
  }),
  serial_number: nullable(line(255)).meta({
    description:
      'The maker’s serial number; required for serialized models, null for countable ones. Unique for each model, upper and lower case alike.',
    examples: ['PF4K2X9'],
  }),
  quantity: z
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'Pieces in stock; always 1 for serialized models.' }),
  minimum_quantity: nullable(z.int().min(0).max(1_000_000)).meta({
    description:
      'Available pieces below which a stock is to be filled up; null = no minimum, as for serialized models.',
  }),
  purchase_date: nullable(day()).meta({ description: 'Day of purchase.' }),
  purchase_cost: nullable(amountGiven()).meta({
    description: 'What it cost, in `currency`; up to two decimals.',
  }),
  currency: nullable(currency()).meta({ description: 'Currency of the cost (ISO 4217).', examples: ['EUR'] }),
  warranty_end_date: nullable(day()).meta({ description: 'Last day of the warranty.' }),
  notes: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
}

const optionalOnCreate = {
  project_id: true,
  location_id: true,
  asset_tag: true,
  serial_number: true,
  quantity: true,
  minimum_quantity: true,
  purchase_date: true,
  purchase_cost: true,
  currency: true,
  warranty_end_date: true,
  notes: true,
} as const

const entered = (state: string) =>
  nullable(timestamp()).meta({
    description: `When it was ${state}; null unless it is, or was when the next move was made.`,
  })

/** The records that one shows beside their ids, on request. */
export const assetIncludes = includes('Asset', {
  model: assetModelBrief,
  project: projectBrief,
  location: locationBrief,
  person: personBrief,
})

const asset = z
  .object({
    ...ownedMembers,
    ...fields,
    model_id: id().meta({ description: 'Id of the asset model.' }),
    project_id: nullable(id()).meta({ description: 'Id of the project that the asset belongs to.' }),
    purchase_cost: nullable(amount()).meta({ description: 'What it cost, in `currency`.' }),
    available_quantity: z.int().min(0).meta({
      description:
        'Pieces that can be handed out now: those that no open assignment holds; 0 unless the asset is `active`.',
    }),
    location_id: nullable(id()).meta({
      description:
        'Id of the location where it was last brought or seen; of a stock, the only one where pieces lie (`GET /assets/{asset_id}/stock` lists how many lie where).',
    }),
    person_id: nullable(id()).meta({
      description: 'Id of the person who holds a serialized asset today; null for stock.',
    }),
    last_confirmed_at: nullable(timestamp()).meta({ description: 'When its location was last confirmed.' }),
    expected_return_date: nullable(day()).meta({
      description: 'Day by which it should be back; the earliest of its open assignments.',
    }),
    below_minimum: z.boolean().meta({
      description: 'True while fewer pieces of an active stock are available than `minimum_quantity`.',
    }),
    in_repair: z.boolean().meta({ description: 'True while the issue of a repair of it is open.' }),
    status: assetStatus,
    status_reason: nullable(reason()).meta({ description: 'Reason given with the latest move.' }),
    disposal_method: nullable(disposalMethod),
    report_reference: nullable(name()).meta({
      description: 'Number of the report of the theft, e.g. with the police.',
    }),
    archived_at: entered('archived'),
    retired_at: entered('retired'),
    disposed_at: entered('disposed of'),
    lost_at: entered('lost'),
    stolen_at: entered('stolen'),
    restored_at: nullable(timestamp()).meta({ description: 'When it was last restored.' }),
    ...assetIncludes.members,
  })
  .meta({ id: 'Asset', description: 'Equipment of the tenant: a single unit, or countable stock.' })
const assetCreate = z
  .strictObject({
    ...fields,
    location_id: nullable(recordReference('locations', 'the location where it is from the start')),
    ...ownedOnCreate,
  })
  .partial(optionalOnCreate)
  .meta({
    id: 'AssetCreate',
    description: 'A new asset. Whether `serial_number` or `quantity` is given follows from the model.',
  })
const assetUpdate = z
  .strictObject({
    ...fields,
    status: assetStatus,
    external_ids: externalIdsGiven,
  })
  .partial()
  .meta({
    id: 'AssetUpdate',
    description:
      'Changes to an asset. Another `status` makes the lifecycle operation that leads there, with all that follows from it.',
  })

const assetStock = z
  .object({
    location_id: nullable(id()).meta({
      description: 'Id of the location; null = pieces whose place is not known.',
    }),
    quantity: z.int().min(1).meta({ description: 'Pieces that lie there.' }),
    available_quantity: z.int().min(0).meta({ description: 'Those of them that can be handed out now.' }),
  })
  .meta({ id: 'AssetStock', description: 'Pieces of an asset that lie at a location.' })

export interface AssetStock extends z.infer<typeof assetStock> {}
/** Pieces of an asset that lie at a location. */
export const AssetStock: z.core.$ZodType<AssetStock, AssetStock> = assetStock
export interface Asset extends z.infer<typeof asset> {}
export interface AssetCreate extends z.infer<typeof assetCreate> {}
export interface AssetUpdate extends z.infer<typeof assetUpdate> {}
/** Equipment of the tenant. */
export const Asset: z.core.$ZodType<Asset, Asset> = asset
/** A new asset. */
export const AssetCreate: z.core.$ZodType<AssetCreate, AssetCreate> = assetCreate
/** A merge patch (RFC 7396) of an asset. */
export const AssetUpdate: z.core.$ZodType<AssetUpdate, AssetUpdate> = assetUpdate
