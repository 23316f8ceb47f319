import { expect, test } from 'vitest'
import { contract, createClient, type EndpointGroup, withoutSchemas } from '../../src/index.ts'
import { ID } from './service.ts'

const groups: [string, EndpointGroup][] = Object.entries(contract)
const params = new Proxy({}, { get: () => ID })

/** What a client sends for every operation, each with a body or query, in order. */
async function sentBy(of: Record<string, EndpointGroup>) {
  const sent: string[] = []
  const client = createClient(of, {
    baseUrl: 'http://service.example',
    token: 'abc',
    tenantId: 'mine',
    fetch: async (request) => {
      // The one member that differs from call to call.
      const headers = [...request.headers].filter(([name]) => name !== 'idempotency-key')
      const hasKey = request.headers.has('idempotency-key')
      sent.push(JSON.stringify([request.method, request.url, headers, hasKey, await request.text()]))
      return new Response(null, { status: 204 })
    },
  })
  for (const [name, group] of Object.entries(of))
    for (const [key, endpoint] of Object.entries(group)) {
      const call = client[name]?.[key] as unknown as (...args: unknown[]) => Promise<unknown>
      const input = endpoint.body || endpoint.query ? [{ name: 'value' }] : []
      await call(...(endpoint.path.includes('{') ? [params] : []), ...input)
    }
  return sent
}

test('a client of the contract without schemas sends what one of the whole contract sends', async () => {
  const light = groups.map(([name, group]) => {
    const endpoints = Object.entries(group).map(([key, endpoint]) => [key, withoutSchemas(endpoint)])
    return [name, Object.fromEntries(endpoints)]
  })
  const sent = await sentBy(contract)
  expect(sent.length).toBeGreaterThan(200)
  expect(await sentBy(Object.fromEntries(light))).toEqual(sent)
})
