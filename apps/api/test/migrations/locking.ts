import postgres from 'postgres'

/** Tables that never have more than a few thousand rows: reading or rewriting one takes an instant. */
const smallTables = [
  'tenants',
  'signing_keys',
  // Mails are deleted a week after they were sent.
  'mail_outbox',
]

/** A statement after such a comment, which gives the reason, is allowed. */
const ALLOWED = /^\s*--\s*locks shortly: \S/im

/**
 * Disables index access and joins, so that every read starts a sequential scan, which PostgreSQL counts even if the table is
 * empty. A nested loop always scans its outer table. Other joins may skip it if the inner table is empty.
 */
const everyReadScans = ['indexscan', 'indexonlyscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((name) => `set local enable_${name} = off`)
  .join('; ')

/** The state of a table within the transaction. */
interface Table {
  readonly id: number
  readonly name: string
  readonly columns: readonly string[]
  /** The name of its file, which a rewrite changes. */
  readonly file: string
  readonly scans: number
  /** Whether the transaction has the lock for writing rows, even if it wrote none. */
  readonly isWritten: boolean
}

/**
 * Runs a migration in the schema before it, and returns what is wrong with it: statements that take long on a large table, or
 * break the previous release. It observes the effects of a statement, not its text: scans that start (of a query, for the check
 * of a constraint, to build an index), replaced files, locks for writing rows, dropped columns and tables. So large tables need
 * no rows. Small tables do: a statement may go through them and do its work for each row.
 *
 * The type of a lock does not matter: the migrations of an upgrade run in one transaction, which keeps every lock until its
 * end. Therefore no statement may take long, not even a read.
 */
export async function lockingStatements(tx: postgres.TransactionSql, migration: string): Promise<string[]> {
  await tx.unsafe(everyReadScans)
  let before = await tablesOf(tx)
  const large = new Set(before.flatMap(({ id, name }) => (smallTables.includes(name) ? [] : [id])))
  const found: string[] = []
  for (const text of migration.split('--> statement-breakpoint')) {
    const outcome = await tx
      .savepoint((step) => step.unsafe(text))
      .catch((error: unknown) => {
        if (error instanceof postgres.PostgresError) return error
        throw error
      })
    const after = await tablesOf(tx)
    const wrong =
      outcome instanceof postgres.PostgresError
        ? [`does not run: ${outcome.message}`]
        : before.flatMap((table) => changesOf(table, after, large.has(table.id)))
    // This takes only an instant, but no migration needs it.
    if ('command' in outcome && outcome.command === 'LOCK TABLE') wrong.push('locks a table as a whole')
    const statement = text.replaceAll(/^\s*--.*$/gm, '').trim()
    if (!ALLOWED.test(text)) found.push(...wrong.map((one) => `${statement.slice(0, 120)}: ${one}`))
    before = after
  }
  return found
}

function tablesOf(tx: postgres.TransactionSql): Promise<Table[]> {
  return tx<Table[]>`
    with columns as materialized (
      select attrelid, array_agg(attname::text) as names from pg_attribute where attnum > 0 and not attisdropped group by attrelid
    ), written as materialized (
      select relation from pg_locks where pid = pg_backend_pid() and mode = 'RowExclusiveLock'
    )
    select oid::int as id, relname as name, coalesce(names, '{}') as columns, relfilenode::text as file,
           pg_stat_get_xact_numscans(oid)::int as scans, oid in (select relation from written) as "isWritten"
      from pg_class left join columns on attrelid = oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
}

/** The changes of a statement to a table that break or block the previous release. */
function changesOf(table: Table, tables: readonly Table[], isLarge: boolean): string[] {
  const now = tables.find(({ id }) => id === table.id)
  const used = 'the release before still uses it; drop it two releases later, with the comment'
  if (now?.name !== table.name) return [`${table.name} is gone: ${used}`]
  const gone = table.columns.find((column) => !now.columns.includes(column))
  if (gone !== undefined) return [`${table.name}.${gone} is gone: ${used}`]
  if (!isLarge) return []
  if (now.file !== table.file)
    return [
      `rewrites ${table.name}: use a new column whose value is the same for all rows, and let a job of the workers fill it`,
    ]
  if (now.isWritten && !table.isWritten)
    return [
      `writes rows of ${table.name}: let a job of the workers change them, some at a time (CONTRIBUTING.md, Migrations)`,
    ]
  if (now.scans > table.scans)
    return [
      `reads all of ${table.name}: build the index, or validate what is \`not valid\` here, in a file of the same name in migrations/online`,
    ]
  return []
}
