import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Catalogue } from './catalogue.ts'
import type { SentStatement } from './statements.ts'

/** A request of a release. `{{3/id}}` stands for the member `id` of the answer to request 3. */
export interface RecordedRequest {
  readonly n: number
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly status: number
  /** The members of the answer with their types, such as `items[].id string`. */
  readonly members: readonly string[]
}

/** The database objects and statements of a release, and the requests that its clients send. */
export interface Recording {
  /** The commit or tag. */
  readonly release: string
  /** The day of the recording. A replay moves the days in requests by the time since then. */
  readonly day: string
  readonly catalogue: Catalogue
  readonly statements: readonly SentStatement[]
  readonly requests: readonly RecordedRequest[]
}

const file = join(import.meta.dirname, 'previous-release.json.br')

/** The recording of the previous release. */
export const readRecording = (): Recording =>
  JSON.parse(brotliDecompressSync(readFileSync(file)).toString('utf8'))

/** Replaces the stored recording. Returns its size in bytes. */
export function writeRecording(recording: Recording): number {
  const bytes = brotliCompressSync(JSON.stringify(recording))
  writeFileSync(file, bytes)
  return bytes.length
}
