import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'

/** Services with different numbers of trusted proxies, and one with a configured address. */
const settings = {
  none: { TRUST_PROXY: '0' },
  one: { TRUST_PROXY: '1' },
  two: { TRUST_PROXY: '2' },
  named: { TRUST_PROXY: '1', API_URL: 'http://api.example.org' },
}
const services = new Map<string, TestService>()
beforeAll(async () => {
  const started = Object.entries(settings).map(async ([name, one]) =>
    services.set(name, await startService(one)),
  )
  await Promise.all(started)
})
afterAll(() => Promise.all([...services.values()].map((service) => service.stop())))

/** The URL in the `Link` header of an answer, if the proxy reports this scheme. */
async function linked(name: keyof typeof settings, scheme: string): Promise<string> {
  const service = services.get(name)
  if (!service) throw new Error(`${name} was not started`)
  const user = await service.signUp()
  const reply = await fetch(`${service.address}/asset-models?limit=1`, {
    headers: { authorization: `Bearer ${user.token}`, 'x-forwarded-proto': scheme },
  })
  const link = reply.headers.get('link') ?? ''
  return link.slice(1, link.indexOf('>')).replace(new URL(service.address).host, 'host')
}

test.each([
  ['reported by the trusted proxy', 'one', 'https', 'https'],
  ['reported as http', 'one', 'http', 'http'],
  ['something else', 'one', 'javascript', 'http'],
  ['reported by the nearer of two, where one is trusted', 'one', 'https, http', 'http'],
  ['reported by the outer of two, where both are trusted', 'two', 'https, http', 'https'],
  ['replaced by the second of two proxies', 'two', 'https', 'https'],
  ['reported where no proxy is trusted', 'none', 'https', 'http'],
] as const)('links begin with the scheme of the request: %s', async (_, name, reported, scheme) => {
  expect(await linked(name, reported)).toBe(`${scheme}://host/asset-models?limit=1`)
})

test('links begin with API_URL, whatever a proxy reports', async () => {
  expect(await linked('named', 'https')).toBe('http://api.example.org/asset-models?limit=1')
})
