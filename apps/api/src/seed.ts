import type postgres from 'postgres'
import { areas } from './areas.ts'

/** Inserts the seeds, in the transaction of the migration. Existing rows are not changed. */
export async function seed(sql: postgres.TransactionSql): Promise<void> {
  for (const { seed } of areas) await seed?.(sql)
}
