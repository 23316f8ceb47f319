import { assetLifecycle, assetModelLifecycle } from '@commonhold/contract'
import { assetModelStore } from '../../src/assets/asset-models.store.ts'
import { assetStore } from '../../src/assets/assets.store.ts'
import { newId } from '../../src/kernel/ids.ts'
import { PASSWORD } from '../service.ts'
import { archiveProject, createProject } from '../world.ts'
import type { Reference, Samples } from './sample.ts'
import type { World } from './worlds.ts'

const newModel = async (world: World, tracking_type: 'serialized' | 'countable' = 'serialized') =>
  (await world.client.assetModels.create({ name: world.unique(), tracking_type })).id

const assetModel: Reference = {
  make: newModel,
  archive: (world, id) => world.client.assetModels.archive({ asset_model_id: id }),
  isShared: true,
  group: 'assetModels',
}

const project: Reference = {
  make: (world) => createProject(world.worlds.service, world.tenantId),
  archive: (world, id) => archiveProject(world.worlds.service, world.tenantId, id),
  isShared: true,
}

const newEmail = () => `${newId().toLowerCase()}@example.org`

/** How every group of the contract is tried. */
export const samples: Samples = {
  auth: {
    others: {
      token: async ({ worlds }) => ({
        body: { email: (await worlds.service.signUp()).email, password: PASSWORD },
      }),
      refresh: async ({ worlds }) => ({
        body: { refresh_token: (await worlds.service.signUp()).refreshToken },
      }),
      forgotPassword: async () => ({ body: { email: newEmail() } }),
    },
  },
  users: {
    others: { create: async () => ({ body: { email: newEmail(), password: PASSWORD } }) },
  },
  me: {
    others: {
      signUp: async () => ({ body: { email: newEmail(), password: PASSWORD, display_name: 'Ada' } }),
      signIn: async ({ worlds }) => ({
        body: { username: (await worlds.service.signUp()).email, password: PASSWORD },
      }),
      signOut: async ({ worlds }) => ({
        token: (await worlds.service.signUp()).token,
        headers: { 'x-tenant-id': null },
      }),
      get: async () => ({}),
      listSessions: {
        call: async ({ worlds }) => {
          const { email, token } = await worlds.service.signUp()
          for (let n = 0; n < 5; n += 1)
            await worlds.service.anonymous.auth.token({ email, password: PASSWORD })
          return { token, headers: { 'x-tenant-id': null } }
        },
        more: async ({ worlds }, { token }) => {
          const { email } = await worlds.service.as(token ?? '').me.get()
          return worlds.service.anonymous.auth.token({ email, password: PASSWORD })
        },
      },
    },
  },
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
    searched: ['name', 'asset_tag', 'serial_number', 'notes'],
    references: { model_id: assetModel, project_id: project },
    lifecycle: assetLifecycle,
    others: {
      history: {
        call: async (world) => {
          const { id: asset_id } = await world.client.assets.create(await samples.assets.create(world))
          await world.client.assets.update({ asset_id }, await samples.assets.patch(world))
          await world.client.assets.retire({ asset_id }, { reason: 'replaced' })
          await world.client.assets.restore({ asset_id })
          await world.client.assets.update({ asset_id }, await samples.assets.patch(world))
          return { params: { asset_id } }
        },
        more: async (world, { params }) =>
          world.client.assets.update({ asset_id: params?.asset_id ?? '' }, await samples.assets.patch(world)),
      },
    },
  },
}

const trackingType = (name: string) => (name === 'countable' ? 'countable' : 'serialized')
