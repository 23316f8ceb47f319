import type { TestUser } from '../../service.ts'
import { addToGroup } from '../../world.ts'
import { membersOf } from '../reply-rules.ts'
import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'

const newModel = (world: World) => ({ name: world.unique(), tracking_type: 'serialized' as const })

/** Owners of the tenant by their ids. The log grows with all that a test does, so the lists are of what they did. */
const actors = new Map<string, TestUser>()

async function newActor({ worlds: { service }, tenantId }: World): Promise<TestUser> {
  const user = await service.signUp()
  await addToGroup(service, tenantId, 'owners', user)
  actors.set(user.id, user)
  return user
}

/** Entries of several kinds of records, actions and users; returns their actors. */
async function fillLog(world: World): Promise<string[]> {
  const { service } = world.worlds
  const [one, other] = [await newActor(world), await newActor(world)]
  const client = service.as(one.token, world.tenantId)
  const { id: asset_model_id } = await client.assetModels.create(newModel(world))
  await client.assetModels.update({ asset_model_id }, { description: 'Changed' })
  await client.assetModels.delete({ asset_model_id })
  await client.groups.create({ name: world.unique() })
  await service.as(other.token, world.tenantId).issues.create({ title: world.unique() })
  return [one.id, other.id]
}

export const eventSamples: SamplesOf<'auditLog' | 'events'> = {
  events: {
    others: {
      get: async (world) => {
        await fillLog(world)
        return {}
      },
      head: async () => ({}),
    },
  },
  auditLog: {
    others: {
      list: {
        call: async (world) => ({ query: { actor_id: await fillLog(world) } }),
        more: (world, { query }) => {
          const actor = [membersOf(query).actor_id].flat().map((id) => actors.get(String(id)))[0]
          if (!actor) throw new Error('nobody of this call is known')
          return world.worlds.service.as(actor.token, world.tenantId).assetModels.create(newModel(world))
        },
      },
    },
  },
}
