import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { Refusal } from '../base/refusal.ts'
import { type Contents, contentsOf, openReader } from './contents.ts'
import { assertSeesAllRows } from './seeing-all-rows.ts'
import { STANDARD_STREAM } from './tenant-file.ts'

const manifestSchema = z.object({
  format: z.literal('commonhold-backup'),
  version: z.literal(1),
  taken_at: z.string(),
  objects: z.record(z.string(), z.string()),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sum: z.string() }),
  ),
})

/** The contents of a backup, and when it was created. */
export interface Manifest extends Contents {
  readonly format: 'commonhold-backup'
  readonly version: 1
  readonly taken_at: string
}

/**
 * Creates the manifest of a backup: what the database contains in one snapshot. `dump` gets the name of the snapshot, for
 * `pg_dump --snapshot`; the snapshot is valid until `dump` resolves.
 */
export async function createManifest(
  url: string,
  dump: (snapshot: string) => Promise<unknown>,
): Promise<Manifest> {
  const sql = openReader(url, 'original')
  try {
    return await sql.begin('isolation level repeatable read read only', async (tx) => {
      await assertSeesAllRows(tx, 'original')
      // No timeouts: the transaction stays open as long as the dump takes.
      await tx`
        select set_config(name, '0', true) from pg_settings
         where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`
      const [row] = await tx<[{ snapshot: string; taken_at: string }]>`
        select pg_export_snapshot() as snapshot, now()::text as taken_at`
      const [contents] = await Promise.all([contentsOf(tx), dump(row.snapshot)])
      return { format: 'commonhold-backup', version: 1, taken_at: row.taken_at, ...contents }
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Reads the manifest of a backup from a file, or from standard input (`-`); rejects with a `Refusal` if it is none. */
export async function readManifest(path: string): Promise<Manifest> {
  const reading = path === STANDARD_STREAM ? text(process.stdin) : readFile(path, 'utf8')
  const content = await reading.catch((error: Error) => {
    throw new Refusal(`The manifest cannot be read: ${error.message}`)
  })
  try {
    return manifestSchema.parse(JSON.parse(content))
  } catch {
    throw new Refusal(`${path} is not a complete manifest of a backup`)
  }
}
