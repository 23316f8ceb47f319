import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { emptyDatabase } from './gate.ts'

const migrated = (url: string) =>
  migrate(
    { url },
    { kinds: { owned: [], catalogue: [], global: [], ledger: [], searched: [] }, functions: [], monthly: [] },
    async () => {},
  )

test('a PostgreSQL without ICU is refused before anything is changed', async () => {
  const gate = await emptyDatabase()
  const { sql } = gate
  await gate.open()
  await sql`create schema without_icu`
  await sql`create view without_icu.pg_collation as select * from pg_catalog.pg_collation where collprovider <> 'i'`
  await sql.unsafe(`alter database ${gate.database} set search_path = without_icu, public, pg_catalog`)
  await expect(migrated(gate.url)).rejects.toThrow('This PostgreSQL was built without ICU')
  expect(await sql`select from pg_tables where schemaname in ('public', 'drizzle')`).toHaveLength(0)
})

test('a database of another encoding is refused with the words that make a fitting one', async () => {
  const gate = await emptyDatabase()
  await gate.open()
  const database = `${gate.database}_ascii`
  await gate.sql.unsafe(`create database ${database} encoding 'SQL_ASCII' locale 'C' template template0`)
  onTestFinished(async () => {
    await gate.sql.unsafe(`drop database ${database} with (force)`)
  })
  const url = new URL(gate.url)
  url.pathname = database
  await expect(migrated(url.href)).rejects.toThrow("Create it with `encoding 'UTF8' template template0`")
})

test('indexes that another version of ICU has ordered are rebuilt at start, once', async () => {
  const gate = await emptyDatabase()
  const { sql } = gate
  await gate.open()
  await migrated(gate.url)
  await sql`drop collation commonhold_names cascade`
  await sql`create collation commonhold_names (provider = icu, locale = 'und', version = 'earlier')`
  await sql`create index schools_name on schools (tenant_id, name collate commonhold_names, id)`
  const state = async () => {
    const [found] = await sql`
      select pg_relation_filenode('schools_name'::regclass) as file,
             collversion = pg_collation_actual_version(oid) as is_current from pg_collation where collname = 'commonhold_names'`
    return found
  }
  const before = await state()
  expect(before?.is_current).toBe(false)
  await migrated(gate.url)
  const after = await state()
  expect([after?.is_current, after?.file === before?.file]).toEqual([true, false])
  await migrated(gate.url)
  expect(await state()).toEqual(after)
})
