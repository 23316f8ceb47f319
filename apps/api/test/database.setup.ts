import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionTarget, startEmbedded } from '@commonhold/embedded-postgres'
import { startPostgres } from '@commonhold/embedded-postgres/other-release'
import { getTableName } from 'drizzle-orm'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.ts'
import { seed } from '../src/seed.ts'
import { schema } from '../src/tables.ts'
import type { TestCluster } from './database.ts'
import { dropDatabase } from './drop-database.ts'

const PLANS = 'plans_commonhold'

/**
 * Starts one PostgreSQL for the whole run, with a migrated template database. Its data is in memory if `/dev/shm` exists.
 * `TEST_POSTGRES` names the folder of another release's programs. `TEST_DATABASE_URL` names a server instead; its user
 * must be allowed to create databases and roles. With either of them, one role is both owner and runtime role.
 * `STATEMENTS_FOLDER` keeps the statements that the tests send.
 */
export default async function setup(project: TestProject) {
  const { STATEMENTS_FOLDER: statementsFolder } = process.env
  const folder = statementsFolder ?? (await mkdtemp(join(tmpdir(), 'commonhold-plans-')))
  project.provide('plans', { database: PLANS, folder })
  const stop = await startServer(project)
  return async () => {
    await stop()
    if (!statementsFolder) await rm(folder, { recursive: true, force: true })
  }
}

async function startServer(project: TestProject) {
  const { TEST_DATABASE_URL: url, TEST_POSTGRES: programs } = process.env
  if (url) return useServer(project, addressOf(new URL(url)))
  const base = await stat('/dev/shm').then(
    () => '/dev/shm',
    () => tmpdir(),
  )
  const dataDir = await mkdtemp(join(base, 'commonhold-test-'))
  const stop = programs ? await startOther(project, dataDir, programs) : await startOwn(project, dataDir)
  return async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOwn(project: TestProject, dataDir: string) {
  const cluster = await startEmbedded({ dataDir, durable: false, database: 'template_commonhold' })
  await prepare(project, { owner: cluster.owner, runtime: cluster.runtime })
  return () => cluster.stop()
}

async function startOther(project: TestProject, dataDir: string, programs: string) {
  const server = await startPostgres(dataDir, programs)
  try {
    const finish = await useServer(project, server.owner)
    return async () => {
      await finish()
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

function addressOf(url: URL): ConnectionTarget {
  return {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  }
}

async function useServer(project: TestProject, address: ConnectionTarget) {
  const admin = postgres({ ...address, max: 1, onnotice: () => {} })
  await dropDatabase(admin, 'template_commonhold')
  await admin`create database template_commonhold`
  const [server] = await admin`show server_version`
  process.stdout.write(`PostgreSQL ${server?.server_version}\n`)
  const target = { ...address, database: 'template_commonhold' }
  await prepare(project, { owner: target, runtime: target })
  return async () => {
    await dropDatabase(admin, PLANS)
    await dropDatabase(admin, 'template_commonhold')
    await admin.end({ timeout: 1 })
  }
}

async function prepare(project: TestProject, cluster: TestCluster) {
  await migrate(cluster.owner, schema, seed)
  await preparePlans(cluster)
  project.provide('cluster', cluster)
}

/** Creates the copy of the template in which statements are planned. No policy applies to the owner there, see `TenantPlans`. */
async function preparePlans({ owner }: TestCluster) {
  const admin = postgres({ ...owner, database: 'postgres', max: 1, onnotice: () => {} })
  await dropDatabase(admin, PLANS)
  await admin.unsafe(`create database ${PLANS} template template_commonhold strategy file_copy`)
  await admin.end({ timeout: 1 })
  const sql = postgres({ ...owner, database: PLANS, max: 1, onnotice: () => {} })
  const unforced = Object.values(schema.kinds)
    .flat()
    .map((table) => `alter table "${getTableName(table)}" no force row level security`)
  await sql.unsafe(unforced.join('; '))
  await sql.end({ timeout: 1 })
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster
    /** The database in which statements are planned, and the folder that records which statements have been checked. */
    plans: { readonly database: string; readonly folder: string }
  }
}
