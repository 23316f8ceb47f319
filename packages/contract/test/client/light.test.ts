import { expect, test } from 'vitest'
import { contract, createClient, type EndpointTree, mapEndpoints, withoutSchemas } from '../../src/index.ts'
import { endpointsOf } from '../../src/kernel/openapi/types.ts'
import { ID } from './service.ts'

const params = new Proxy({}, { get: () => ID })

/** Returns the requests that a client sends for all operations, in order. */
async function sentBy(of: EndpointTree) {
  const sent: string[] = []
  const client = createClient(of, {
    baseUrl: 'http://service.example',
    token: 'abc',
    tenantId: 'mine',
    fetch: async (request) => {
      // The only header that differs between calls.
      const headers = [...request.headers].filter(([name]) => name !== 'idempotency-key')
      const hasKey = request.headers.has('idempotency-key')
      sent.push(JSON.stringify([request.method, request.url, headers, hasKey, await request.text()]))
      return new Response(null, { status: 204 })
    },
  })
  for (const { place, endpoint } of endpointsOf(of)) {
    const call = place.split('.').reduce<unknown>((node, name) => Reflect.get(node as object, name), client)
    const input = endpoint.body || endpoint.query ? [{ name: 'value' }] : []
    await (call as (...args: unknown[]) => Promise<unknown>)(
      ...(endpoint.path.includes('{') ? [params] : []),
      ...input,
    )
  }
  return sent
}

test('a client of the contract without schemas sends what one of the whole contract sends', async () => {
  const sent = await sentBy(contract)
  expect(sent.length).toBeGreaterThan(200)
  expect(await sentBy(mapEndpoints(contract, withoutSchemas) as EndpointTree)).toEqual(sent)
})
