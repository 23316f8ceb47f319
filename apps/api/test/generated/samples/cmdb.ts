import { configurationItemLifecycle } from '@commonhold/contract'
import { newId } from '../../../src/base/ids.ts'
import { configurationItemStore } from '../../../src/cmdb/configuration-items.store.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import type { Call, World } from '../worlds.ts'
import { asset } from './assets.ts'
import { person } from './census.ts'
import { location } from './locations.ts'

const newItem = async (world: World) =>
  (await world.client.configurationItems.create({ name: world.unique() })).id

const inTenant = ({ worlds, tenantId }: World, statement: string, id: string) =>
  worlds.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql.unsafe(statement, [id])
  })

const group: Reference = {
  make: async (world) => {
    const id = newId()
    await inTenant(
      world,
      `insert into groups (id, key, name) values ($1, 'g' || lower($1), 'Group ' || $1)`,
      id,
    )
    return id
  },
  archive: (world, id) => inTenant(world, 'update groups set archived_at = now() where id = $1', id),
  isShared: false,
}

const relate = (world: World, ci_id: string, target_id: string, relationship_type: 'uses' | 'runs') =>
  world.client.configurationItems.relationships.create({ ci_id }, { target_id, relationship_type })

const newRelationship = async (world: World): Promise<Call> => {
  const { id } = await relate(world, await newItem(world), await newItem(world), 'uses')
  return { params: { relationship_id: id } }
}

export const configurationSamples: SamplesOf<'configurationItems' | 'relationships'> = {
  configurationItems: {
    store: configurationItemStore,
    create: async (world) => ({ name: world.unique(), ci_type: 'server' }),
    patch: async (world) => ({ name: world.unique(), status: 'maintenance', product_version: '18.1' }),
    spread: async (world) => {
      const [one, another, here, there, us, them, ada, bob] = await Promise.all(
        [asset, asset, location, location, group, group, person, person].map(({ make }) => make(world)),
      )
      return [
        {
          ci_type: 'server',
          status: 'planned',
          criticality: 'high',
          environment: 'production',
          asset_id: one,
        },
        {
          ci_type: 'server',
          status: 'retired',
          criticality: 'low',
          asset_id: another,
          owner_person_id: ada,
          external_id: 'a_b',
        },
        { ci_type: 'database', environment: 'test', location_id: here, product_version: '50% Beta' },
        { ci_type: 'network', location_id: there, owner_group_id: us, external_id: 'i-0a' },
        { owner_group_id: them, owner_person_id: bob, description: 'Grey beta', environment: 'production' },
        { description: 'grey' },
      ].map((body) => ({ ...body, name: world.unique() })) as never
    },
    searched: ['name', 'description', 'product_version', 'external_id'],
    references: {
      asset_id: asset,
      location_id: location,
      owner_group_id: group,
      owner_person_id: person,
      // An archived target is a conflict, not an error of the body; see the tests of relationships.
      target_id: { make: newItem, isShared: false },
    },
    lifecycle: configurationItemLifecycle,
    others: {
      impact: async (world) => {
        const [database, application] = [await newItem(world), await newItem(world)]
        await relate(world, application, database, 'uses')
        return { params: { ci_id: database } }
      },
      createRelationship: async (world) => ({
        params: { ci_id: await newItem(world) },
        body: {
          target_id: await newItem(world),
          relationship_type: 'member_of',
          description: world.unique(),
          weight: 3,
        },
      }),
      listRelationships: {
        call: async (world) => {
          const ci_id = await newItem(world)
          for (const weight of [10, 2, 2])
            await world.client.configurationItems.relationships.create(
              { ci_id },
              { target_id: await newItem(world), relationship_type: 'member_of', weight },
            )
          await relate(world, ci_id, await newItem(world), 'runs')
          await relate(world, await newItem(world), ci_id, 'uses')
          return { params: { ci_id } }
        },
        more: async (world, { params }) => relate(world, params?.ci_id ?? '', await newItem(world), 'uses'),
      },
    },
  },
  relationships: {
    others: {
      list: {
        call: async (world) => {
          const [source, target] = [await newItem(world), await newItem(world)]
          for (const [at, relationship_type] of (['uses', 'runs', 'member_of', 'impacts'] as const).entries())
            await world.client.configurationItems.relationships.create(
              { ci_id: at % 2 === 0 ? source : target },
              { target_id: await newItem(world), relationship_type, weight: 10 - (at % 3) },
            )
          return {}
        },
        more: async (world) => relate(world, await newItem(world), await newItem(world), 'uses'),
      },
      get: newRelationship,
      update: async (world) => ({
        ...(await newRelationship(world)),
        body: { weight: 4, description: world.unique() },
      }),
      delete: newRelationship,
    },
  },
}
