import { createServer, type IncomingMessage } from 'node:http'
import postgres from 'postgres'

/**
 * The baseline for the service: `node:http`, one prepared statement for each request, JSON built by PostgreSQL.
 * It has no authentication, tenancy or validation.
 */
const target = { ...JSON.parse(process.env.TARGET ?? '{}'), max: 1, onnotice: () => {} }
/** Clients with one connection each, used in turn: one client with several becomes slower with each query, see `ReadPool`. */
const clients = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => postgres(target))
let turn = 0
const tenant = process.env.TENANT ?? ''
const model = process.env.MODEL ?? ''

const server = createServer(async (request, response) => {
  const [{ body } = { body: '' }] = await answer(request)
  response.writeHead(request.method === 'POST' ? 201 : 200, {
    'Content-Type': 'application/json; charset=utf-8',
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ ready: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` })
})
process.on('SIGTERM', () => process.exit(0))

async function answer(request: IncomingMessage): Promise<{ body: string }[]> {
  turn = (turn + 1) % clients.length
  const sql = clients[turn] ?? postgres(target)
  const id = request.url?.split('/')[2]
  if (request.method === 'POST') {
    const { name, serial_number, asset_tag } = JSON.parse(await text(request))
    return sql`insert into bare_assets (id, tenant_id, model_id, tracking_type, name, serial_number, asset_tag)
      values (${asset_tag}, ${tenant}, ${model}, 'serialized', ${name}, ${serial_number}, ${asset_tag}) returning to_jsonb(bare_assets)::text as body`
  }
  if (id)
    return sql`select to_jsonb(a)::text as body from bare_assets a where tenant_id = ${tenant} and id = ${id}`
  return sql`select json_agg(a)::text as body from (select * from bare_assets where tenant_id = ${tenant} order by id desc limit 50) a`
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
