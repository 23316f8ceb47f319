import { type Collection, createClient, operationGroups } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { errorCodesIn } from './calls.ts'
import {
  asking,
  firstLists,
  furtherLists,
  idsOf,
  type List,
  lists,
  orderOf,
  page,
  type Row,
  rowsOf,
  walk,
} from './lists.ts'
import { membersOf } from './reply-rules.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

/** Expects that a list refuses these limits. */
async function expectLimitsRefused(list: List, call: Call, limits: readonly string[]): Promise<void> {
  for (const limit of limits) {
    const answer = await send(worlds.mine, list.endpoint, asking(call, { limit }))
    expect([limit, answer.status]).toEqual([limit, 422])
    expect(errorCodesIn(answer)).toEqual([expect.stringMatching(/^query limit (out_of_range|invalid_type)$/)])
  }
}

/** Expects that a list refuses the cursor in this query. */
async function expectCursorRefused(
  { endpoint }: List,
  call: Call,
  query: Readonly<Record<string, unknown>>,
): Promise<void> {
  const answer = await send(worlds.mine, endpoint, asking(call, query))
  expect([query, answer.status, errorCodesIn(answer)]).toEqual([query, 422, ['query cursor invalid_cursor']])
}

// One schema reads the limit of every list, so all invalid limits are tried on one list only.
test('a limit is a number from 1 to 500, written as one', async () => {
  const list = lists.find(({ place }) => place === 'assets.list')
  if (!list) throw new Error('there is no list of assets')
  const limits = ['0', '501', '-1', 'x', '1.5', '', ' 1', '1e2', '99999999999999999999']
  await expectLimitsRefused(list, await list.fill(worlds.mine), limits)
})

const firstOfEachOrder = new Set(
  [...Map.groupBy(firstLists, orderOf).values()].flatMap((some) => some.slice(0, 1)),
)
/**
 * One function reads the cursors of all lists, by the columns of the order. So one list of each order is tried with every broken
 * cursor, and with a cursor of every other order.
 */
const isFirstOfItsOrder = (list: List) => firstOfEachOrder.has(list)

/** Returns a function that returns true the first time it gets a text. */
function firstTimes(): (text: string) => boolean {
  const walked = new Set<string>()
  return (text) => {
    const isNew = !walked.has(text)
    walked.add(text)
    return isNew
  }
}

/** Each list is sorted by each of its fields, but descending only by fields that no earlier list has. */
const isFirstDownwards = firstTimes()
const isFirstWalk = firstTimes()

/**
 * True for the orders that are walked page by page: the default order of each list, and every other order once for each
 * combination of value types in its fields. A cursor depends only on the values and the direction, not on the list, and
 * fields with the same name are columns of the same type.
 */
function isWalked(rows: readonly Row[], sort: string | undefined): boolean {
  if (sort === undefined) return true
  const fields = sort.split(',').map((order) => order.replace('-', ''))
  const valueTypes = fields.map((field) => {
    const types = rows.map((row) => (row[field] === null ? 'null' : typeof row[field]))
    return [...new Set(types)].sort().join(' and ')
  })
  return isFirstWalk(`${sort} of ${valueTypes.join()}`)
}

describe.each(firstLists)('$place', (list) => {
  const { endpoint, collection } = list
  const filled = new Map<string, Promise<Call>>()
  /** A call of the list, filled once per world. */
  const call = (name: 'mine' | 'other' = 'mine') => {
    const known = filled.get(name) ?? list.fill(worlds[name])
    filled.set(name, known)
    return known
  }
  const read = async (query: Readonly<Record<string, unknown>>) =>
    send(worlds.mine, endpoint, asking(await call(), query))

  test('refuses limits below and above its own', async () =>
    expectLimitsRefused(list, await call(), ['0', '501']))

  test('refuses orders and filters that it cannot read', async () => {
    const { filters } = collection
    const bad: Record<string, string> = { sort: 'nonsense', count: 'maybe' }
    if (collection.archivable) bad.archived = 'maybe'
    if (collection.catalogue) bad.shared = 'maybe'
    for (const [field, filter] of Object.entries(filters)) {
      if (filter.kind === 'range') Object.assign(bad, { [`${field}__gte`]: 'nonsense', [`${field}__lt`]: '' })
      if ('nullable' in filter && filter.nullable) bad[`${field}__is_null`] = '1'
    }
    for (const [name, value] of Object.entries(bad)) {
      const answer = await read({ [name]: value })
      expect([name, answer.status]).toEqual([name, 422])
      for (const error of errorCodesIn(answer)) expect(error).toContain(`query ${name} `)
    }
  })

  test('sorts by every declared field in both directions, and is walked once while others add to it', async () => {
    const request = await call()
    const orders = collection.sort.flatMap((field) => [field, `-${field}`])
    const several = [orders.slice(0, 3).join(','), orders.slice(0, 10).join(','), `${orders[0] ?? '-id'},-id`]
    const tried = orders.filter((sort) => !sort.startsWith('-') || isFirstDownwards(sort))
    for (const sort of [undefined, 'id', '-id', ...tried, ...several]) {
      const query = asking(request, sort === undefined ? {} : { sort })
      const before = await rowsOf(worlds.mine, list, query)
      expect(before.length).toBeGreaterThan(3)
      const ids = idsOf(before)
      // Nulls are last in ascending order and first in descending order; the id decides between equal values.
      if (sort !== undefined) expect([sort, ids]).toEqual([sort, idsOf(sorted(before, sort))])
      if (!isWalked(before, sort)) continue
      // Added rows stay, so the page size grows with the list: every order needs equally few pages.
      const size = Math.max(3, Math.ceil(ids.length / 4))
      let isAdded = false
      const rows = await walk(worlds.mine, list, query, size, async () => {
        if (!isAdded) await list.more(worlds.mine, request)
        isAdded = true
      })
      const found = idsOf(rows)
      expect(new Set(found).size).toBe(found.length)
      const known = new Set(ids)
      expect(found.filter((id) => known.has(id))).toEqual(ids)
    }
  })

  test('has the newest first by default, a catalogue own records before shared ones', async () => {
    const request = await call()
    const more = list.collection.catalogue ? await list.more(worlds.root, request) : undefined
    await list.more(worlds.mine, request)
    const expected = idsOf(inDefaultOrder(await rowsOf(worlds.mine, list, request), collection))
    expect(idsOf(await rowsOf(worlds.mine, list, request))).toEqual(expected)
    const third = Math.ceil(expected.length / 3)
    expect(idsOf(await walk(worlds.mine, list, request, third))).toEqual(expected)
    if (more !== undefined && collection.catalogue) {
      const own = await rowsOf(worlds.mine, list, asking(request, { shared: 'exclude' }))
      expect(expected.slice(0, own.length)).toEqual(idsOf(own))
      expect(expected.length).toBeGreaterThan(own.length)
    }
  })

  test('refuses a cursor of another list, order, filter or tenant, and a broken one', async () => {
    const request = await call()
    const { cursor = '' } = await page(worlds.mine, list, asking(request, { limit: 2 }))
    const foreign = await page(worlds.other, list, asking(await call('other'), { limit: 2 }))
    const refused = (query: Readonly<Record<string, unknown>>) => expectCursorRefused(list, request, query)
    expect(cursor).not.toBe('')
    await refused({ cursor: foreign.cursor })
    const isFirst = isFirstOfItsOrder(list)
    const orders = ['id', '-id', ...collection.sort].filter(
      (sort) => sort !== (collection.defaultSort ?? '-id'),
    )
    for (const sort of isFirst ? orders : orders.slice(-2)) await refused({ cursor, sort })
    const [filter] = Object.keys(collection.filters)
    if (filter && collection.filters[filter]?.kind === 'range')
      await refused({ cursor, [`${filter}__gte`]: '2020-01-01T00:00:00Z' })
    const broken = brokenCursors(cursor)
    for (const one of isFirst ? broken : broken.slice(0, 3)) await refused({ cursor: one })
    expect((await send(worlds.mine, endpoint, asking(request, { cursor, limit: 3 }))).status).toBe(200)
  })

  test('counts its records, and only when requested', async () => {
    const request = await call()
    const all = await rowsOf(worlds.mine, list, request)
    const counted = await page(worlds.mine, list, asking(request, { count: true, limit: 1 }))
    expect(counted.headers.get('total-count')).toBe(String(all.length))
    expect(counted.headers.get('total-count-capped')).toBeNull()
    const further = await page(
      worlds.mine,
      list,
      asking(request, { count: true, limit: 1, cursor: counted.cursor }),
    )
    expect(further.headers.get('total-count')).toBe(String(all.length))
    for (const query of [{}, { count: false }])
      expect((await page(worlds.mine, list, asking(request, query))).headers.get('total-count')).toBeNull()
  })

  test('links to the first and the next page with the rest of the query', async () => {
    const request = await call()
    const query = { limit: 2, sort: ['-id'], count: true }
    const start = await page(worlds.mine, list, asking(request, query))
    expect([...start.links.keys()].sort()).toEqual(['first', 'next'])
    for (const link of start.links.values()) {
      const { origin, pathname, searchParams } = new URL(link ?? '')
      expect(origin).toBe(worlds.service.address)
      expect(pathname).toBe(new URL(start.links.get('first') ?? '').pathname)
      expect(Object.fromEntries(searchParams)).toMatchObject({ limit: '2', sort: '-id', count: 'true' })
    }
    const everything = await page(worlds.mine, list, asking(request, { limit: 500 }))
    expect([...everything.links.keys()]).toEqual(['first'])
  })

  test('is walked by the typed client', async () => {
    const request = await call()
    const expected = idsOf(await rowsOf(worlds.mine, list, request))
    const walked: string[] = []
    for await (const row of allOf(list, request, Math.ceil(expected.length / 2))) walked.push(row.id)
    expect(walked).toEqual(expected)
  })
})

test.each(furtherLists)('$place is read page by page, like the first list of its records', async (list) => {
  const { collection } = list
  const request = await list.fill(worlds.mine)
  await list.more(worlds.mine, request)
  const rows = await rowsOf(worlds.mine, list, request)
  expect(rows.length).toBeGreaterThan(3)
  expect(idsOf(rows)).toEqual(idsOf(inDefaultOrder(rows, collection)))
  for (const sort of collection.sort) {
    const found = await rowsOf(worlds.mine, list, asking(request, { sort }))
    expect([sort, idsOf(found)]).toEqual([sort, idsOf(sorted(rows, sort))])
  }
  const half = Math.ceil(rows.length / 2)
  expect(idsOf(await walk(worlds.mine, list, request, half))).toEqual(idsOf(rows))
  const first = await page(worlds.mine, list, asking(request, { limit: 2, count: true }))
  expect(first.headers.get('total-count')).toBe(String(rows.length))
  expect([...first.links.keys()].sort()).toEqual(['first', 'next'])
  await expectLimitsRefused(list, request, ['501'])
  await expectCursorRefused(list, request, {
    cursor: first.cursor,
    sort: orderOf(list) === 'id' ? '-id' : 'id',
  })
  const unsorted = await send(worlds.mine, list.endpoint, asking(request, { sort: 'nonsense' }))
  expect([unsorted.status, errorCodesIn(unsorted)]).toEqual([422, ['query sort not_allowed_value']])
})

/** Calls `client.<group>.<name>.all(...)`. The arguments follow from the path. */
function allOf({ group, name }: List, { params, query, token }: Call, limit: number): AsyncIterable<Row> {
  const client = createClient(operationGroups, {
    baseUrl: worlds.service.address,
    token: token ?? worlds.mine.user.token,
    ...(token === undefined ? { tenantId: worlds.mine.tenantId } : {}),
    fetch: worlds.observer.fetch,
  })
  const operation: unknown = Reflect.get(client[group], name)
  const { all } = operation as { all(...args: unknown[]): AsyncIterable<Row> }
  const limited = { ...membersOf(query), limit }
  return params ? all(params, limited) : all(limited)
}

/** Cursors that no list ever returned, made from a real one. */
function brokenCursors(cursor: string): string[] {
  const [mark, ...values]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return [
    '',
    'x',
    `~${cursor}`,
    `${cursor}=`,
    cursor.slice(0, -4),
    `${cursor.slice(0, 6)}${cursor}`,
    made([]),
    made({}),
    made(null),
    made([mark]),
    made([mark, ...values, 'more']),
    made(['nonsense', ...values]),
    made([mark, ...values.map(() => ({}))]),
    made([mark, ...values.map(() => ['a'])]),
    made([mark, ...values.map(() => 'a\u0000b')]),
    ...[0, -1.5, 1e300, true, false].flatMap((value) => [
      made(['nonsense', ...values.map(() => value)]),
      made([mark, ...values.map(() => value)]),
    ]),
  ]
}

/** Rows in the requested order. Ties are ordered by id, in the direction of the first field. */
function sorted(rows: readonly Row[], sort: string): Row[] {
  const named = sort
    .split(',')
    .map((order) => ({ field: order.replace('-', ''), sign: order.startsWith('-') ? -1 : 1 }))
  const keys = [...named, { field: 'id', sign: named[0]?.sign ?? 1 }]
  return rows.toSorted((a, b) => {
    for (const { field, sign } of keys) {
      const order = compare(field, a[field], b[field]) * sign
      if (order !== 0) return order
    }
    return 0
  })
}

/** Rows in the default order of a collection. */
function inDefaultOrder(rows: readonly Row[], { catalogue, defaultSort = '-id' }: Collection): Row[] {
  const ordered = sorted(rows, defaultSort)
  if (!catalogue) return ordered
  return [...ordered.filter((row) => !row.is_shared), ...ordered.filter((row) => row.is_shared)]
}

/** Fields that are sorted by their bytes. All other text is sorted as people expect. */
const bytewise = new Set(['id', 'key', 'slug', 'email', 'username', 'asset_tag', 'external_id'])
const { compare: compareNames } = new Intl.Collator('en')

/** Compares like a list: null is greater than everything. */
function compare(field: string, a: unknown, b: unknown): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : 1
  const byName = bytewise.has(field) ? 0 : compareNames(String(a), String(b))
  return byName || (String(a) < String(b) ? -1 : 1)
}

/** The default orders that are not newest first, with the reason. Histories start with the oldest entry. */
const otherOrders: Readonly<Record<string, string>> = {
  '/issues/{issue_id}/transitions': 'position', // It lists what can be done now, not records.
  '/issues/{issue_id}/watchers': '-created_at', // The id of a watcher is that of the user.
  '/audit-log': '-created_at', // By time, like its index.
  '/persons/{person_id}/contacts': 'sort_order', // The first contact is the main one.
  '/persons/{person_id}/identities/{identity_id}/contacts': 'sort_order',
}

test.each(lists)('$place is declared newest first', ({ endpoint, collection }) => {
  const place = ['position', 'sequence'].find(
    (field) => collection.catalogue && collection.sort.includes(field),
  )
  const usual = place ? `${place},-id` : '-id'
  const expected = otherOrders[endpoint.path] ?? (endpoint.path.endsWith('/history') ? 'id' : usual)
  expect(collection.defaultSort ?? '-id').toBe(expected)
  if (collection.filters.name) expect(collection.sort).toContain('name')
})
