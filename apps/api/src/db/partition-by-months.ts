import type postgres from 'postgres'
import { decodeTime } from 'ulidx'
import { firstIdAt, monthOf } from './months.ts'
import { copyAccess, defaultPartitionOf, partitionsOf, securePartition } from './partitions.ts'
import { RUNTIME_ROLE, type Step } from './tenancy.ts'

/**
 * Partitions a table whose key is a ULID by months, so that an old month can be dropped as a whole instead of row by row. The
 * existing table becomes the first partition, so no row is copied. A check constraint on its ids is validated before, while
 * requests are served, so no row is read under a lock. Each stage is skipped if it is done already. The new table takes over the
 * name, so that requests and the previous release continue. The SQL of the step sets its row level security and grants.
 */
export async function partitionByMonths(
  client: postgres.Sql,
  { subject: table, sql: secure }: Step,
): Promise<void> {
  if ((await partitionsOf(client, table)).length > 0) return
  const check = `${table}__id__first_partition`
  await client.begin((tx) => addCheck(tx, table, check))
  const [former] =
    await client`select current_setting('lock_timeout') as timeout, set_config('lock_timeout', '0', false)`
  try {
    await client`alter table ${client(table)} validate constraint ${client(check)}`
  } finally {
    await client`select set_config('lock_timeout', ${former?.timeout}, false)`
  }
  await client.begin((tx) => replaceTable(tx, table, check, secure))
}

const endIn = async (sql: postgres.Sql | postgres.TransactionSql, table: string, check: string) => {
  const [found] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = to_regclass(${`public.${table}`}) and conname = ${check}`
  return /'(\w+)'/.exec(found?.definition ?? '')?.[1]
}

/** Adds the upper bound of the first partition: the end of next month, so that new rows fit even if this start is interrupted. */
async function addCheck(tx: postgres.TransactionSql, table: string, check: string): Promise<void> {
  if (await endIn(tx, table, check)) return
  const [found] = await tx<{ is_forced: boolean }[]>`
    select relforcerowsecurity as is_forced from pg_class where oid = to_regclass(${`public.${table}`})`
  await tx`alter table ${tx(table)} no force row level security`
  const [last] = await tx<{ id: string | null }[]>`select max(id) as id from ${tx(table)}`
  const latest = Math.max(Date.now(), last?.id ? decodeTime(last.id) : 0)
  const end = firstIdAt(monthOf(new Date(latest), 2))
  await tx.unsafe(`alter table "${table}" add constraint "${check}" check (id < '${end}') not valid`)
  if (found?.is_forced) await tx`alter table ${tx(table)} force row level security`
}

/** Renames the table, creates a partitioned table under the old name, and attaches the renamed one as its first partition. */
async function replaceTable(
  tx: postgres.TransactionSql,
  table: string,
  check: string,
  secure: string,
): Promise<void> {
  await tx`lock table ${tx(table)} in access exclusive mode`
  const end = await endIn(tx, table, check)
  if (!end) throw new Error(`${table} has lost ${check} while it was partitioned`)
  const first = `${table}_first`
  const indexes = await tx<{ name: string; definition: string; key: string | null }[]>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition, pg_get_constraintdef(k.oid) as key
      from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k on k.conindid = c.oid
     where i.indrelid = to_regclass(${`public.${table}`})`
  await tx`alter table ${tx(table)} rename to ${tx(first)}`
  for (const { name } of indexes)
    await tx`alter index ${tx(name)} rename to ${tx(name.replace(table, first))}`
  await tx`create table ${tx(table)} (like ${tx(first)} including defaults including storage) partition by range (id)`
  for (const { name, definition, key } of indexes)
    await tx.unsafe(key ? `alter table "${table}" add constraint "${name}" ${key}` : definition)
  await tx.unsafe(
    `alter table "${table}" attach partition "${first}" for values from (minvalue) to ('${end}')`,
  )
  await tx.unsafe(`create table "${defaultPartitionOf(table)}" partition of "${table}" default`)
  await copyAccess(tx, first, table)
  await securePartition(tx, defaultPartitionOf(table), first)
  await tx`alter table ${tx(first)} no force row level security`
  await tx`alter table ${tx(first)} enable row level security`
  await tx`revoke all on ${tx(first)} from ${tx(RUNTIME_ROLE)}`
  for (const name of ['read', 'insert'])
    await tx`drop policy if exists ${tx(`${table}_${name}`)} on ${tx(first)}`
  await tx.unsafe(secure)
}
