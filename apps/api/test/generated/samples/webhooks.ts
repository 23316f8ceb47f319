import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'

/** Disabled, so that workers send nothing: their writes would count as work of the tested request. */
const disabled = (world: World) => ({
  url: 'https://receiver.example.org/events',
  description: world.unique(),
  types: ['asset.*'],
  enabled: false,
})

async function newEndpoint(world: World) {
  const { id } = await world.client.webhookEndpoints.create(disabled(world))
  return { webhook_endpoint_id: id }
}

/** A delivery of a test event without further tries. */
async function newDelivery(world: World, webhook_endpoint_id: string, hours = 0): Promise<string> {
  const { sql } = world.worlds.service.database
  const { id } = await world.client.webhookEndpoints.test({ webhook_endpoint_id })
  await sql`
    update webhook_deliveries set status = ${hours % 2 === 0 ? 'failed' : 'delivered'}, next_try_at = null, created_at = now() - ${`${hours} hours`}::interval,
           event_type = ${`asset.kind_${hours}`} where id = ${id}`
  return id
}

export const webhookSamples: SamplesOf<'webhookEndpoints' | 'webhookDeliveries'> = {
  webhookEndpoints: {
    others: {
      list: {
        call: async (world) => {
          for (let n = 0; n < 5; n += 1) await newEndpoint(world)
          return {}
        },
        more: newEndpoint,
      },
      register: async (world) => ({ body: disabled(world) }),
      get: async (world) => ({ params: await newEndpoint(world) }),
      update: async (world) => ({
        params: await newEndpoint(world),
        body: { description: world.unique(), types: ['person.*'] },
      }),
      delete: async (world) => ({ params: await newEndpoint(world) }),
      rotateSecret: async (world) => ({ params: await newEndpoint(world) }),
      test: async (world) => ({ params: await newEndpoint(world) }),
      replay: async (world) => {
        const params = await newEndpoint(world)
        // Nothing causes this event, so the worker creates no deliveries.
        await world.client.webhookEndpoints.update(params, {
          enabled: true,
          types: ['issue_link_type.moved'],
        })
        return { params, body: { since: new Date(Date.now() - 60_000).toISOString() } }
      },
    },
  },
  webhookDeliveries: {
    others: {
      list: {
        call: async (world) => {
          const params = await newEndpoint(world)
          for (const hours of [0, 1, 2, 3, 4]) await newDelivery(world, params.webhook_endpoint_id, hours)
          return { params }
        },
        more: (world, { params }) => newDelivery(world, params?.webhook_endpoint_id ?? '', 5),
      },
      redeliver: async (world) => {
        const { webhook_endpoint_id } = await newEndpoint(world)
        return { params: { webhook_delivery_id: await newDelivery(world, webhook_endpoint_id) } }
      },
    },
  },
}
