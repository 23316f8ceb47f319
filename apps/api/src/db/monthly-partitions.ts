import type postgres from 'postgres'
import { firstIdAt, monthName, monthOf } from './months.ts'
import { defaultPartitionOf, partitionsOf, securePartition } from './partitions.ts'

/** How many months after the current one get a partition in advance. */
const AHEAD = 3
/** The suffix of the name of a detached partition. */
const DETACHED = '_detached'

/**
 * Creates the partitions of this month and of the next ones. Rows that were written while a month had no partition are moved
 * there from the default partition. That locks the default partition briefly, but not the table.
 */
export async function addMonths(client: postgres.Sql, table: string, now: Date): Promise<void> {
  for (let after = 0; after <= AHEAD; after += 1) {
    const month = monthOf(now, after)
    const [from, to] = [firstIdAt(month), firstIdAt(monthOf(now, after + 1))]
    const partitions = await partitionsOf(client, table)
    if (partitions.some((one) => one.to !== null && one.from < to && from < one.to)) continue
    await client.begin((tx) => addPartition(tx, table, `${table}_${monthName(month)}`, from, to))
  }
}

async function addPartition(
  tx: postgres.TransactionSql,
  table: string,
  name: string,
  from: string,
  to: string,
) {
  const rest = defaultPartitionOf(table)
  await tx`create table ${tx(name)} (like ${tx(table)} including defaults including storage)`
  await tx`
    with moved as (delete from ${tx(rest)} where id >= ${from} and id < ${to} returning *)
    insert into ${tx(name)} select * from moved`
  await tx.unsafe(
    `alter table "${table}" attach partition "${name}" for values from ('${from}') to ('${to}')`,
  )
  await securePartition(tx, name, rest)
}

/**
 * Detaches and drops the partitions whose rows are all older than `before`; returns their names. First, `beforeDrop` is called
 * with the range of ids of each partition, to store what is still needed. Detaching locks the table briefly, dropping does
 * not. If the process ends in between, the next call drops the detached partition.
 */
export async function dropMonths(
  client: postgres.Sql,
  table: string,
  before: Date,
  beforeDrop: (from: string, to: string) => Promise<void>,
): Promise<string[]> {
  const limit = firstIdAt(before)
  const old = (await partitionsOf(client, table)).flatMap(({ name, from, to }) =>
    to !== null && to <= limit ? [{ name, from, to }] : [],
  )
  for (const { name, from, to } of old) {
    await beforeDrop(from, to)
    await client.begin(async (tx) => {
      await tx`alter table ${tx(table)} detach partition ${tx(name)}`
      await tx`alter table ${tx(name)} rename to ${tx(name + DETACHED)}`
    })
  }
  const detached = await client<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
       and starts_with(relname, ${`${table}_`}) and right(relname, ${DETACHED.length}::int) = ${DETACHED}`
  for (const { name } of detached) await client`drop table ${client(name)}`
  return old.map(({ name }) => name)
}
