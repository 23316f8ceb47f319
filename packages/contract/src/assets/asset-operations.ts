import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byFlag, byNumber, byReference, byTime, byValue } from '../kernel/filters.ts'
import { HistoryEntry, historyCollection } from '../kernel/history.ts'
import { moves } from '../kernel/lifecycle.ts'
import { day, instant, integer, line, name, queryAnyOf, queryBoolean, reference } from '../kernel/schema.ts'
import { summary } from '../kernel/summary.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import { assetLifecycle } from './asset-lifecycle.ts'
import { Asset, AssetCreate, AssetStock, AssetUpdate, assetIncludes, assetStatus } from './assets.ts'

export const assets = {
  ...crud({
    tag: 'Assets',
    type: 'Asset',
    types: 'Assets',
    one: 'an asset',
    many: 'assets',
    paths: { collection: '/assets', item: '/assets/{asset_id}' },
    permission: 'assets',
    record: Asset,
    create: AssetCreate,
    update: AssetUpdate,
    collection: collection({
      hasExternalIds: true,
      include: assetIncludes.include,
      filters: {
        model_id: byReference('the asset model'),
        project_id: byReference('the project', { nullable: true }),
        location_id: byReference('the location', { nullable: true }),
        in_repair: byFlag(),
        below_minimum: byFlag(),
        status: byValue(assetStatus),
        name: byValue(name()),
        asset_tag: byValue(line(64)),
        serial_number: byValue(line(255), { nullable: true }),
        quantity: byNumber(integer()),
        available_quantity: byNumber(integer()),
        last_confirmed_at: byTime(instant(), { nullable: true }),
        expected_return_date: byTime(day(), { nullable: true }),
        purchase_date: byTime(day(), { nullable: true }),
        warranty_end_date: byTime(day(), { nullable: true }),
        created_at: byTime(instant()),
        updated_at: byTime(instant()),
      },
      sort: [
        'name',
        'asset_tag',
        'status',
        'quantity',
        'available_quantity',
        'last_confirmed_at',
        'expected_return_date',
        'purchase_date',
        'warranty_end_date',
        'created_at',
        'updated_at',
      ],
      parameters: {
        person_id: queryAnyOf(reference('the person')).meta({
          description:
            'Only assets that this person has today; repeat it, or separate values by commas, for any of several.',
        }),
        person_id__is_null: queryBoolean().meta({
          description: 'True: only assets that no person has today. False: only assets that a person has.',
        }),
        include_descendants: queryBoolean().meta({
          description: 'True: `location_id` also finds assets at locations within that location.',
        }),
      },
      search: true,
      archivable: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists', 'invalid_transition', 'insufficient_quantity'],
      delete: ['dependent_item_exists'],
    },
  }),
  ...moves(
    { tag: 'Assets', permission: 'assets:write', record: Asset, errors: ['insufficient_quantity'] },
    assetLifecycle,
  ),
  stock: endpoint({
    operationId: 'listStockOfAsset',
    method: 'get',
    path: '/assets/{asset_id}/stock',
    tag: 'Assets',
    summary: 'List the pieces of an asset by location',
    description: 'Pieces that are assigned to persons are not counted.',
    permission: 'assets:read',
    whole: true,
    success: { status: 200, body: z.array(AssetStock) },
  }),
  history: endpoint({
    operationId: 'listHistoryOfAsset',
    method: 'get',
    path: '/assets/{asset_id}/history',
    tag: 'Assets',
    summary: 'List what happened to an asset',
    description:
      'One entry for each request that changed the asset, oldest first. The changes include future assignments that were created, postponed or cancelled: `scheduled_person_id`, `scheduled_location_id` and `scheduled_start_date`.',
    permission: 'assets:read',
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(HistoryEntry) },
  }),
}

/** Counts assets in groups. */
export const assetsSummary = summary(assets.list, {
  type: 'Asset',
  many: 'assets',
  values: ['status', 'model_id', 'project_id', 'location_id', 'person_id'],
  times: ['purchase_date', 'warranty_end_date', 'expected_return_date', 'created_at'],
})

/** Writes up to 500 assets in one request. */
export const assetsBulk: BulkOf<'assets'> = bulk(assets)

/** Creates an asset by an external id, or updates it. */
export const assetsUpsert: UpsertOf<'assets'> = upsert(assets)
