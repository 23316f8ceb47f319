import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'

const mine = sql`tenant_id = ${tenantId}`

const insertFormer = sqlStatement<unknown>(sql`
  insert into issue_former_keys (tenant_id, key, issue_id) values (${tenantId}, ${sql.placeholder('key')}, ${sql.placeholder('issue_id')})
  on conflict do nothing`)

/** Stores the key of an issue that leaves its project, so that requests can still use this key for the issue. */
export const insertFormerKey = (tx: Transaction, key: string, issue_id: string) =>
  tx.run(insertFormer, { key, issue_id })

/** The issues with the given keys, with their present key. A former key counts only if no issue has it as its present key. */
const found = sql`
  select i.id, i.key from issues i where i.${mine} and i.key = any(${sql.placeholder('keys')}::text[])
  union
  select i.id, i.key from issue_former_keys f
    join issues i on i.tenant_id = f.tenant_id and i.id = f.issue_id
   where f.${mine} and f.key = any(${sql.placeholder('keys')}::text[])
     and not exists (select from issues p where p.${mine} and p.key = f.key)`

const named = sqlStatement<{ id: string; key: string }>(
  sql`select id, key from (${found}) named order by id desc`,
)

/** The id of the issue with a present or former key; of the newest issue, if several had the key. */
export const idOfKey = async (reader: Reader, key: string): Promise<string | undefined> =>
  (await reader.first(named, { keys: [key] }))?.id

/** The present keys of the issues with these present or former keys. Case does not matter. */
export async function presentKeys(reader: Reader, keys: readonly string[]): Promise<string[]> {
  const inUpperCase = keys.map((key) => key.toUpperCase())
  return (await reader.run(named, { keys: inUpperCase })).map(({ key }) => key)
}
