import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type postgres from 'postgres'
import { RUNTIME_ROLE } from '../db/tenancy.ts'

/** The database schema with the tables of pg-boss, which stores the jobs. */
export const JOB_SCHEMA = 'pgboss'

/** Removes BEGIN and COMMIT from the library's SQL, because it runs within the transaction of the migration. */
const withoutTransaction = (plans: string) => plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')

/** Creates or upgrades the tables of jobs, which belong to the owner. The runtime role may only read and write their rows. */
export async function installJobs(sql: postgres.TransactionSql): Promise<void> {
  const [found] = await sql<{ installed: boolean }[]>`
    select to_regclass(${`${JOB_SCHEMA}.version`}) is not null as installed`
  const [present] = found?.installed
    ? await sql<{ version: number }[]>`select version from ${sql(JOB_SCHEMA)}.version`
    : []
  const plans = present
    ? migrationsAfter(present.version)
    : withoutTransaction(getConstructionPlans(JOB_SCHEMA))
  if (plans === '') return
  await sql.unsafe(plans)
  await sql.unsafe(`
    grant usage on schema ${JOB_SCHEMA} to ${RUNTIME_ROLE};
    grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to ${RUNTIME_ROLE}`)
}

/** The SQL that upgrades the tables from a version to that of this release; empty if they are as new or newer. */
function migrationsAfter(version: number): string {
  return version >= library.pgboss.schema ? '' : withoutTransaction(getMigrationPlans(JOB_SCHEMA, version))
}
