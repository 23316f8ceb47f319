import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '../src/start-embedded.ts'
import { makeScratchFolder, query } from './scratch.ts'

const folder = makeScratchFolder()
const dataDir = join(folder, 'data')
let database: EmbeddedDatabase

beforeAll(async () => {
  database = await startEmbedded({ dataDir, database: 'other name', log: () => {} })
})

afterAll(async () => {
  await database.stop()
  rmSync(folder, { recursive: true })
})

describe('the database', () => {
  it('keeps its secrets and its socket to itself', async () => {
    for (const entry of readdirSync(dataDir)) {
      expect(`${entry} ${statSync(join(dataDir, entry)).mode & 0o077}`).toBe(`${entry} 0`)
    }
    const guess = query({ ...database.owner, password: 'guess' }, (sql) => sql`select 1`)
    await expect(guess).rejects.toMatchObject({ code: '28P01' })
  })

  it('has the settings that the service counts on', async () => {
    const rows = await query(database.owner, (sql) => sql`select name, setting from pg_settings`)
    const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
    expect(settings).toMatchObject({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      jit: 'off',
      listen_addresses: '',
      max_connections: '100',
      password_encryption: 'scram-sha-256',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
    })
  })

  it('has the name asked for, and knows letters beyond ASCII from dashes', async () => {
    const [row] = await query(
      database.owner,
      (sql) => sql`select current_database() as name, datlocale, lower('ÄÖ'),
                          to_tsvector('simple', 'Äpfel – Öl')::text as words
                   from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({ name: 'other name', datlocale: 'C.UTF-8', lower: 'äö', words: "'äpfel':1 'öl':2" })
  })
})

describe('the owner', () => {
  it('makes databases and roles without being a superuser', async () => {
    const roles = await query(
      database.owner,
      (sql) => sql`select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles
                   where rolname like 'commonhold%' order by rolname`,
    )
    const none = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }
    expect(roles).toEqual([
      { rolname: 'commonhold', ...none, rolcreatedb: true, rolcreaterole: true },
      { rolname: 'commonhold_app', ...none },
    ])
    await query(database.owner, (sql) => sql`create database copied template template0`)
  })

  it('can become the runtime role for a transaction', async () => {
    const user = query(database.owner, (sql) =>
      sql.begin(async (tx) => {
        await tx`set local role commonhold_app`
        return tx`select current_user::text as name`
      }),
    )
    expect(await user).toEqual([{ name: 'commonhold_app' }])
  })
})

describe('the runtime role', () => {
  it.each([
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create schema mine',
    'create database mine',
    'select * from note',
    'set role commonhold',
  ])('may not: %s', async (statement) => {
    await query(database.owner, (sql) => sql`create table if not exists note (body text)`)
    const refused = query(database.runtime, (sql) => sql.unsafe(statement))
    await expect(refused).rejects.toMatchObject({ code: '42501' })
  })
})
