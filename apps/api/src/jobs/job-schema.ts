import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type postgres from 'postgres'
import { RUNTIME_ROLE } from '../db/tenancy.ts'

/** The schema of the tables that pg-boss keeps jobs in. */
export const JOB_SCHEMA = 'pgboss'

/** The library's SQL opens a transaction of its own; here it is a part of ours. */
const withoutTransaction = (plans: string) => plans.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')

/** Makes the tables of jobs, or brings them up to date, as their owner. The runtime role reads and writes rows alone. */
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

/** The SQL from a version of the tables to that of this release; nothing where they are as new, or newer. */
function migrationsAfter(version: number): string {
  return version >= library.pgboss.schema ? '' : withoutTransaction(getMigrationPlans(JOB_SCHEMA, version))
}
