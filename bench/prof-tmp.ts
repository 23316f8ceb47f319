import { contract, createClient } from '@commonhold/contract'
import autocannon from 'autocannon'

const address = 'http://127.0.0.1:3177'
const anon = createClient(contract, { baseUrl: address })
const t = await anon.me.signUp({ email: `p${Date.now()}@example.org`, password: 'a password for the bench' })
const c = createClient(contract, { baseUrl: address, token: t.access_token })
const model = await c.assetModels.create({ name: `B${Date.now()}`, tracking_type: 'serialized' })
let a
for (let i = 0; i < 60; i++)
  a = await c.assets.create({ model_id: model.id, name: 'x', serial_number: `s${i}` })
const headers = { authorization: `Bearer ${t.access_token}` }
const ops = {
  get: { url: `${address}/assets/${a!.id}`, headers },
  list: { url: `${address}/assets?limit=50`, headers },
  create: {
    url: `${address}/assets`,
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    idReplacement: true,
    body: JSON.stringify({
      model_id: model.id,
      name: 'Made by the bench',
      serial_number: '[<id>]',
      asset_tag: '[<id>]',
    }),
  },
}
for (const op of process.argv.slice(2) as (keyof typeof ops)[]) {
  const r = await autocannon({ ...ops[op], connections: 32, duration: 4 } as any)
  console.log(op, Math.round(r['2xx'] / r.duration), 'non2xx', r.non2xx, 'lat', r.latency.p50, r.latency.p99)
}
