import type postgres from 'postgres'

/**
 * Drops the foreign keys and non-unique indexes, fills the tables, and then creates indexes and keys again, which also checks every
 * row. That is ten times faster than with keys and indexes in place.
 */
export async function inBulk(
  sql: postgres.TransactionSql,
  tables: readonly string[],
  fill: () => Promise<unknown>,
): Promise<void> {
  const keys = await sql<{ drop: string; make: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint where contype = 'f' and conrelid = any(${tables}::text[]::regclass[])`
  const indexes = await sql<{ drop: string; make: string }[]>`
    select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as make
      from pg_index where not indisunique and indrelid = any(${tables}::text[]::regclass[])`
  for (const { drop } of [...keys, ...indexes]) await sql.unsafe(drop)
  await fill()
  for (const { make } of [...indexes, ...keys]) await sql.unsafe(make)
}
