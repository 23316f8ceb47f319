import type postgres from 'postgres'
import { Refusal } from '../base/refusal.ts'

/**
 * Inserts rows, each of which is the text of a JSON object and is sent to the database unparsed. Rejects with a `Refusal` if the
 * condition is false for one of them; `$2` in the condition is the id of the tenant.
 */
export async function insertRows(
  tx: postgres.TransactionSql,
  table: string,
  columns: readonly string[],
  rows: readonly string[],
  condition: string,
  tenantId: string,
): Promise<void> {
  const names = columns.map((column) => `"${column}"`).join()
  const { count } = await tx.unsafe(
    `insert into "${table}" (${names})
     select ${names} from json_populate_recordset(null::"${table}", $1::text::json) where ${condition}`,
    [`[${rows.join()}]`, tenantId],
  )
  if (count !== rows.length)
    throw new Refusal(`Nothing was imported: rows of ${table} in the file belong to another tenant`)
}
