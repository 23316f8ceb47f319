import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/kernel/embedded/start-embedded.ts'
import { migrate } from '../src/kernel/migrate.ts'
import { seed } from '../src/seed.ts'
import { tables } from '../src/tables.ts'
import type { TestCluster } from './database.ts'

/**
 * One PostgreSQL for the whole run, with a migrated database to clone: in memory where the machine has a memory
 * disk. `TEST_DATABASE_URL` names another server (its user must be allowed to create databases and roles).
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  return given ? useServer(project, given) : startServer(project)
}

async function startServer(project: TestProject) {
  const base = await stat('/dev/shm').then(
    () => '/dev/shm',
    () => tmpdir(),
  )
  const dataDir = await mkdtemp(join(base, 'commonhold-test-'))
  const cluster = await startEmbedded({ dataDir, durable: false, database: 'template_commonhold' })
  await prepare(project, { owner: cluster.owner, runtime: cluster.runtime })
  return async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function useServer(project: TestProject, given: string) {
  const url = new URL(given)
  const address = {
    host: url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
  const admin = postgres({ ...address, database: url.pathname.slice(1), max: 1, onnotice: () => {} })
  await admin`drop database if exists template_commonhold with (force)`
  await admin`create database template_commonhold`
  const target = { ...address, database: 'template_commonhold' }
  await prepare(project, { owner: target, runtime: target })
  return async () => {
    await admin`drop database if exists template_commonhold with (force)`
    await admin.end({ timeout: 1 })
  }
}

async function prepare(project: TestProject, cluster: TestCluster) {
  await migrate(cluster.owner, tables, seed)
  project.provide('cluster', cluster)
}

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster
  }
}
