import type postgres from 'postgres'

/** A client of postgres.js, or a transaction. */
export type Queries = postgres.Sql | postgres.TransactionSql

/** A table of the service with its columns, except generated ones. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** The tables of the service, without partitions. */
export function storedTables(sql: Queries): Promise<StoredTable[]> {
  return sql<StoredTable[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by c.relname order by c.relname`
}

/** The number of rows of a table, and a sum of the hashes of their text, which does not depend on their order. */
export interface Checksum {
  readonly rows: number
  readonly sum: string
}

/**
 * The checksum of a table. Checksums can be compared only if both connections use the same time zone. The column `xid` is left
 * out, because transaction ids differ between servers.
 */
export async function checksumOf(sql: Queries, { name, columns }: StoredTable): Promise<Checksum> {
  const [row] = await sql<[{ rows: string; sum: string }]>`
    select count(*)::text as rows, coalesce(sum(hashtextextended(r::text, 0)::numeric), 0)::text as sum
      from (select ${sql(columns.filter((column) => column !== 'xid'))} from ${sql(name)}) r`
  return { rows: Number(row.rows), sum: row.sum }
}
