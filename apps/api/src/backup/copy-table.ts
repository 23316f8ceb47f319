import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'
import type { StoredTable } from './stored-tables.ts'

/** Copies all rows of a table into the table of the same name in another database. */
export async function copyTable(
  from: postgres.TransactionSql,
  to: postgres.TransactionSql,
  { name, columns }: StoredTable,
): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join()
  await to`alter table ${to(name)} disable trigger user`
  const rows = await from.unsafe(`copy (select ${list} from "${name}") to stdout`).readable()
  await pipeline(rows, await to.unsafe(`copy "${name}" (${list}) from stdin`).writable())
  // postgres.js pauses its socket while the stream is full, and resumes it only in `read`, which is not called after the end.
  rows._read(0)
  await to`alter table ${to(name)} enable trigger user`
}
