import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { securityHeaders } from './security-headers.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
}

interface File {
  readonly type: string
  readonly cacheControl: string
  readonly etag: string
  readonly plain: Buffer
  readonly encoded: Readonly<Partial<Record<string, Buffer>>>
}

/** Writes the API's URL into the page; without a URL, the page calls the API on its own origin. */
export const fillPage = (page: string, apiUrl = '') =>
  page.replaceAll(
    '%API_URL%',
    apiUrl.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  )

/**
 * Serves the built files from memory: the path of a request is looked up in a map, never on disk. Any other path without
 * a dot gets index.html, whose router shows the screen or "not found".
 */
export function site(folder: string, apiUrl?: string): RequestListener {
  const files = load(folder, apiUrl)
  const page = files.get('/index.html')
  if (!page) throw new Error(`${folder} has no index.html: build the pages first`)
  const headers = securityHeaders(apiUrl)
  const scanHeaders = securityHeaders(apiUrl, { camera: true })

  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    for (const [name, value] of Object.entries(isScanPath(path) ? scanHeaders : headers))
      response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response.setHeader('allow', 'GET, HEAD'), 405, 'Method not allowed')
    const file = files.get(path) ?? (isPagePath(path) ? page : undefined)
    if (!file) return refuse(response, 404, 'Not found')
    send(request, response, file)
  }
}

/** True for the screens that scan codes, the only ones that may use the camera. */
const isScanPath = (path: string) => /^\/t\/[\w-]+\/scan\/[a-z]+$/.test(path)

/** A path with a dot, or below /static/, is a file or 404; the others are screens. */
const isPagePath = (path: string) => !path.startsWith('/static/') && !path.includes('.')

function load(folder: string, apiUrl: string | undefined): ReadonlyMap<string, File> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const name = join(entry.parentPath, entry.name)
        const path = `/${relative(folder, name).split(sep).join('/')}`
        const content = readFileSync(name)
        return [
          path,
          fileOf(path, path === '/index.html' ? Buffer.from(fillPage(`${content}`, apiUrl)) : content),
        ]
      }),
  )
}

function fileOf(path: string, plain: Buffer): File {
  const type = types[extname(path)] ?? 'application/octet-stream'
  const isText = !type.startsWith('image/png') && type !== 'application/octet-stream'
  return {
    type,
    // File names below /static contain a hash of the content.
    cacheControl: path.startsWith('/static/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    plain,
    encoded: isText ? { br: brotliCompressSync(plain, effortFor(plain)), gzip: gzipSync(plain) } : {},
  }
}

const LARGE = 500_000

/** The best compression of a large file would delay the start of the server by seconds. */
const effortFor = ({ length }: Buffer) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: length > LARGE ? 5 : constants.BROTLI_MAX_QUALITY },
})

function send(request: IncomingMessage, response: ServerResponse, file: File) {
  const accepted = `${request.headers['accept-encoding'] ?? ''}`.split(',').map((part) => part.trim())
  const encoding = ['br', 'gzip'].find((name) => accepted.includes(name) && file.encoded[name])
  const body = (encoding && file.encoded[encoding]) || file.plain
  const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`
  response.setHeader('cache-control', file.cacheControl).setHeader('etag', etag)
  response.setHeader('vary', 'Accept-Encoding')
  if (request.headers['if-none-match']?.includes(etag)) return response.writeHead(304).end()
  if (encoding) response.setHeader('content-encoding', encoding)
  response.writeHead(200, { 'content-type': file.type, 'content-length': body.length })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function refuse(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(response.req.method === 'HEAD' ? undefined : `${text}\n`)
}
