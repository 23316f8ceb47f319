import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { answer } from './pages.ts'
import { isUnmodified } from './respond.ts'
import type { Environment } from './serve.ts'

/** The documents of the API; the names are both the paths and the names of the files in the contract. */
export const documents = ['openapi.json', 'openapi.sdk.json'] as const

type DocumentName = (typeof documents)[number]

/** A document as sent: plain or compressed, each with its own ETag. */
interface Stored {
  readonly plain: Sent
  readonly compressed: Sent
}

interface Sent {
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>> & { readonly ETag: string }
}

/** A cache may store a document but must revalidate it each time. */
const described = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-cache',
  Vary: 'Origin, Accept-Encoding',
}

/** Read and compressed once, at the first request. */
const stored = new Map<DocumentName, Promise<Stored>>()

/** Returns a document: compressed when the client accepts gzip, 304 when the client has it already. */
export async function document(c: Context<Environment>, name: DocumentName): Promise<Response> {
  const loading = stored.get(name) ?? load(name)
  stored.set(name, loading)
  const { plain, compressed } = await loading
  const { body, headers } = acceptsGzip(c.req.header('accept-encoding')) ? compressed : plain
  const isKnown = isUnmodified(c.req.header('if-none-match') ?? null, headers.ETag)
  return answer(c, isKnown ? 304 : 200, isKnown ? null : body, { ...described, ...headers })
}

async function load(name: DocumentName): Promise<Stored> {
  const body = await readFile(createRequire(import.meta.url).resolve(`@commonhold/contract/${name}`))
  const digest = hash('sha1', body, 'base64url')
  return {
    plain: { body: new Uint8Array(body), headers: { ETag: `"${digest}"` } },
    compressed: {
      body: new Uint8Array(await promisify(gzip)(body)),
      headers: { ETag: `"${digest}-gzip"`, 'Content-Encoding': 'gzip' },
    },
  }
}

/** True when `Accept-Encoding` contains gzip, or `*`, with a weight above zero (RFC 9110, 12.5.3). */
function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((entry) => {
      const [coding = '', weight = 'q=1'] = entry.toLowerCase().split(';')
      return [coding.trim(), Number(weight.replace(/^\s*q\s*=/, ''))]
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
