import type { RecordType } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type Statement, sqlStatement } from '../db/statement.ts'
import { StatementCache } from '../db/statement-cache.ts'
import { tenantId } from '../db/tenant.ts'
import { constant, type Kind } from './kind.repository.ts'
import { inIndex, inRows } from './search-branches.repository.ts'

/** A record that a search found; `rank`: 0 = exact, 1 = prefix, 2 = words. */
export interface Found {
  readonly type: RecordType
  readonly id: string
  readonly title: string | null
  readonly subtitle: string | null
  readonly rank: number
}

/** The maximum number of records of a kind in a result. It is a constant of the statement, so that PostgreSQL plans with it. */
const REACHES = [20, 100] as const

const statements = new StatementCache<Found>()

/** One statement that searches all the kinds, for at least `limit` records of each, the best of each kind first. */
export function searchStatement(
  kinds: readonly Kind[],
  limit: number,
  hasOneWord: boolean,
): Statement<Found> {
  const reach = REACHES.find((one) => one >= limit) ?? limit
  const key = `${reach} ${hasOneWord} ${kinds.map(({ type }) => type).join()}`
  return statements.shaped(key, () => sqlStatement<Found>(searching(kinds, reach, hasOneWord)))
}

function searching(kinds: readonly Kind[], reach: number, hasOneWord: boolean): SQL {
  const branches = kinds.map((kind) =>
    kind.searched.by === 'index'
      ? inIndex(kind, reach, hasOneWord)
      : inRows(kind, kind.searched.texts, reach),
  )
  return sql`${withPermissions(kinds)} ${sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  )}`
}

/** A CTE with the permissions to read the kinds, and whether the caller has each in the tenant or in any project. */
function withPermissions(kinds: readonly Kind[]): SQL {
  const needed = new Set(kinds.flatMap(({ readers }) => readers.permission ?? []))
  return sql`
  with permitted as materialized (
    select in_tenant.permission, in_tenant.everywhere,
           case when in_tenant.everywhere then true else commonhold_reads_in(${tenantId}, array[in_tenant.permission], '*') end as anywhere
      from (select permission, commonhold_reads_in(${tenantId}, array[permission], null) as everywhere
              from unnest(${constant(`{${[...needed].join()}}`)}::text[]) permission offset 0) in_tenant)`
}
