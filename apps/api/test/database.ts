import type { ConnectionTarget } from '@commonhold/embedded-postgres'
import postgres from 'postgres'
import { inject } from 'vitest'
import type { DatabaseTarget } from '../src/db/database.ts'
import { dropDatabase } from './drop-database.ts'

/** The server of a test run: how the owner and the runtime role connect to the template database. */
export interface TestCluster {
  readonly owner: ConnectionTarget
  readonly runtime: ConnectionTarget
}

/** A migrated database for one test file. */
export interface TestDatabase {
  readonly owner: DatabaseTarget
  readonly runtime: DatabaseTarget
  /** Runs SQL as the owner. Row level security is forced, so set `app.tenant_id` to reach the rows of a tenant. */
  readonly sql: postgres.Sql
  drop(): Promise<void>
}

/** Clones the migrated template database. */
export async function createDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await asOwner(cluster, 'postgres', (sql) =>
    sql.unsafe(`create database ${name} template template_commonhold strategy file_copy`),
  )
  const isOneRole = cluster.owner.user === cluster.runtime.user
  const owner = { ...cluster.owner, database: name, prepare: true, assumeRole: false }
  const sql = postgres({ ...cluster.owner, database: name, max: 2, onnotice: () => {} })
  return {
    owner,
    runtime: { ...cluster.runtime, database: name, prepare: true, assumeRole: isOneRole },
    sql,
    async drop() {
      await sql.end({ timeout: 1 })
      await asOwner(cluster, 'postgres', (admin) => dropDatabase(admin, name))
    },
  }
}

async function asOwner(
  cluster: TestCluster,
  database: string,
  work: (sql: postgres.Sql) => Promise<unknown>,
) {
  const sql = postgres({ ...cluster.owner, database, max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
