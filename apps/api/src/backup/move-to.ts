import type postgres from 'postgres'
import { Refusal } from '../base/refusal.ts'
import { defaultPartitionOf, type Partition, partitionsOf, securePartition } from '../db/partitions.ts'
import { copyTable } from './copy-table.ts'
import { settleLostJobs } from './lost-jobs.ts'
import { settlePositions } from './settling.ts'
import { type Checksum, checksumOf, type StoredTable, storedTables } from './stored-tables.ts'

/** How many tables and rows were copied. */
export interface Moved {
  readonly tables: number
  readonly rows: number
}

/**
 * Copies all rows into a newly migrated database, in one transaction of the target: drops foreign keys, deletes the seeds, copies
 * the rows, adds the keys again (which checks them), and compares the checksum of each table. An error rolls the target back; the
 * source is never changed. Both clients connect as the owner of their tables.
 */
export function copyDatabase(source: postgres.Sql, target: postgres.Sql): Promise<Moved> {
  return source
    .begin('isolation level repeatable read', async (from) => {
      await assertUnused(from)
      const tables = await storedTables(from)
      // Undone by the rollback of the source.
      await unforce(from, tables)
      const moved = await target.begin((to) => fill(from, to, tables))
      throw new RolledBack(moved)
    })
    .catch((error: unknown) => {
      if (error instanceof RolledBack) return error.moved
      throw error
    })
}

/** Thrown to roll back the transaction on the source; carries the result. */
class RolledBack extends Error {
  readonly moved: Moved
  constructor(moved: Moved) {
    super('rolled back')
    this.moved = moved
  }
}

/** The message has only user names: PostgreSQL hides the queries and programs of other roles' sessions. */
async function assertUnused(from: postgres.TransactionSql): Promise<void> {
  const others = await from<{ user: string; sessions: number }[]>`
    select usename as user, count(*)::int as sessions from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usename is not null
       and coalesce(backend_type, 'client backend') = 'client backend' group by 1 order by 1`
  if (others.length > 0)
    throw new Refusal(
      `Other sessions use the database (${others.map(({ user, sessions }) => `${sessions} of ${user}`).join(', ')}): stop the service and end them, so that nothing is written meanwhile`,
    )
}

async function unforce(sql: postgres.TransactionSql, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables) await sql`alter table ${sql(name)} no force row level security`
}

async function fill(
  from: postgres.TransactionSql,
  to: postgres.TransactionSql,
  tables: readonly StoredTable[],
): Promise<Moved> {
  await assertSameTables(to, tables)
  await assertNoUsers(to)
  const forced = await to<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`
  await unforce(to, tables)
  const addKeys = await dropForeignKeys(to)
  await to`truncate ${to(tables.map(({ name }) => name))}`
  await copyPartitions(from, to)
  for (const table of tables) await copyTable(from, to, table)
  for (const statement of addKeys) await to.unsafe(statement)
  let rows = 0
  for (const table of tables) rows += (await assertSame(from, to, table)).rows
  await settlePositions(to)
  await settleLostJobs(to)
  for (const { name } of forced) await to`alter table ${to(name)} force row level security`
  return { tables: tables.length, rows }
}

async function assertSameTables(to: postgres.TransactionSql, tables: readonly StoredTable[]): Promise<void> {
  if (JSON.stringify(await storedTables(to)) !== JSON.stringify(tables))
    throw new Refusal(
      'The two databases have different tables: start this release on the data once, then stop it',
    )
}

async function assertNoUsers(to: postgres.TransactionSql): Promise<void> {
  const [row] = await to`select count(*)::int as users from users`
  if (row?.users > 0)
    throw new Refusal('The target database already has accounts: use one that no service has used')
}

/** Drops the foreign keys; returns the statements that add them again. */
async function dropForeignKeys(to: postgres.TransactionSql): Promise<string[]> {
  const keys = await to<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`
  for (const { drop } of keys) await to.unsafe(drop)
  return keys.map(({ add }) => add)
}

/** Gives partitioned tables the partitions that they have in the source. */
async function copyPartitions(from: postgres.TransactionSql, to: postgres.TransactionSql): Promise<void> {
  const partitioned = await from<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'p'`
  for (const { name: table } of partitioned) {
    const rest = defaultPartitionOf(table)
    const isMonth = ({ to: end }: Partition) => end !== null
    for (const { name } of (await partitionsOf(to, table)).filter(isMonth)) await to`drop table ${to(name)}`
    for (const partition of (await partitionsOf(from, table)).filter(isMonth)) {
      const begin = partition.from === '' ? 'minvalue' : `'${partition.from}'`
      await to.unsafe(
        `create table "${partition.name}" partition of "${table}" for values from (${begin}) to ('${partition.to}')`,
      )
      await securePartition(to, partition.name, rest)
    }
  }
}

async function assertSame(
  from: postgres.TransactionSql,
  to: postgres.TransactionSql,
  table: StoredTable,
): Promise<Checksum> {
  const [was, is] = [await checksumOf(from, table), await checksumOf(to, table)]
  if (was.rows !== is.rows || was.sum !== is.sum)
    throw new Error(`${table.name}: ${is.rows} rows arrived of ${was.rows}, or their content differs`)
  return is
}
