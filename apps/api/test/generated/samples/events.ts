import { addToGroup } from '../../world.ts'
import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'

const newModel = (world: World) => ({ name: world.unique(), tracking_type: 'serialized' as const })

/** Entries of several kinds of records, actions and users. */
async function fillLog(world: World): Promise<void> {
  const { service } = world.worlds
  const { id: asset_model_id } = await world.client.assetModels.create(newModel(world))
  await world.client.assetModels.update({ asset_model_id }, { description: 'Changed' })
  await world.client.assetModels.delete({ asset_model_id })
  await world.client.groups.create({ name: world.unique() })
  const colleague = await service.signUp()
  await addToGroup(service, world.tenantId, 'users', colleague)
  await service.as(colleague.token, world.tenantId).issues.create({ title: world.unique() })
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
        call: async (world) => {
          await fillLog(world)
          return {}
        },
        more: (world) => world.client.assetModels.create(newModel(world)),
      },
    },
  },
}
