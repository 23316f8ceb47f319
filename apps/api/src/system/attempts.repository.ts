import { sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'

const at = sql.placeholder

const outcome = sqlStatement<{ outcome: string | null }>(
  sql`select pg_xact_status(${at('id')}::xid8) as outcome`,
)

const own = sqlStatement<{ id: string }>(sql`select pg_current_xact_id()::text as id`)

/** The state of a transaction: `committed`, `aborted` or `in progress`; null when PostgreSQL no longer knows it. */
export const outcomeOf = async (tx: Transaction, id: string): Promise<string | null> =>
  (await tx.first(outcome, { id }))?.outcome ?? null

/** The id of this transaction. */
export const ownTransaction = async (tx: Transaction): Promise<string | undefined> =>
  (await tx.first(own))?.id
