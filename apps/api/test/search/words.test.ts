import { readFileSync } from 'node:fs'
import { getTableName } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { kinds } from '../../src/search/kinds.repository.ts'
import { searchTextOf } from '../../src/search/search-words.rules.ts'
import { newWord, oneOfEach, useSearchDesk } from './world.ts'

const desk = useSearchDesk()

const indexed = kinds.filter(({ searched }) => searched.by === 'index')

describe.each(indexed)('the words of the kind $type', ({ type, table }) => {
  test('are written by a trigger that fires for the columns that it reads', async () => {
    const triggers = await desk().service.database.sql<{ arguments: string; columns: string[] }[]>`
      select encode(t.tgargs, 'escape') as arguments,
             array(select a.attname::text from pg_attribute a where a.attrelid = t.tgrelid and a.attnum = any(t.tgattr)) as columns
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where t.tgrelid = ${getTableName(table)}::regclass and p.proname = 'commonhold_index_words' and t.tgenabled = 'O'`
    expect(triggers).toHaveLength(1)
    const [kind, titles = '', codes = ''] = triggers[0]?.arguments.split('\\000') ?? []
    expect(kind).toBe(type)
    expect(triggers[0]?.columns.toSorted()).toEqual([...titles.split(','), ...codes.split(',')].sort())
  })
})

test('the records of an earlier release get the words that this release would store', async () => {
  await oneOfEach(desk(), newWord())
  const migration = readFileSync(new URL('../../migrations/0017_search_words.sql', import.meta.url), 'utf8')
  const fills = migration.split('--> statement-breakpoint\n').filter((sql) => /^(--.*\n)?INSERT/.test(sql))
  expect(fills).toHaveLength(indexed.length)
  await desk().service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${desk().tenantId})`
    const stored = () => sql`select kind, word, record_id from search_words order by 1, 2, 3`
    const before = [...(await stored())]
    expect(new Set(before.map(({ kind }) => kind))).toEqual(new Set(indexed.map(({ type }) => type)))
    await sql`delete from search_words`
    for (const fill of fills) await sql.unsafe(fill)
    expect([...(await stored())]).toEqual(before)
  })
})

test.each([
  'Núñez',
  'ØYSTEIN  Straße',
  'mail01.example.com',
  '(new) [old]',
  '漢字 かな',
  'İstanbul ﬁsh',
  'a'.repeat(300),
  '🏫 school '.repeat(9),
  '-- ;',
])('%s is folded alike in the service and in the database', async (text) => {
  const rows = await desk().service.database.sql<{ word: string }[]>`
    select word from unnest(commonhold_words_of(array[${text}], '{}')) word`
  const stored = rows.map(({ word }) => word)
  const { q, words } = searchTextOf(text)
  expect(stored).toContain(`=${q}`)
  // The first word is found as the beginning of the whole text.
  for (const word of words.slice(1)) expect(stored).toContain(word)
})
