import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type postgres from 'postgres'

/** One statement of a file of online steps. */
interface OnlineStatement {
  readonly text: string
  /** True when the statement need not run. Drops an index whose build was interrupted, so that it is built again. */
  isDone(client: postgres.Sql): Promise<boolean>
}

const INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+"?(\w+)"?\s/i
const VALIDATION = /^alter\s+table\s+"?(\w+)"?\s+validate\s+constraint\s+"?(\w+)"?$/i

/**
 * Runs statements that take too long for a migration and must not block requests: `create index concurrently`, and the validation
 * of constraints. Each runs outside of a transaction, and is skipped if it is done already, so that an interrupted start can be
 * repeated. The files in `folder` have these statements, separated by semicolons.
 */
export async function applyOnlineSteps(client: postgres.Sql, folder: string): Promise<void> {
  const statements = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .flatMap((name) => statementsIn(readFileSync(join(folder, name), 'utf8')))
  for (const { text, isDone } of statements) {
    if (await isDone(client)) continue
    // No time limit: the statement waits for earlier transactions, but does not block others.
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
  throw new Error(`An online step must be \`create index concurrently\` or \`validate constraint\`: ${text}`)
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
