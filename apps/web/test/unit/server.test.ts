import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { site } from '@commonhold/page-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BadSettings, settingsFrom } from '../../server/settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'commonhold-web-'))
let server: Server
let base: string

beforeAll(async () => {
  mkdirSync(join(folder, 'dist/static'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'dist/index.html'), '<meta name="commonhold-api" content="%API_URL%">')
  writeFileSync(join(folder, 'dist/static/app-1a2b3c4d.js'), `export const text = '${'x'.repeat(2000)}'`)
  server = createServer(site(join(folder, 'dist'), 'https://api.example.org/v1?a="&b'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

describe('the server of the pages', () => {
  it.each(['/', '/index.html', '/signin', '/signup?x=1', '/forgot-password', '/no/such/page'])(
    'answers %s with the page, never cached unasked',
    async (path) => {
      const response = await fetch(base + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain('content="https://api.example.org/v1?a=&#34;&#38;b"')
    },
  )

  it('caches what has a hash in its name for ever, and sends it compressed', async () => {
    const response = await fetch(`${base}/static/app-1a2b3c4d.js`, {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(await response.text()).toContain('xxx')
  })

  it('answers 304 while nothing changed', async () => {
    const etag = (await fetch(base)).headers.get('etag') ?? ''
    expect((await fetch(base, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(base, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it.each(['/static/app-00000000.js', '/static/', '/favicon.ico', '/config.json', '/.env'])(
    'answers 404 for the missing file %s',
    async (path) => {
      expect((await fetch(base + path)).status).toBe(404)
    },
  )

  it.each([
    '/../secret.txt',
    '/static/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '//secret.txt',
    '/..\\secret.txt',
  ])('never leaves its folder: %s', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).not.toMatch(/\r\n\r\n.*secret/s)
  })

  it('answers HEAD without a body', async () => {
    const response = await fetch(base, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(await response.text()).toBe('')
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    const response = await fetch(base, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })

  it.each(['/', '/static/app-1a2b3c4d.js', '/static/none.js'])('guards every answer: %s', async (path) => {
    const { headers } = await fetch(base + path)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' https://api.example.org; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('set-cookie')).toBeNull()
  })

  it.each(['issue', 'return', 'move', 'stock'])('lets the page of scan/%s use the camera', async (kind) => {
    const { headers } = await fetch(`${base}/t/north-1/scan/${kind}?camera=on`)
    expect(headers.get('permissions-policy')).toContain('camera=(self), geolocation=()')
    expect(headers.get('content-security-policy')).toContain(
      "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'",
    )
  })

  it.each([
    '/t/north-1/assets',
    '/t/north-1/scan',
    '/t/north-1/scan/stock/more',
    '/t/scan/stock',
    '/scan/stock',
    '/x/t/north-1/scan/stock',
    '/static/t/north-1/scan/stock',
    '/signin?next=/t/north-1/scan/stock',
  ])('keeps the camera from %s', async (path) => {
    const { headers } = await fetch(base + path)
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('content-security-policy')).not.toContain('wasm')
  })
})

describe('the settings', () => {
  it.each([
    [{}, 'http://127.0.0.1:3000'],
    [{ PORT: '8080' }, 'http://127.0.0.1:8080'],
    [{ HOST: 'work.internal', PORT: '80' }, 'http://work.internal:80'],
    [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:3000'],
    [{ HOST: '::1' }, 'http://[::1]:3000'],
    [{ API_URL: 'https://api.example.org/' }, 'https://api.example.org'],
  ])('find the API (%j)', (env, apiUrl) => {
    expect(settingsFrom(env).apiUrl).toBe(apiUrl)
  })

  it.each([
    { WEB_PORT: 'x' },
    { WEB_PORT: '65536' },
    { WEB_PORT: '-1' },
    { API_URL: 'api' },
    { API_URL: 'ftp://a.b' },
    { API_URL: 'https://u:p@a.b' },
    { PORT: 'x' },
  ])('refuse %j', (env) => {
    expect(() => settingsFrom(env)).toThrow(BadSettings)
  })
})

describe('the process', () => {
  it('exits 1 with one line for a bad setting', async () => {
    const { code, errors } = await run({ WEB_PORT: 'x', API_URL: 'nowhere' })
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toHaveLength(2)
  })
})

async function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../server.ts', import.meta.url))], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'exit')
  return { code, errors }
}

/** Sends the request as it is: `fetch` would normalize the path. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  socket.end(request)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}
