import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'

/** What one statement of a step makes, and whether it is there. */
interface OnlineStatement {
  readonly text: string
  /** Whether it is done; an index that was interrupted while it was built is dropped first. */
  isDone(client: postgres.Sql): Promise<boolean>
}

const INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?\s/i
const VALIDATION = /^alter\s+table\s+"?(\w+)"?\s+validate\s+constraint\s+"?(\w+)"?$/i

/**
 * Runs what migrations leave for later, because it takes long and must not lock: indexes that are built concurrently, and the
 * validation of constraints. One statement at a time, outside of a transaction; each is skipped when it is done, so that a
 * start that was interrupted is repeated. `folder` has files of such statements, separated by semicolons.
 */
export async function applyOnlineSteps(client: postgres.Sql, folder: string): Promise<void> {
  const statements = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .flatMap((name) => statementsIn(readFileSync(join(folder, name), 'utf8')))
  for (const { text, isDone } of statements) {
    if (await isDone(client)) continue
    // It waits for transactions that began before, without keeping others from the table.
    const [former] =
      await client`select current_setting('lock_timeout') as timeout, set_config('lock_timeout', '0', false)`
    try {
      await client.unsafe(text)
    } finally {
      await client`select set_config('lock_timeout', ${former?.timeout}, false)`
    }
  }
}

function statementsIn(file: string): OnlineStatement[] {
  const texts = file.replaceAll(/^\s*--.*$/gm, '').split(';')
  return texts
    .map((text) => text.trim())
    .filter(Boolean)
    .map(statementOf)
}

function statementOf(text: string): OnlineStatement {
  const [, index] = INDEX.exec(text) ?? []
  if (index !== undefined) return { text, isDone: (client) => isBuilt(client, index) }
  const [, table = '', constraint] = VALIDATION.exec(text) ?? []
  if (constraint !== undefined) return { text, isDone: (client) => isValidated(client, table, constraint) }
  throw new Error(
    `A step beside the migrations builds an index concurrently or validates a constraint: ${text}`,
  )
}

async function isBuilt(client: postgres.Sql, name: string): Promise<boolean> {
  const [found] = await client`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${`public.${name}`})`
  if (found && !found.is_valid) await client`drop index concurrently if exists ${client(name)}`
  return found?.is_valid === true
}

async function isValidated(client: postgres.Sql, table: string, name: string): Promise<boolean> {
  const [found] = await client`
    select convalidated as is_valid from pg_constraint
     where conrelid = to_regclass(${`public.${table}`}) and conname = ${name}`
  return found?.is_valid === true
}
