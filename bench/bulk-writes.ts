import { contract, createClient } from '@commonhold/contract'
import { median, rounded, signUp, startStack } from './stack.ts'

const ROUNDS = 5
const ITEMS = 500
const CONNECTIONS = 8

/** Compares 500 creates in one bulk request with 500 POSTs at 8 connections, alternately; the median of the ratios. */
export async function bulk(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const { token, client: stranger } = await signUp(stack.address, 'bulk@example.org')
    const { id: tenantId } = await stranger.tenants.create({ name: 'Bulk' })
    const client = createClient(contract, { baseUrl: stack.address, token, tenantId, timeoutMs: 60_000 })
    const { id: model_id } = await client.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
    let serial = 0
    const bodies = () =>
      Array.from({ length: ITEMS }, () => {
        serial += 1
        return { model_id, name: `Laptop ${serial}`, serial_number: `S-${serial}` }
      })
    const posts = async () => {
      const waiting = bodies()
      const work = async () => {
        for (let body = waiting.pop(); body; body = waiting.pop()) await client.assets.create(body)
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, work))
    }
    const by = (mode: 'atomic' | 'each') => async () => {
      await client.assets.bulk({ mode, items: bodies().map((body) => ({ op: 'create', body })) })
    }
    const runs = { posts, atomic: by('atomic'), each: by('each') }
    const seconds: Record<keyof typeof runs, number[]> = { posts: [], atomic: [], each: [] }
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const name of ['posts', 'atomic', 'each'] as const) {
        const started = performance.now()
        await runs[name]()
        // The first round warms up.
        if (round > 0) seconds[name].push((performance.now() - started) / 1000)
      }
    const times = (name: 'atomic' | 'each') =>
      rounded(median(seconds.posts.map((one, at) => one / (seconds[name][at] ?? one))))
    const medians = Object.fromEntries(
      Object.entries(seconds).map(([name, all]) => [name, rounded(median(all))]),
    )
    return { items: ITEMS, seconds: medians, times_as_fast: { atomic: times('atomic'), each: times('each') } }
  } finally {
    await stack.stop()
  }
}
