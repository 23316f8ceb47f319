import { type Filter, hasNoCommas } from '@commonhold/contract'
import { getTableColumns, is, SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { newId } from '../../src/base/ids.ts'
import { createRecord, errorCodesIn, sampleOf } from './calls.ts'
import { asking, firstLists, furtherLists, idsOf, type List, lists, type Row, rowsOf } from './lists.ts'
import { isReferenceTo, shapeOf, valuesOf } from './schema-walk.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

const filled = new Map<string, Promise<Call>>()

/** A call of the list, filled once per list, with archived records. */
async function everythingOf(list: List): Promise<Call> {
  const known = filled.get(list.place) ?? list.fill(worlds.mine)
  filled.set(list.place, known)
  return asking(await known, list.collection.archivable ? { archived: 'include' } : {})
}

/** The rows of a list during one test, which writes nothing between its queries. */
const rowsOfTest = new Map<string, Promise<readonly Row[]>>()
afterEach(() => rowsOfTest.clear())

function allRowsOf(list: List): Promise<readonly Row[]> {
  const known =
    rowsOfTest.get(list.place) ?? everythingOf(list).then((call) => rowsOf(worlds.mine, list, call))
  rowsOfTest.set(list.place, known)
  return known
}

/** Expects that a query selects exactly the rows for which the condition holds. Returns their number. */
async function expectSelects(
  list: List,
  query: Readonly<Record<string, unknown>>,
  isMatch: (row: Row) => boolean,
): Promise<number> {
  const expected = (await allRowsOf(list)).filter(isMatch)
  const found = await rowsOf(worlds.mine, list, asking(await everythingOf(list), query))
  expect([query, idsOf(found)]).toEqual([query, idsOf(expected)])
  return expected.length
}

/** The different values of a field in all rows, without null. */
async function valuesIn(list: List, field: string): Promise<(string | number)[]> {
  const rows = await allRowsOf(list)
  const values = rows.map((row) => row[field]).filter((value) => value !== null)
  return [...new Set(values)] as (string | number)[]
}

/** The filters that compare a member. `every-external-id` tests those that find records by `external_ids`. */
function filtersOf({ collection, endpoint }: List): [string, Filter][] {
  const record = 'body' in endpoint.success ? shapeOf((endpoint.success.body as z.ZodArray).element) : {}
  return Object.entries(collection.filters).filter(([field]) => field !== 'external_id' || field in record)
}

const fieldsOf = (some: readonly List[]) =>
  some.flatMap((list) =>
    filtersOf(list).map(([field, filter]) => ({ place: list.place, list, field, filter })),
  )
const fields = fieldsOf(firstLists)
const isNullable = (filter: Filter) => 'nullable' in filter && filter.nullable === true

describe.each(fields.filter(({ filter }) => filter.kind === 'equals'))(
  '$place by $field',
  ({ list, field, filter }) => {
    test('selects exactly the rows with the value, or with any of several', async () => {
      const rows = await allRowsOf(list)
      const values = (await valuesIn(list, field)).slice(0, 3)
      expect(values.length, 'the sample varies the field').toBeGreaterThan(1)
      for (const value of values) {
        const count = await expectSelects(list, { [field]: value }, (row) => row[field] === value)
        expect(count).toBeLessThan(rows.length)
      }
      const some = values.slice(0, 2)
      await expectSelects(list, { [field]: some }, (row) => some.some((value) => value === row[field]))
      if (filter.kind === 'equals' && hasNoCommas(filter.schema))
        await expectSelects(list, { [field]: some.join() }, (row) =>
          some.some((value) => value === row[field]),
        )
    })

    test('selects nothing, or refuses, where no row can have the value', async () => {
      const everything = await everythingOf(list)
      const isEnum = filter.kind === 'equals' && valuesOf(filter.schema)
      const answer = await send(
        worlds.mine,
        list.endpoint,
        asking(everything, { [field]: isEnum ? 'nonsense' : newId() }),
      )
      const isReference = filter.kind === 'equals' && isReferenceTo(filter.schema)
      if (isReference) {
        expect([answer.status, answer.json]).toEqual([200, []])
        const malformed = await send(worlds.mine, list.endpoint, asking(everything, { [field]: 'nonsense' }))
        expect(errorCodesIn(malformed)).toEqual([`query ${field} reference_not_found`])
      } else if (isEnum || answer.status === 422) {
        const { errors } = answer.json as { errors: { allowed?: string[] }[] }
        expect(errorCodesIn(answer)).toEqual([`query ${field} not_allowed_value`])
        if (isEnum) expect(errors[0]?.allowed).toEqual(isEnum)
        // If the values are configured by a tenant, the answer lists all of them.
        else expect(errors[0]?.allowed).toEqual(expect.arrayContaining(await valuesIn(list, field)))
      } else expect([answer.status, answer.json]).toEqual([200, []])
    })
  },
)

test.each(fieldsOf(lists).filter(({ filter }) => filter.kind === 'boolean'))(
  '$place by $field, true and false',
  async ({ list, field }) => {
    expect(await allRowsOf(list)).not.toEqual([])
    // Every row has one of the values, so the other one leaves it out.
    for (const value of [true, false])
      await expectSelects(list, { [field]: value }, (row) => row[field] === value)
  },
)

/** Fields that are stored in one case, or that are unique in lower case. */
const isUniqueInAnyCase = ({ group }: List, field: string) => {
  if (['key', 'slug', 'email', 'username'].includes(field)) return true
  const { store } = sampleOf(group)
  const columns = store ? Object.values(getTableColumns(store.spec.table)) : []
  return columns.some(({ generated }) => {
    const made = generated?.as
    return is(made, SQL) && new PgDialect().sqlToQuery(made).sql === `lower(${field})`
  })
}

test.each(fields.filter(({ list, field }) => isUniqueInAnyCase(list, field)))(
  '$place by $field, whatever its case',
  async ({ list, field }) => {
    for (const value of (await valuesIn(list, field)).slice(0, 4).map(String)) {
      const matches = (row: Row) => String(row[field] ?? '').toLowerCase() === value.toLowerCase()
      for (const sent of [value.toUpperCase(), value.toLowerCase(), [value.toUpperCase(), newId()]])
        expect(await expectSelects(list, { [field]: sent }, matches)).toBeGreaterThan(0)
    }
  },
)

test.each(lists)('$place by 200 ids in either case, and by no more', async (list) => {
  const everything = await everythingOf(list)
  const [first, second, third] = idsOf(await allRowsOf(list))
  const requested = [first, second?.toLowerCase(), third].filter((id) => id !== undefined)
  const ids = [...requested, ...Array.from({ length: 200 - requested.length }, newId)]
  const known = new Set([first, second, third])
  expect(await expectSelects(list, { id: ids }, (row) => known.has(row.id))).toBe(3)
  const answer = await send(worlds.mine, list.endpoint, asking(everything, { id: [...ids, newId()] }))
  expect(errorCodesIn(answer)).toEqual(['query id too_long'])
})

describe.each(fields.filter(({ filter }) => filter.kind === 'range'))(
  '$place by $field',
  ({ list, field, filter }) => {
    test('selects from the lower bound on and before the upper', async () => {
      const values = (await valuesIn(list, field)).sort((a, b) => (a < b ? -1 : 1))
      expect(values.length, 'the sample varies the field').toBeGreaterThan(1)
      const within = (row: Row, from: string | number | undefined, to: string | number | undefined) => {
        const value = row[field] as string | number | null
        return value !== null && (from === undefined || value >= from) && (to === undefined || value < to)
      }
      const [low = '', high = ''] = [values[0], values.at(-1)]
      for (const bound of [low, values[1] ?? high]) {
        await expectSelects(list, { [`${field}__gte`]: bound }, (row) => within(row, bound, undefined))
        await expectSelects(list, { [`${field}__lt`]: bound }, (row) => within(row, undefined, bound))
      }
      const count = await expectSelects(
        list,
        { [`${field}__gte`]: values[1], [`${field}__lt`]: high },
        (row) => within(row, values[1], high),
      )
      if (values.length > 2) expect(count).toBeGreaterThan(0)
      if (filter.kind !== 'range' || !filter.number) return
      for (const bound of [-5, 999_999_999_999, -999_999_999_999]) {
        const query = { [`${field}__gte`]: bound }
        if (filter.schema.safeParse(bound).success)
          await expectSelects(list, query, (row) => within(row, bound, undefined))
        else {
          const answer = await send(worlds.mine, list.endpoint, asking(await everythingOf(list), query))
          expect([query, answer.status, errorCodesIn(answer)]).toEqual([
            query,
            422,
            [`query ${field}__gte out_of_range`],
          ])
        }
      }
    })
  },
)

test.each(fields.filter(({ filter }) => isNullable(filter)))(
  '$place by $field, without it and with it',
  async ({ list, field }) => {
    expect(
      await expectSelects(list, { [`${field}__is_null`]: true }, (row) => row[field] === null),
    ).toBeGreaterThan(0)
    expect(
      await expectSelects(list, { [`${field}__is_null`]: false }, (row) => row[field] !== null),
    ).toBeGreaterThan(0)
    const [value] = await valuesIn(list, field)
    expect(
      await expectSelects(
        list,
        { ...filterOf(list, field, value), [`${field}__is_null`]: true },
        () => false,
      ),
    ).toBe(0)
  },
)

/** The parameter that filters by a value of a field. */
const filterOf = ({ collection }: List, field: string, value: unknown) =>
  collection.filters[field]?.kind === 'range' ? { [`${field}__gte`]: value } : { [field]: value }

test.each(furtherLists)('$place applies each of its filters', async (list) => {
  const rows = await allRowsOf(list)
  for (const [field, filter] of filtersOf(list).filter(([, { kind }]) => kind !== 'boolean')) {
    const values = (await valuesIn(list, field)).sort((a, b) => (a < b ? -1 : 1))
    const highest = values.at(-1)
    expect(values.length, `the sample varies ${field}`).toBeGreaterThan(1)
    // With the highest value as the lower bound, a range selects the rows that have this value.
    await expectSelects(list, filterOf(list, field, highest), (row) => row[field] === highest)
    if (!isNullable(filter)) continue
    const count = await expectSelects(list, { [`${field}__is_null`]: true }, (row) => row[field] === null)
    expect(count, field).toBeGreaterThan(0)
    expect(count, field).toBeLessThan(rows.length)
  }
})

test.each(firstLists.filter((list) => filtersOf(list).length > 1))(
  '$place by several fields selects the rows that fit all',
  async (list) => {
    const rows = await allRowsOf(list)
    const names = filtersOf(list).map(([field]) => field)
    for (const row of rows.slice(0, 5)) {
      const filtered = names.filter((field) => row[field] !== null)
      const query = Object.assign({}, ...filtered.map((field) => filterOf(list, field, row[field])))
      const fits = (other: Row) =>
        filtered.every((field) => {
          const [value, expected] = [other[field], row[field]] as (string | number | null)[]
          if (list.collection.filters[field]?.kind !== 'range') return value === expected
          return value !== null && value !== undefined && expected != null && value >= expected
        })
      expect(await expectSelects(list, query, fits)).toBeGreaterThan(0)
    }
  },
)

test.each(lists.filter(({ collection }) => collection.archivable))(
  '$place leaves archived rows out by default',
  async (list) => {
    const everything = await everythingOf(list)
    const rows = await rowsOf(worlds.mine, list, everything)
    const isArchived = (row: Row) => row.archived_at !== null
    const listedIds = async (archived: string | undefined) =>
      idsOf(await rowsOf(worlds.mine, list, asking(everything, { archived })))
    expect(rows.some(isArchived) && !rows.every(isArchived)).toBe(true)
    expect(await listedIds('only')).toEqual(idsOf(rows.filter(isArchived)))
    expect(await listedIds('exclude')).toEqual(idsOf(rows.filter((row) => !isArchived(row))))
    expect(await listedIds(undefined)).toEqual(idsOf(rows.filter((row) => !isArchived(row))))
  },
)

test.each(lists.filter(({ collection }) => collection.catalogue))(
  "$place has the root tenant's rows, too, unless filtered",
  async (list) => {
    const shared = await createRecord(worlds.root, list.group)
    const others = await createRecord(worlds.other, list.group)
    const everything = await everythingOf(list)
    const rows = await rowsOf(worlds.mine, list, everything)
    expect(idsOf(rows)).toContain(shared.id)
    expect(idsOf(rows)).not.toContain(others.id)
    for (const row of rows) expect(row.is_shared).toBe(row.tenant_id === worlds.root.tenantId)
    const listedIds = async (shared: string | undefined) =>
      idsOf(await rowsOf(worlds.mine, list, asking(everything, { shared })))
    expect(await listedIds('only')).toEqual(idsOf(rows.filter((row) => row.is_shared)))
    expect(await listedIds('exclude')).toEqual(idsOf(rows.filter((row) => !row.is_shared)))
    expect(await listedIds('include')).toEqual(idsOf(rows))
  },
)

describe.each(lists.filter(({ collection }) => collection.search))('$place by q', (list) => {
  const containsWord = (row: Row, word: string) =>
    list.searched.some((member) =>
      String(row[member] ?? '')
        .toLowerCase()
        .includes(word.toLowerCase()),
    )

  test('selects the rows that contain every word in some member, in either case', async () => {
    const rows = await allRowsOf(list)
    const words = [
      ...new Set(
        rows.flatMap((row) => list.searched.flatMap((member) => String(row[member] ?? '').split(' '))),
      ),
    ]
    const searched = words.filter((word) => word.length > 1).slice(0, 6)
    const [first = '', second = ''] = searched
    for (const q of [
      ...searched,
      ...searched.slice(0, 2).map((word) => word.toUpperCase()),
      `${first} ${second}`,
      `  ${second}   ${first} `,
    ])
      await expectSelects(list, { q }, (row) =>
        q
          .trim()
          .split(/\s+/)
          .every((word) => containsWord(row, word)),
      )
    expect(await expectSelects(list, { q: newId() }, () => false)).toBe(0)
  })

  test.each(['%', '_', '\\', '50%', 'a_b', "'", '" or 1=1 --'])(
    'searches for %s as plain text',
    async (q) => {
      await expectSelects(list, { q }, (row) => q.split(' ').every((word) => containsWord(row, word)))
    },
  )

  test('looks into every member that the sample names', async () => {
    const rows = await allRowsOf(list)
    for (const member of list.searched)
      expect(
        rows.some((row) => row[member] !== null),
        member,
      ).toBe(true)
  })
})
