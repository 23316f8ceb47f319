import { sql } from 'drizzle-orm'
import type postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { openClient } from '../../src/db/database.ts'
import { fill, sqlStatement } from '../../src/db/statement.ts'
import { createDatabase, type TestDatabase } from '../database.ts'

async function connected(
  settings: Record<string, string> = {},
): Promise<{ client: postgres.Sql; database: TestDatabase }> {
  const database = await createDatabase()
  const client = openClient(database.runtime, 1, settings)
  onTestFinished(async () => {
    await client.end({ timeout: 1 })
    await database.drop()
  })
  return { client, database }
}

test('lists are sent and returned as they are', async () => {
  const { client } = await connected()
  const texts = [
    '',
    'a',
    'null',
    'NULL',
    'a,b',
    ' {} ',
    '"quoted"',
    'back\\slash',
    '\\"',
    'two\nlines',
    'ü😀',
  ]
  const { text, parameters } = sqlStatement(
    sql`select ${sql.placeholder('texts')}::text[] as texts, ${sql.placeholder('none')}::text[] as none,
      ${sql.placeholder('numbers')}::int[] as numbers, array[jsonb_build_object('key', ${sql.placeholder('one')}::text), 'null'] as documents,
      array['10.0.0.0/8'::cidr] as networks`,
  )
  const values = fill(parameters, { texts, none: [], numbers: [1, -20], one: '{"\\' }, 'no tenant')
  expect([...(await client.unsafe(text, values))]).toEqual([
    {
      texts,
      none: [],
      numbers: [1, -20],
      documents: [{ key: '{"\\' }, null],
      networks: ['10.0.0.0/8'],
    },
  ])
})

test('every kind of list in a table, or that a function returns, is returned as a list', async () => {
  const { client, database } = await connected()
  const kinds = await database.sql<{ name: string }[]>`
    select distinct format_type(of.oid, null) as name from pg_type of
    where of.typcategory = 'A' and (
      exists (select from pg_attribute a join pg_class c on c.oid = a.attrelid
        where a.atttypid = of.oid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not a.attisdropped)
      or exists (select from pg_proc p where p.prorettype = of.oid and p.pronamespace = 'public'::regnamespace))`
  expect(kinds.map(({ name }) => name)).toContain('text[]')
  for (const { name } of kinds) {
    const [row] = await client.unsafe(`select '{}'::${name} as list`)
    expect([name, row?.list]).toEqual([name, []])
  }
})

test('an error while a connection opens is one of the query that opened it, and of nothing else', async () => {
  const { client } = await connected({ statement_timeout: '1ms' })
  await expect(client.unsafe('select pg_sleep(1)')).rejects.toMatchObject({ code: '57014' })
})
