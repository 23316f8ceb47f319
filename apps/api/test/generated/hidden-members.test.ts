import { type Collection, type EndpointSpec, pathParameters, READ_SENSITIVE } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { codeOf } from './calls.ts'
import { nextCursor, type Side, useComparison } from './comparison.ts'
import type { Census } from './hidden-world.ts'
import { operationsWhere } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { parametersOf } from './schema-walk.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()
const comparison = useComparison(worlds)

const reads = operationsWhere(({ permission, method }) => permission === 'persons:read' && method === 'get')
const single = reads.filter(({ endpoint }) => !endpoint.collection)
const lists = reads.flatMap((operation) => {
  const { collection } = operation.endpoint
  return collection ? [{ ...operation, collection }] : []
})

type Params = Record<string, string>
type Row = Readonly<Record<string, unknown>>

/** Parameters of a path, one set for each record. Those of the two tenants are at the same positions. */
function paramsOf({ path }: EndpointSpec, { persons, identities, contacts }: Census): Params[] {
  const names = pathParameters(path)
  const named = names.includes('contact_id')
    ? contacts.flatMap((contact_id) => persons.map((person_id) => ({ person_id, contact_id })))
    : names.includes('identity_id')
      ? identities.map((identity): Params => ({ ...identity }))
      : persons.map((person_id): Params => ({ person_id }))
  const picked = named.map((all) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  )
  return [...new Map(picked.map((params) => [JSON.stringify(params), params])).values()]
}

/** The path parameters of each record, in both tenants. */
const places = (endpoint: EndpointSpec): Readonly<Record<Side, Params>>[] => {
  const { visible } = comparison()
  const theirs = paramsOf(endpoint, visible.plain)
  return paramsOf(endpoint, visible.secret).map((secret, at) => ({ secret, plain: theirs[at] ?? {} }))
}

/** All rows of a list that the user of the token sees. */
async function rowsOf(side: Side, endpoint: EndpointSpec, params: Params, token: string): Promise<Row[]> {
  const archived = parametersOf(endpoint).includes('archived') ? { archived: 'include' } : {}
  const call = { params, query: { sort: 'id', limit: 500, ...archived }, token }
  const { status, json } = await send(comparison().worlds[side], endpoint, call)
  expect(status).toBe(200)
  // A list returns an array of its records.
  return json as Row[]
}

/** True for a time, which differs between the tenants. */
const isMoment = (value: unknown) => /^\d{4}-\d\d-\d\dT/.test(String(value))
const isId = (value: unknown) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(String(value))

type Query = Readonly<Record<string, unknown>>

/** The queries by one filter: for the value of each row, hidden or not, and of its counterpart in the other tenant. */
function queriesBy(
  { filters }: Collection,
  field: string,
  pairs: readonly (readonly [Row, Row | undefined])[],
): Readonly<Record<Side, Query>>[] {
  const filter = filters[field]
  if (!filter) return []
  const names = filter.kind === 'range' ? [`${field}__gte`, `${field}__lt`] : [field]
  const values = pairs.flatMap(([row, counterpart]) => {
    const secret = row[field]
    if (counterpart) return [[secret, counterpart[field]] as const]
    return isMoment(secret) ? [] : [[secret, comparison().counterpartOf(secret)] as const]
  })
  const distinct = new Map(values.filter(([value]) => value !== null).map((pair) => [String(pair[0]), pair]))
  const nulls = filter.kind !== 'boolean' && filter.nullable ? [true, false] : []
  return [
    ...[...distinct.values()].flatMap(([secret, plain]) =>
      names.map((name) => ({ secret: { [name]: secret }, plain: { [name]: plain } })),
    ),
    ...nulls.map((value) => {
      const query = { [`${field}__is_null`]: value }
      return { secret: query, plain: query }
    }),
  ]
}

const restrictedIn = ({ restricted = {} }: Collection) => Object.keys(restricted)

describe.each(lists)('$place without the permission for sensitive members', ({ endpoint, collection }) => {
  /** The rows that the owner sees, and those that the reader sees with their counterparts. */
  const pairsOf = async ({ secret, plain }: Readonly<Record<Side, Params>>) => {
    const { reader } = comparison()
    const all = await rowsOf('secret', endpoint, secret, worlds.mine.user.token)
    const visible = await rowsOf('secret', endpoint, secret, reader.token)
    const theirs = await rowsOf('plain', endpoint, plain, reader.token)
    return all.flatMap((row): (readonly [Row, Row | undefined])[] => {
      const at = visible.findIndex(({ id }) => id === row.id)
      const shown = visible[at]
      return [[row, undefined], ...(shown ? [[shown, theirs[at]] as const] : [])]
    })
  }

  test('no filter discloses what is hidden', async () => {
    for (const params of places(endpoint)) {
      const pairs = await pairsOf(params)
      for (const field of Object.keys(collection.filters))
        for (const query of queriesBy(collection, field, pairs)) {
          const isRestricted = restrictedIn(collection).includes(field)
          const answers = await comparison().compare(endpoint, (side) => ({
            params: params[side],
            query: { ...query[side], count: true },
          }))
          if (!isRestricted) continue
          expect([field, codeOf(answers.secret)]).toEqual([field, 'permission_denied'])
          expect(membersOf(answers.secret.json).required_permission).toBe(READ_SENSITIVE)
        }
    }
  })

  test('no search discloses what is hidden', async () => {
    if (!collection.search) return
    for (const params of places(endpoint)) {
      const texts = (await pairsOf(params)).flatMap(([row]) => Object.values(row).flat())
      const words = texts.flatMap((text) => (typeof text === 'string' && !isId(text) ? text.split(' ') : []))
      for (const q of new Set(words))
        await comparison().compare(endpoint, (side) => ({ params: params[side], query: { q, count: true } }))
    }
  })

  test('no order discloses what is hidden, page by page', async () => {
    const filtered: readonly Query[] = [
      {},
      ...(collection.archivable ? [{ archived: 'include' }, { archived: 'only' }] : []),
      ...Object.keys(collection.parameters ?? {}).map((name) => ({ [name]: true })),
    ]
    const orders = [undefined, ...[...collection.sort, 'id'].flatMap((field) => [field, `-${field}`])]
    for (const params of places(endpoint))
      for (const sort of orders)
        for (const query of filtered) {
          const isRestricted = restrictedIn(collection).includes(sort?.replace('-', '') ?? '')
          const cursors: Record<Side, string | undefined> = { secret: undefined, plain: undefined }
          do {
            const callOf = (side: Side): Call => ({
              params: params[side],
              query: { ...query, sort, cursor: cursors[side], limit: 2, count: true },
            })
            const { secret, plain } = await comparison().compare(endpoint, callOf)
            expect([sort, secret.status]).toEqual([sort, isRestricted ? 403 : 200])
            Object.assign(cursors, { secret: nextCursor(secret), plain: nextCursor(plain) })
          } while (cursors.secret && cursors.plain)
        }
  })
})

describe.each(single)('$place without the permission for sensitive members', ({ endpoint }) => {
  test('answers no hidden member', async () => {
    for (const params of places(endpoint))
      await comparison().compare(endpoint, (side) => ({ params: params[side] }))
  })
})
