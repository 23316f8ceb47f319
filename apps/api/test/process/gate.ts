import type { ConnectionTarget } from '@commonhold/embedded-postgres'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'
import { dropDatabase } from '../drop-database.ts'
import { startProxy } from './proxy.ts'

/** A way to a database over TCP that can be shut. */
export interface Gate {
  /** `DATABASE_URL` of the owner, by way of the gate. */
  readonly url: string
  readonly password: string
  readonly database: string
  /** As the owner, past the gate. */
  readonly sql: postgres.Sql
  /** Lets connections through. */
  open(): Promise<void>
  /** Refuses new connections and cuts off those there are, as a restart does. */
  shut(): Promise<void>
  /** Keeps connections, and lets nothing through any more. */
  swallow(): void
}

/** An empty database of the test's own, with a gate in front of it that is still shut. */
export const emptyDatabase = (): Promise<Gate> => databaseFrom('template1')

/** Likewise a migrated one, for tests of what comes after the migrations: as a former start left it. */
export const migratedDatabase = (): Promise<Gate> => databaseFrom('template_commonhold')

async function databaseFrom(template: string): Promise<Gate> {
  const { owner } = inject('cluster')
  const admin = postgres({ ...owner, database: 'postgres', max: 1, onnotice: () => {} })
  const database = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  await admin.unsafe(`create database ${database} template ${template} strategy file_copy`)
  onTestFinished(async () => {
    await dropDatabase(admin, database)
    await admin.end({ timeout: 1 })
  })
  return gateTo({ ...owner, database })
}

/** A gate, still shut, in front of a database. */
export async function gateTo(target: ConnectionTarget): Promise<Gate> {
  const { user, password, database } = target
  const sql = postgres({ ...target, max: 2, onnotice: () => {} })
  const proxy = await startProxy(target)
  onTestFinished(async () => {
    await proxy.shut()
    await sql.end({ timeout: 1 })
  })
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${database}`
  return { url, password, database, sql, open: proxy.open, shut: proxy.shut, swallow: proxy.swallow }
}
