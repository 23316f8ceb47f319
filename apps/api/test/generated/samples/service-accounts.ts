import { type ApiKeyCreate, serviceAccountLifecycle } from '@commonhold/contract'
import { serviceAccountStore } from '../../../src/system/service-accounts.store.ts'
import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'

const DAY = 86_400_000

const newKey = (world: World, days = 30): ApiKeyCreate => ({
  name: world.unique(),
  scopes: [],
  expires_at: new Date(Date.now() + days * DAY).toISOString(),
})

/** A service account in a group of the world's tenant. */
async function newServiceAccount({ client, unique }: World): Promise<string> {
  const { id } = await client.serviceAccounts.create({ name: unique() })
  const group = await client.groups.create({ name: unique() })
  await client.groups.memberships.create({ group_id: group.id }, { user_id: id })
  return id
}

/** Keys that differ in every member that lists of keys filter or sort by. */
async function fillKeys(world: World, create: (body: ApiKeyCreate) => Promise<{ id: string }>) {
  for (const days of [10, 20, 30, 40, 50]) {
    const { id } = await create(newKey(world, days))
    if (days > 10)
      await world.worlds.service.database
        .sql`update api_keys set last_used_at = now() - ${`${days} hours`}::interval where id = ${id}`
  }
}

async function newKeyOfAccount(world: World) {
  const service_account_id = await newServiceAccount(world)
  const { id: key_id } = await world.client.serviceAccounts.keys.create({ service_account_id }, newKey(world))
  return { service_account_id, key_id }
}

const newKeyOfMine = async (world: World) => ({
  key_id: (await world.client.me.apiKeys.create(newKey(world))).id,
})

export const serviceAccountSamples: SamplesOf<
  'serviceAccounts' | 'serviceAccountKeys' | 'myApiKeys' | 'apiKeys'
> = {
  serviceAccounts: {
    store: serviceAccountStore,
    create: async (world) => ({ name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), description: 'Changed' }),
    spread: async (world) =>
      [
        { description: '50% sync' },
        { description: 'a_b import' },
        { description: 'A Sync And Import' },
        { description: 'import' },
        {},
      ].map((body) => ({ ...body, name: world.unique() })),
    searched: ['name', 'description'],
    references: {},
    lifecycle: serviceAccountLifecycle,
    others: {},
  },
  serviceAccountKeys: {
    others: {
      list: {
        call: async (world) => {
          const service_account_id = await newServiceAccount(world)
          await fillKeys(world, (body) =>
            world.client.serviceAccounts.keys.create({ service_account_id }, body),
          )
          return { params: { service_account_id } }
        },
        more: (world, { params }) =>
          world.client.serviceAccounts.keys.create(
            { service_account_id: params?.service_account_id ?? '' },
            newKey(world),
          ),
      },
      create: async (world) => ({
        params: { service_account_id: await newServiceAccount(world) },
        body: newKey(world),
      }),
      rotate: async (world) => ({ params: await newKeyOfAccount(world) }),
      delete: async (world) => ({ params: await newKeyOfAccount(world) }),
    },
  },
  myApiKeys: {
    others: {
      list: {
        call: async (world) => {
          await fillKeys(world, (body) => world.client.me.apiKeys.create(body))
          return {}
        },
        more: newKeyOfMine,
      },
      create: async (world) => ({ body: newKey(world) }),
      rotate: async (world) => ({ params: await newKeyOfMine(world) }),
      delete: async (world) => ({ params: await newKeyOfMine(world) }),
    },
  },
  apiKeys: {
    others: {
      list: {
        call: async (world) => {
          await newKeyOfAccount(world)
          await fillKeys(world, (body) => world.client.me.apiKeys.create(body))
          return {}
        },
        more: newKeyOfMine,
      },
      delete: async (world) => ({ params: await newKeyOfMine(world) }),
    },
  },
}
