import { expect, onTestFinished, test } from 'vitest'
import { startService } from '../service.ts'

/** The first address of `Link` that a service with these settings answers to a request with these headers. */
async function linked(settings: Record<string, string>, headers: Record<string, string>): Promise<string> {
  const service = await startService(settings)
  onTestFinished(() => service.stop())
  const user = await service.signUp()
  const reply = await fetch(`${service.address}/asset-models?limit=1`, {
    headers: { authorization: `Bearer ${user.token}`, ...headers },
  })
  const link = reply.headers.get('link') ?? ''
  return link.slice(1, link.indexOf('>')).replace(new URL(service.address).host, 'host')
}

test.each([
  ['reported by the trusted proxy', '1', 'https', 'https'],
  ['reported as http', '1', 'http', 'http'],
  ['something else', '1', 'javascript', 'http'],
  ['reported by the nearer of two, where one is trusted', '1', 'https, http', 'http'],
  ['reported by the outer of two, where both are trusted', '2', 'https, http', 'https'],
  ['replaced by the second of two proxies', '2', 'https', 'https'],
  ['reported where no proxy is trusted', '0', 'https', 'http'],
])('links begin with the scheme of the request: %s', async (_, TRUST_PROXY, reported, scheme) => {
  expect(await linked({ TRUST_PROXY }, { 'x-forwarded-proto': reported })).toBe(
    `${scheme}://host/asset-models?limit=1`,
  )
})

test('links begin with API_URL, whatever a proxy reports', async () => {
  const API_URL = 'http://api.example.org'
  expect(await linked({ API_URL, TRUST_PROXY: '1' }, { 'x-forwarded-proto': 'https' })).toBe(
    `${API_URL}/asset-models?limit=1`,
  )
})
