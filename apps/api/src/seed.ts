import type postgres from 'postgres'
import { areas } from './areas.ts'
import { grantNewTables } from './backup/backup-role.ts'
import { installJobs } from './jobs/job-schema.ts'

/**
 * Creates the tables of jobs, lets the backup role read new tables, and inserts the seeds, in the transaction of the
 * migration. Existing rows are not changed.
 */
export async function seed(sql: postgres.TransactionSql): Promise<void> {
  await installJobs(sql)
  await grantNewTables(sql)
  for (const { seed } of areas) await seed?.(sql)
}
