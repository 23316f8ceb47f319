import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionTarget } from '@commonhold/embedded-postgres'
import { query, scratchFolder, started } from '@commonhold/embedded-postgres/testing'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { RUNTIME_ROLE } from '../../src/db/tenancy.ts'
import { startService } from '../service.ts'

const METRIC = 'commonhold_database_oldest_transaction_seconds'
const PASSWORD = 'a password'

/** A service with a separate owner, whose runtime login is `login`. `open` connects as a role; `seconds` reads the metric. */
async function serviceOf(login: string) {
  const dataDir = scratchFolder()
  const { owner } = await started(dataDir)
  const { postgres: password } = JSON.parse(readFileSync(join(dataDir, 'passwords.json'), 'utf8'))
  const admin = { ...owner, user: 'postgres', password, database: 'postgres' }
  await query(admin, async (sql) => {
    await sql.unsafe(`drop role ${RUNTIME_ROLE}`)
    await sql.unsafe(`create role solo login createrole password '${PASSWORD}'`)
    await sql.unsafe('create database solo owner solo')
    if (login === 'solo') return
    await sql.unsafe(`create role ${RUNTIME_ROLE} nologin; grant ${RUNTIME_ROLE} to solo`)
    await sql.unsafe(
      `create role ${login} login noinherit password '${PASSWORD}'; grant ${RUNTIME_ROLE} to ${login}`,
    )
  })
  const targets: Record<string, ConnectionTarget> = {
    superuser: { ...admin, database: 'solo' },
    solo: { ...owner, user: 'solo', password: PASSWORD, database: 'solo' },
    [login]: { ...owner, user: login, password: PASSWORD, database: 'solo' },
  }
  const open = (role: string) => {
    const sql = postgres({ ...targets[role], max: 1, onnotice: () => {} })
    onTestFinished(() => sql.end({ timeout: 1 }))
    return sql
  }
  const service = await startService(
    { METRICS_PORT: '0' },
    {
      owner: { ...targets.solo, prepare: true, assumeRole: false },
      runtime: { ...targets[login], prepare: true, assumeRole: true },
      sql: open('solo'),
      drop: async () => {},
    },
  )
  onTestFinished(() => service.stop())
  const seconds = async (): Promise<number | null> => {
    const text = await (await fetch(service.metricsAddress ?? '')).text()
    const value = new RegExp(`^${METRIC} (.*)$`, 'm').exec(text)?.[1]
    return value === undefined ? null : Number(value)
  }
  return { open, seconds }
}

test.each([
  { login: 'solo', of: 'the only login', holder: 'solo' },
  { login: 'serving', of: 'the login that serves', holder: 'serving' },
  { login: 'serving', of: 'the owner beside it', holder: 'solo' },
])('a transaction of $of that stays open is seen', async ({ login, holder }) => {
  const { open, seconds } = await serviceOf(login)
  expect(await seconds()).toBeLessThan(1)
  await open(holder).begin(async (tx) => {
    await tx`select pg_sleep(1.1)`
    expect(await seconds()).toBeGreaterThan(1)
  })
})

test('where sessions are hidden and no transaction is seen, the number is left out, until the owner is shown all', async () => {
  const { open, seconds } = await serviceOf('solo')
  const superuser = open('superuser')
  await superuser.begin(async (tx) => {
    await tx`select pg_sleep(1.1)`
    await expect.poll(seconds).toBeNull()
    await open('superuser')`grant pg_read_all_stats to solo`
    await expect.poll(seconds).toBeGreaterThan(1)
  })
})
