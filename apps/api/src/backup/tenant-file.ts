import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { Refusal } from '../base/refusal.ts'

/** The path that means standard output when a file is written, and standard input when one is read. */
export const STANDARD_STREAM = '-'

/** The version of the format of tenant files. */
export const FORMAT = 1

const headSchema = z.object({
  format: z.literal('commonhold-tenant'),
  version: z.number(),
  schema: z.object({ migrations: z.number(), digest: z.string() }),
  exported_at: z.string(),
  tenant: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  has_passwords: z.boolean(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
})

/** The first line of a file: its format, its tenant, and the tables in the order of the file, with the number of rows of each. */
export interface TenantFileHead extends z.infer<typeof headSchema> {}

/** Escapes U+2028 and U+2029, which JSON allows in strings: some programs end a line there. */
const withoutSeparators = (row: string) =>
  row.replace(/[\u2028\u2029]/g, (separator) => `\\u${separator.charCodeAt(0).toString(16)}`)

/**
 * Writes a gzip file: the head, one line for each row, and a last line with the number of rows and the SHA-256 of all lines
 * before. Returns the checksum. Rejects with a `Refusal` if the file exists or standard output fails: then there is no file to
 * remove.
 */
export async function writeTenantFile(
  path: string,
  head: TenantFileHead,
  rows: AsyncIterable<string>,
): Promise<string> {
  const sum = createHash('sha256')
  let checksum = ''
  async function* lines() {
    const first = `${JSON.stringify(head)}\n`
    sum.update(first)
    yield first
    let count = 0
    for await (const row of rows) {
      const line = `${withoutSeparators(row)}\n`
      sum.update(line)
      count += 1
      yield line
    }
    checksum = sum.digest('hex')
    yield `${JSON.stringify({ rows: count, sha256: checksum })}\n`
  }
  // Readable by its owner only; an existing file is not overwritten.
  const file =
    path === STANDARD_STREAM ? process.stdout : createWriteStream(path, { mode: 0o600, flags: 'wx' })
  await pipeline(Readable.from(lines()), createGzip(), file).catch((error: unknown) => {
    if (path === STANDARD_STREAM)
      throw new Refusal(
        `The export was not completed: ${error instanceof Error ? error.message : String(error)}`,
      )
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Refusal(`The file ${path} already exists: choose another name`)
    throw error
  })
  return checksum
}

const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

const damaged = (path: string) =>
  new Refusal(
    `${path === STANDARD_STREAM ? 'The input' : `The file ${path}`} is damaged or not complete, and nothing was imported: export the tenant again`,
  )

/** A file that is being read. `rows` rejects after the last row if the checksum differs. */
export interface TenantFile {
  readonly head: TenantFileHead
  readonly rows: AsyncGenerator<string>
}

/** Opens a file; rejects with a `Refusal` if it cannot be read or is not a tenant file. */
export async function readTenantFile(path: string): Promise<TenantFile> {
  const file = path === STANDARD_STREAM ? process.stdin : createReadStream(path)
  const unzipped = createGunzip()
  const piping = pipeline(file, unzipped)
  piping.catch(() => {})
  const lines = createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]()
  const next = async (): Promise<string | undefined> => {
    const line = await lines.next().catch(() => {
      throw damaged(path)
    })
    if (!line.done) return line.value
    await piping.catch(() => {
      throw damaged(path)
    })
    return undefined
  }
  const first = await Promise.race([
    next(),
    new Promise<never>((_, reject) => void piping.catch(reject)),
  ]).catch((error: unknown) => {
    if (error instanceof Refusal) throw error
    // An error of the file system, such as EACCES. A damaged file is an error of `next`.
    throw isSystemError(error) ? new Refusal(`The file cannot be read: ${error.message}`) : damaged(path)
  })
  const head = headOf(first)
  if (!head)
    throw new Refusal(`${path} was not written by \`export-tenant\`, or was written by a later release`)
  async function* rows(): AsyncGenerator<string> {
    const sum = createHash('sha256').update(`${first}\n`)
    let count = 0
    for (let row = await next(); ; ) {
      const following = await next()
      if (row === undefined) throw damaged(path)
      if (following === undefined) {
        if (row !== JSON.stringify({ rows: count, sha256: sum.digest('hex') })) throw damaged(path)
        return
      }
      sum.update(`${row}\n`)
      count += 1
      yield row
      row = following
    }
  }
  return { head, rows: rows() }
}

function headOf(line: string | undefined): TenantFileHead | undefined {
  try {
    const head = headSchema.parse(JSON.parse(line ?? ''))
    return head.version === FORMAT ? head : undefined
  } catch {
    return undefined
  }
}
