import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { visible } from '../projects/visibility.repository.ts'

const afterLast = sqlStatement<{ level: number }>(
  sql`select least(coalesce(max(level), 0) + 1, 100) as level from issue_priorities where ${visible('issue_priorities')}`,
)

/** The level below the lowest priority that is visible to the tenant; 100, the lowest possible level, at most. */
export const levelAfterLast = async (tx: Transaction): Promise<number> =>
  (await tx.first(afterLast))?.level ?? 1
