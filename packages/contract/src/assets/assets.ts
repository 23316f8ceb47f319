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

/** The statuses of an asset. */
export const assetStatuses = ['active', 'archived', 'retired', 'disposed', 'lost', 'stolen'] as const

/** Status of an asset, as a schema. */
export const assetStatus = z
  .enum(assetStatuses)
  .meta({ id: 'AssetStatus', description: 'Status of an asset.' })
export type AssetStatus = z.infer<typeof assetStatus>

const fields = {
  model_id: recordReference('asset_models', 'the asset model'),
  project_id: nullable(recordReference('projects', 'the project that the asset belongs to')),
  name: name().meta({ description: 'Name of the asset.', examples: ['Loan laptop 12'] }),
  asset_tag: line(64).meta({
    description: 'Inventory label, unique in the tenant, whatever the case. Default: generated.',
    examples: ['A-000012'],
  }),
  serial_number: nullable(line(255)).meta({
    description:
      'The manufacturer’s serial number; required for serialized models, null for countable ones. Unique within the model, whatever the case.',
    examples: ['PF4K2X9'],
  }),
  quantity: z
    .int()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'Number of pieces; always 1 for serialized models.' }),
  minimum_quantity: nullable(z.int().min(0).max(1_000_000)).meta({
    description:
      'Number of available pieces below which a countable asset is to be restocked; null = no minimum. Always null for serialized models.',
  }),
  purchase_date: nullable(day()).meta({ description: 'Day of purchase.' }),
  purchase_cost: nullable(amountGiven()).meta({
    description: 'Cost of the purchase, in `currency`, with up to two decimals.',
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
    description: `When the asset was ${state}; null if it was not. Restoring it from this status sets null.`,
  })

/** The records that a request can include in an asset. */
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
    purchase_cost: nullable(amount()).meta({ description: 'Cost of the purchase, in `currency`.' }),
    available_quantity: z.int().min(0).meta({
      description:
        'Number of pieces that can be handed out now: pieces without an open assignment. 0 unless the asset is `active`.',
    }),
    location_id: nullable(id()).meta({
      description:
        'Id of the location where the asset was last brought or seen. For a countable asset: the only location that has pieces; `GET /assets/{asset_id}/stock` lists the pieces of all locations.',
    }),
    person_id: nullable(id()).meta({
      description: 'Id of the person who has the asset today; always null for a countable asset.',
    }),
    last_confirmed_at: nullable(timestamp()).meta({
      description: 'When the location of the asset was last confirmed.',
    }),
    expected_return_date: nullable(day()).meta({
      description: 'Day by which the asset should be returned: the earliest of its open assignments.',
    }),
    below_minimum: z.boolean().meta({
      description: 'True while the asset is active and has fewer available pieces than `minimum_quantity`.',
    }),
    in_repair: z.boolean().meta({ description: 'True while the issue of a repair of the asset is open.' }),
    status: assetStatus,
    status_reason: nullable(reason()).meta({ description: 'Reason given with the latest move.' }),
    disposal_method: nullable(disposalMethod),
    report_reference: nullable(name()).meta({
      description: 'Number of a report of the theft, such as a police report.',
    }),
    archived_at: entered('archived'),
    retired_at: entered('retired'),
    disposed_at: entered('disposed of'),
    lost_at: entered('lost'),
    stolen_at: entered('stolen'),
    restored_at: nullable(timestamp()).meta({ description: 'When the asset was last restored.' }),
    ...assetIncludes.members,
  })
  .meta({ id: 'Asset', description: 'Equipment of the tenant: a single piece, or countable stock.' })
const assetCreate = z
  .strictObject({
    ...fields,
    location_id: nullable(recordReference('locations', 'the first location of the asset')),
    ...ownedOnCreate,
  })
  .partial(optionalOnCreate)
  .meta({
    id: 'AssetCreate',
    description:
      'A new asset. Send `serial_number` for a serialized model, and `quantity` for a countable one.',
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
      'Changes to an asset. Another `status` runs the lifecycle operation that leads to it, with all its effects.',
  })

const assetStock = z
  .object({
    location_id: nullable(id()).meta({
      description: 'Id of the location; null = pieces whose location is not known.',
    }),
    quantity: z.int().min(1).meta({ description: 'Number of pieces at the location.' }),
    available_quantity: z
      .int()
      .min(0)
      .meta({ description: 'Number of these pieces that can be handed out now.' }),
  })
  .meta({ id: 'AssetStock', description: 'The pieces of an asset at one location.' })

export interface AssetStock extends z.infer<typeof assetStock> {}
/** The pieces of an asset at one location. */
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
