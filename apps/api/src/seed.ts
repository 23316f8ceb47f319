import type postgres from 'postgres'
import { areas } from './areas.ts'

/** Puts the seeds in, in the transaction of the migration. Rows that exist are left alone. */
export async function seed(sql: postgres.TransactionSql): Promise<void> {
  for (const { seed } of areas) await seed?.(sql)
}
