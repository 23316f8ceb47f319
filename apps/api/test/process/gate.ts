import type { ConnectionTarget } from '@commonhold/embedded-postgres'
import postgres from 'postgres'
import { inject, onTestFinished } from 'vitest'
import { dropDatabase } from '../drop-database.ts'
import { startProxy } from './proxy.ts'

/** A TCP proxy to a database that can be closed. */
export interface Gate {
  /** `DATABASE_URL` of the owner, through the gate. */
  readonly url: string
  readonly password: string
  readonly database: string
  /** A client of the owner that does not use the gate. */
  readonly sql: postgres.Sql
  /** Accepts connections. */
  open(): Promise<void>
  /** Refuses new connections and closes the existing ones, as a restart does. */
  shut(): Promise<void>
  /** Keeps connections open, but forwards nothing more. */
  swallow(): void
}

/** An empty database for one test, behind a closed gate. */
export const emptyDatabase = (): Promise<Gate> => databaseFrom('template1')

/** A migrated database for one test, as an earlier start left it, behind a closed gate. */
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

/** A closed gate in front of a database. */
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
