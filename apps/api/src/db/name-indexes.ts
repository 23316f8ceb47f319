import type postgres from 'postgres'
import { NAME_COLLATION } from './collation.ts'

/** Throws when the database cannot sort names with ICU. It is called before anything is changed. */
export async function assertIcu(client: postgres.Sql): Promise<void> {
  const [database] = await client`select current_setting('server_encoding') as encoding`
  if (database?.encoding !== 'UTF8')
    throw new Error(
      `The encoding of the database is ${database?.encoding}. Create it with \`encoding 'UTF8' template template0\`.`,
    )
  const [icu] = await client`select from pg_collation where collprovider = 'i' limit 1`
  if (!icu)
    throw new Error(
      'This PostgreSQL was built without ICU, by which names are sorted. Use one that was built with it, or the embedded one.',
    )
}

/** Rebuilds indexes that were built with another version of ICU, because it may sort differently. */
export async function rebuildNameIndexes(client: postgres.Sql): Promise<void> {
  const indexes = await client<{ name: string }[]>`
    select r.relname as name from pg_collation c
      join pg_index i on c.oid = any(i.indcollation) join pg_class r on r.oid = i.indexrelid
     where c.collname = ${NAME_COLLATION} and c.collversion is distinct from pg_collation_actual_version(c.oid)`
  if (indexes.length === 0) return
  for (const { name } of indexes) await client`reindex index ${client(name)}`
  await client`alter collation ${client(NAME_COLLATION)} refresh version`
}
