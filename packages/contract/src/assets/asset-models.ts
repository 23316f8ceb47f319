import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { lifecycle, moves } from '../kernel/lifecycle.ts'
import { archivedAt, catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { instant, longText, name, nullable } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'

/** Whether assets of a model are single pieces (`serialized`) or a quantity (`countable`). */
export const trackingTypes = ['serialized', 'countable'] as const

const trackingType = z.enum(trackingTypes).meta({
  id: 'TrackingType',
  description:
    'Whether assets of a model are single pieces with a serial number (`serialized`), or stock with a quantity (`countable`).',
})
export type TrackingType = z.infer<typeof trackingType>

const fields = {
  name: name().meta({ description: 'Name, unique in the tenant.', examples: ['ThinkPad X1 Carbon'] }),
  tracking_type: trackingType,
  manufacturer: nullable(name()).meta({ description: 'Name of the manufacturer.', examples: ['Lenovo'] }),
  model_number: nullable(name()).meta({
    description: 'The manufacturer’s number of the model.',
    examples: ['21KC'],
  }),
  category: nullable(name()).meta({
    description: 'Category of the model: any text.',
    examples: ['Laptops'],
  }),
  description: nullable(longText()).meta({ description: 'Anything else, in Markdown.' }),
}

const assetModel = z
  .object({
    ...catalogueMembers,
    ...fields,
    asset_count: z
      .int()
      .min(0)
      .meta({ description: 'Number of assets of the model in the selected tenant.' }),
    archived_at: archivedAt,
  })
  .meta({ id: 'AssetModel', description: 'A model of assets.' })
const assetModelCreate = z
  .strictObject({ ...fields, ...ownedOnCreate })
  .partial({ manufacturer: true, model_number: true, category: true, description: true })
  .meta({ id: 'AssetModelCreate', description: 'A new asset model.' })
const assetModelUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'AssetModelUpdate',
    description: 'Changes to an asset model. `tracking_type` cannot be changed once the model has assets.',
  })

export interface AssetModel extends z.infer<typeof assetModel> {}
export interface AssetModelCreate extends z.infer<typeof assetModelCreate> {}
export interface AssetModelUpdate extends z.infer<typeof assetModelUpdate> {}
/** A model of assets; the terms follow Snipe-IT. */
export const AssetModel: z.core.$ZodType<AssetModel, AssetModel> = assetModel
/** A new asset model. */
export const AssetModelCreate: z.core.$ZodType<AssetModelCreate, AssetModelCreate> = assetModelCreate
/** A merge patch (RFC 7396) of an asset model. */
export const AssetModelUpdate: z.core.$ZodType<AssetModelUpdate, AssetModelUpdate> = assetModelUpdate

/** An archived model and its assets can still be read; new assets cannot have the model. */
export const assetModelLifecycle = lifecycle({
  idempotent: true,
  states: {
    in_use: { column: 'archived_at', null: true },
    archived: { column: 'archived_at', null: false, stamp: 'archived_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveAssetModel',
      path: '/asset-models/{asset_model_id}/archive',
      summary: 'Archive an asset model',
      from: ['in_use'],
      to: 'archived',
    },
    restore: {
      operationId: 'restoreAssetModel',
      path: '/asset-models/{asset_model_id}/restore',
      summary: 'Restore an asset model',
      from: ['archived'],
      to: 'in_use',
      clearsLeft: true,
    },
  },
})

export const assetModels = {
  ...crud({
    tag: 'Asset models',
    type: 'AssetModel',
    types: 'AssetModels',
    one: 'an asset model',
    many: 'asset models',
    paths: { collection: '/asset-models', item: '/asset-models/{asset_model_id}' },
    permission: 'assets',
    record: AssetModel,
    create: AssetModelCreate,
    update: AssetModelUpdate,
    collection: collection({
      hasExternalIds: true,
      filters: {
        name: byValue(name()),
        tracking_type: byValue(trackingType),
        manufacturer: byValue(name(), { nullable: true }),
        category: byValue(name(), { nullable: true }),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: ['name', 'manufacturer', 'category', 'created_at', 'updated_at'],
      search: true,
      archivable: true,
      catalogue: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists', 'dependent_item_exists'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves(
    {
      tag: 'Asset models',
      permission: 'assets:write',
      record: AssetModel,
      errors: ['read_only_shared_record'],
    },
    assetModelLifecycle,
  ),
}

/** Writes up to 500 asset models in one request. */
export const assetModelsBulk: BulkOf<'assetModels'> = bulk(assetModels)

/** Creates an asset model by an external id, or updates it. */
export const assetModelsUpsert: UpsertOf<'assetModels'> = upsert(assetModels)

/** Lists the changes of an asset model. */
export const assetModelsHistory: HistoryOf<typeof assetModels.get> = history(assetModels.get)
