import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../src/page.ts'
import { startService, type TestService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ SERVE_PAGE: 'on' })
})
afterAll(() => service.stop())

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const open = (path: string, headers: Record<string, string> = browser) =>
  fetch(service.address + path, { headers })

test.each(['/', '/signin', '/dashboard/account', '/t/north/assets/A-000012', '/t/north/issues?status=open'])(
  'a browser that opens %s gets the page',
  async (path) => {
    const response = await open(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self';")
    expect(await response.text()).toContain('<meta name="commonhold-api" content="" />')
  },
)

test('the scripts and styles that the page names are there', async () => {
  const page = await (await open('/')).text()
  const named = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(named.length).toBeGreaterThan(1)
  for (const path of named) {
    const response = await open(path, { accept: '*/*' })
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('content-type')).not.toMatch(/html|json/)
  }
})

test.each([
  ['/assets', 401],
  ['/assets/01ARZ3NDEKTSV4RRFFQ69G5FAV', 401],
  ['/me', 401],
  ['/livez', 200],
  ['/openapi.json', 200],
  ['/problems/not_found', 200],
])('%s stays the API, for a browser too', async (path, status) => {
  const response = await open(path)
  expect(response.status).toBe(status)
  expect(await response.text()).not.toContain('commonhold-api')
})

test.each(['GET', 'HEAD'])('a monitor that sends %s / gets the page', async (method) => {
  const response = await fetch(`${service.address}/`, { method })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('a program gets a problem for an unknown path, and no page', async () => {
  const response = await open('/nowhere', { accept: 'application/json' })
  expect(response.status).toBe(404)
  expect(response.headers.get('content-type')).toContain('application/problem+json')
})

test('the page is not served unless it is enabled', async () => {
  const other = await startService({}, service.database)
  try {
    const response = await fetch(`${other.address}/signin`, { headers: browser })
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  } finally {
    await other.stop()
  }
})

test('with an address of its own, the API may be called by the page', async () => {
  const server = createServer(openPage('https://api.example.org').serve)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const response = await fetch(`http://127.0.0.1:${port}/signin`)
  server.close()
  expect(response.headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://api.example.org;",
  )
  expect(await response.text()).toContain('content="https://api.example.org"')
})
