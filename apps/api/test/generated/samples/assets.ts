import { assetLifecycle, assetModelLifecycle } from '@commonhold/contract'
import { assetModelStore } from '../../../src/assets/asset-models.store.ts'
import { assetStore } from '../../../src/assets/assets.store.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import { circulateAssets, newAsset } from './asset-custody.ts'
import { location } from './locations.ts'
import { project } from './work.ts'

const newModel = async (world: World, tracking_type: 'serialized' | 'countable' = 'serialized') =>
  (await world.client.assetModels.create({ name: world.unique(), tracking_type })).id

const assetModel: Reference = {
  make: newModel,
  archive: (world, id) => world.client.assetModels.archive({ asset_model_id: id }),
  isShared: true,
  group: 'assetModels',
}

/** An asset in use. */
export const asset: Reference = {
  make: async (world) => (await world.client.assets.create(await assetSamples.assets.create(world))).id,
  archive: (world, id) => world.client.assets.archive({ asset_id: id }),
  isShared: false,
  group: 'assets',
}

export const assetSamples: SamplesOf<'assetModels' | 'assets'> = {
  assetModels: {
    store: assetModelStore,
    create: async (world) => ({ name: world.unique(), tracking_type: 'serialized' }),
    patch: async (world) => ({ name: world.unique(), manufacturer: 'Lenovo', description: null }),
    spread: async (world) =>
      [
        { tracking_type: 'serialized', manufacturer: 'lenovo', category: 'laptops', description: '50% off' },
        { tracking_type: 'serialized', manufacturer: 'lenovo', category: 'screens', model_number: '21kc' },
        { tracking_type: 'countable', manufacturer: 'apple', category: 'laptops', description: 'a_b plain' },
        { tracking_type: 'countable', manufacturer: 'apple' },
        { tracking_type: 'countable', category: 'cables', description: 'Long And Grey' },
        { tracking_type: 'serialized', description: 'grey' },
      ].map((body) => ({ ...body, name: world.unique(), tracking_type: trackingType(body.tracking_type) })),
    searched: ['name', 'manufacturer', 'model_number', 'category', 'description'],
    references: {},
    lifecycle: assetModelLifecycle,
    others: {},
  },
  assets: {
    store: assetStore,
    create: async (world) => ({
      model_id: await newModel(world),
      name: world.unique(),
      serial_number: world.unique(),
    }),
    patch: async (world) => ({ name: world.unique(), purchase_cost: 12.5, currency: 'EUR', notes: null }),
    spread: async (world) => {
      const [single, stock, first, second] = await Promise.all([
        newModel(world),
        newModel(world, 'countable'),
        project.make(world),
        project.make(world),
      ])
      return [
        { model_id: single, serial_number: world.unique(), purchase_date: '2024-02-29', notes: '50% grey' },
        { model_id: single, serial_number: world.unique(), purchase_date: '2024-03-01', notes: 'a_b' },
        { model_id: single, serial_number: world.unique(), project_id: first, notes: 'Grey Box' },
        { model_id: stock, quantity: 12, warranty_end_date: '2027-01-31', project_id: second },
        { model_id: stock, quantity: 3, purchase_date: '2024-02-29', warranty_end_date: '2026-12-31' },
        { model_id: stock, quantity: 1_000_000, asset_tag: world.unique() },
        { model_id: stock, quantity: 3, warranty_end_date: '2026-12-31' },
      ].map((body) => ({ ...body, name: world.unique() }))
    },
    further: circulateAssets,
    searched: ['name', 'asset_tag', 'serial_number', 'notes'],
    references: {
      model_id: assetModel,
      project_id: project,
      // The ledger refers to the location too, so no `group`: the DELETE of locations has separate tests.
      location_id: { ...location, group: undefined },
    },
    lifecycle: assetLifecycle,
    others: {
      stock: async (world) => ({ params: { asset_id: await newAsset(world, 12) } }),
      history: {
        call: async (world) => {
          const { id: asset_id } = await world.client.assets.create(await assetSamples.assets.create(world))
          await world.client.assets.update({ asset_id }, await assetSamples.assets.patch(world))
          await world.client.assets.retire({ asset_id }, { reason: 'replaced' })
          await world.client.assets.restore({ asset_id })
          await world.client.assets.update({ asset_id }, await assetSamples.assets.patch(world))
          return { params: { asset_id } }
        },
        more: async (world, { params }) =>
          world.client.assets.update(
            { asset_id: params?.asset_id ?? '' },
            await assetSamples.assets.patch(world),
          ),
      },
    },
  },
}

const trackingType = (name: string) => (name === 'countable' ? 'countable' : 'serialized')
