import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { type Desk, openDesk, refusal, useDesk } from './desk.ts'

const desk = useDesk()
/** The names of the issues by id. */
const names = new Map<string, string>()
beforeAll(async () => {
  const option = (key: string) => ({ key, label: key, color: null, position: 1, is_active: true })
  for (const [key, type] of [
    ['room', 'text'],
    ['seats', 'integer'],
    ['weight', 'decimal'],
    ['ready', 'boolean'],
    ['checked', 'date'],
    ['seen', 'datetime'],
    ['keeper', 'user'],
    ['story', 'long_text'],
    ['room__gte', 'text'],
  ] as const)
    await desk.client.issueFields.create({ key, name: key, type })
  await desk.client.issueFields.create({
    key: 'size',
    name: 'size',
    type: 'select',
    options: ['s', 'm'].map(option),
  })
  await desk.client.issueFields.create({
    key: 'tags',
    name: 'tags',
    type: 'multi_select',
    options: ['red', 'blue', 'green'].map(option),
  })
  const bodies: Record<string, Record<string, unknown>> = {
    a: {
      room: 'A 12',
      seats: 3,
      weight: 0.5,
      ready: true,
      checked: '2026-01-05',
      size: 's',
      tags: ['red', 'blue'],
    },
    b: {
      room: 'B 1',
      seats: -2,
      weight: 10.25,
      ready: false,
      checked: '2026-02-01',
      size: 'm',
      tags: ['blue'],
    },
    c: { room: 'A 12', seats: 40, seen: '2026-03-01T10:00:00+02:00', keeper: desk.owner.id, story: 'long' },
    d: { seats: 3, seen: '2026-03-01T09:00:00Z', ready: true, room__gte: 'odd' },
    e: {},
    f: {},
  }
  for (const [name, custom_fields] of Object.entries(bodies))
    names.set((await desk.newIssue({ title: name, custom_fields })).id, name)
})

type Query = Parameters<Desk['client']['issues']['list']>[0]
const named = (rows: readonly { id: string }[]) => rows.map(({ id }) => names.get(id)).join('')
const listed = async (query: Query) => named(await desk.client.issues.list({ sort: ['id'], ...query }))

describe('issues are filtered by custom fields', () => {
  test.each<[Query, string]>([
    [{ cf_room: 'A 12' }, 'ac'],
    [{ cf_room: ['A 12', 'B 1'] }, 'abc'],
    [{ cf_room: 'a 12' }, ''],
    [{ cf_seats: 3 }, 'ad'],
    [{ cf_seats__gte: 3 }, 'acd'],
    [{ cf_seats__gte: -2, cf_seats__lt: 3 }, 'b'],
    [{ cf_weight: 0.5 }, 'a'],
    [{ cf_weight__gte: 1 }, 'b'],
    [{ cf_ready: true }, 'ad'],
    [{ cf_ready: [true, false] }, 'abd'],
    [{ cf_checked__gte: '2026-01-06' }, 'b'],
    [{ cf_checked: '2026-01-05' }, 'a'],
    [{ cf_seen__lt: '2026-03-01T11:00:00+02:00' }, 'c'],
    [{ cf_seen: '2026-03-01T08:00:00Z' }, 'c'],
    [{ cf_size: 'm' }, 'b'],
    [{ cf_tags: 'blue' }, 'ab'],
    [{ cf_tags: ['red', 'green'] }, 'a'],
    [{ cf_tags: 'green' }, ''],
    [{ cf_story__is_null: false }, 'c'],
    [{ cf_seats__is_null: true }, 'ef'],
    [{ cf_room__is_null: true, cf_seats__is_null: false }, 'd'],
    [{ cf_room: 'A 12', cf_seats__lt: 10 }, 'a'],
    [{ cf_room__gte: 'odd' }, 'd'],
    [{ cf_seats: 3, q: 'd' }, 'd'],
  ])('%j', async (query, expected) => {
    expect(await listed(query)).toBe(expected)
  })

  test('and by the record that a value names, in either case', async () => {
    expect(await listed({ cf_keeper: desk.owner.id.toLowerCase() })).toBe('c')
  })

  test('in the lists of a project and of oneself, too, and counted', async () => {
    const [{ project_id } = { project_id: '' }] = await desk.client.issues.list({ limit: 1 })
    const query = { cf_seats__gte: 3, sort: ['-cf_seats'] }
    expect(named(await desk.client.projects.issues.list({ project_id }, query))).toBe('cda')
    expect(named(await desk.client.me.issues.list(query))).toBe('cda')
    const answer = await desk.client.issues.list.safe({ ...query, count: true, limit: 1 })
    expect(answer.ok && answer.headers.get('total-count')).toBe('3')
  })
})

describe('issues are sorted by custom fields', () => {
  test.each<[string[], string]>([
    [['cf_seats'], 'badcef'],
    [['-cf_seats'], 'cdabfe'],
    [['cf_seats', '-title'], 'bdacfe'],
    [['cf_room'], 'acbdef'],
    [['-cf_weight'], 'bafedc'],
    [['cf_ready'], 'badcef'],
    [['cf_checked'], 'abcdef'],
    [['-cf_seen'], 'dcfeba'],
    [['cf_size', '-id'], 'bafedc'],
    [['cf_keeper'], 'cabdef'],
  ])('%j, those without a value last', async (sort, expected) => {
    expect(named(await desk.client.issues.list({ sort }))).toBe(expected)
    for (const limit of [1, 2, 3, 4, 5]) {
      const walked: { id: string }[] = []
      for await (const issue of desk.client.issues.list.all({ sort, limit })) walked.push(issue)
      expect([limit, named(walked)]).toEqual([limit, expected])
    }
  })

  test('with texts in the order of names, accents and case at their place, page by page', async () => {
    const { client, newIssue } = await openDesk(desk.service)
    await client.issueFields.create({ key: 'street', name: 'Street', type: 'text' })
    const streets = ['12 bells', '2 bells', 'alpha', 'Alpha', 'arg', 'Ärger', 'argil', 'zeta', 'Zeta']
    for (const street of streets.toSorted()) await newIssue({ custom_fields: { street } })
    await newIssue()
    for (const [sort, expected] of [
      ['cf_street', streets],
      ['-cf_street', streets.toReversed()],
    ] as const)
      for (const limit of [2, 100]) {
        const found: unknown[] = []
        for await (const { custom_fields } of client.issues.list.all({ sort: [sort], limit }))
          found.push(custom_fields.street)
        expect([sort, limit, found]).toEqual([sort, limit, [...expected, undefined]])
      }
  })

  test('with filters and words, and all of them are counted', async () => {
    expect(await listed({ cf_ready: true, sort: ['-cf_seats'] })).toBe('da')
    expect(await listed({ q: 'c', sort: ['cf_seats'] })).toBe('c')
    const answer = await desk.client.issues.list.safe({ sort: ['cf_room'], count: true, limit: 2 })
    expect(answer.ok && answer.headers.get('total-count')).toBe('6')
  })

  test('a cursor is good for the list that it came from', async () => {
    for (const limit of [2, 4, 5]) {
      const answer = await desk.client.issues.list.safe({ sort: ['cf_seats'], limit })
      const cursor =
        new URL(
          /<([^>]+)>; rel="next"/.exec((answer.ok && answer.headers.get('link')) || '')?.[1] ?? '',
        ).searchParams.get('cursor') ?? ''
      expect(await listed({ sort: ['cf_seats'], cursor })).toBe('badcef'.slice(limit))
      for (const query of [
        { sort: ['-cf_seats'] },
        { sort: ['cf_weight'] },
        { sort: ['cf_seats'], is_closed: false },
        {},
      ])
        expect(await refusal(desk.client.issues.list({ ...query, cursor }))).toEqual([
          422,
          'validation_failed',
          ['cursor invalid_cursor'],
        ])
    }
  })
})

test.each<[Query, string]>([
  [{ cf_nonsense: 'x' }, 'cf_nonsense unknown_parameter'],
  [{ cf_nonsense__gte: 1 }, 'cf_nonsense__gte unknown_parameter'],
  [{ cf_seats: 'three' }, 'cf_seats invalid_type'],
  [{ cf_ready: 'maybe' }, 'cf_ready not_allowed_value'],
  [{ cf_checked: '2026-13-01' }, 'cf_checked invalid_format'],
  [{ cf_seats__gte: [1, 2] }, 'cf_seats__gte invalid_type'],
  [{ cf_seats__is_null: 'perhaps' }, 'cf_seats__is_null not_allowed_value'],
  [{ cf_size: 'xl' }, 'cf_size not_allowed_value'],
  [{ cf_story: 'long' }, 'cf_story not_allowed_value'],
  [{ cf_room__lt: 'B' }, 'cf_room__lt not_allowed_value'],
  [{ cf_keeper: 'somebody' }, 'cf_keeper reference_not_found'],
  [{ cf_seats: 'three', cf_weight__gte: 'heavy' }, 'cf_seats invalid_type'],
  [{ sort: ['cf_nonsense'] }, 'sort not_allowed_value'],
  [{ sort: ['cf_tags'] }, 'sort not_allowed_value'],
  [{ sort: ['cf_seats', 'cf_room'] }, 'sort not_allowed_value'],
  [{ sort: ['title', 'cf_room'] }, 'sort not_allowed_value'],
])('%j is refused', async (query, error) => {
  expect(await refusal(desk.client.issues.list(query))).toEqual([422, 'validation_failed', [error]])
})

test('what another tenant added is no field here', async () => {
  const other = await openDesk(desk.service)
  expect(await refusal(other.client.issues.list({ cf_seats: 3 }))).toEqual([
    422,
    'validation_failed',
    ['cf_seats unknown_parameter'],
  ])
  const answer = await fetch(`${desk.service.address}/assets?cf_seats=3`, {
    headers: { authorization: `Bearer ${desk.owner.token}` },
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { errors: [{ code: 'unknown_parameter' }] },
  ])
})

test('the error of an unknown parameter lists the parameters of custom fields', async () => {
  const answers = ['issues', 'assets'].map(async (path) => {
    const answer = await fetch(`${desk.service.address}/${path}?nonsense=1`, {
      headers: { authorization: `Bearer ${desk.owner.token}`, 'x-tenant-id': desk.tenantId },
    })
    const { errors } = (await answer.json()) as { errors: { allowed: string[] }[] }
    return errors[0]?.allowed.filter((name) => name.startsWith('cf_') || name === 'id')
  })
  expect(await Promise.all(answers)).toEqual([['id', 'cf_*'], ['id']])
})

test('a value as long as its type allows is stored, told apart from others, and sorted by', async () => {
  await desk.client.issueFields.create({ key: 'page', name: 'Page', type: 'url', is_unique: true })
  const long = (end: string) =>
    `https://example.org/${Array.from({ length: 70 }, () => newId()).join('/')}${end}`
  const [first, second] = [long('a'), long('b')]
  for (const page of [first, second]) await desk.newIssue({ custom_fields: { page } })
  const shared = first.slice(0, 255)
  await desk.newIssue({ custom_fields: { page: shared } })
  expect(await desk.client.issues.list({ cf_page: shared })).toHaveLength(1)
  expect(await refusal(desk.newIssue({ custom_fields: { page: first } }))).toEqual([409, 'already_exists'])
  expect(await refusal(desk.client.issues.list({ cf_page: first }))).toEqual([
    422,
    'validation_failed',
    ['cf_page too_long'],
  ])
  expect((await desk.client.issues.list({ sort: ['-cf_page'], limit: 1 }))[0]?.custom_fields.page).toMatch(
    /^https/,
  )
})
