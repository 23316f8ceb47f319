import type { Collection } from '@commonhold/contract'
import type { z } from 'zod'
import { bringTo, createRecord, isListCall, lifecycleOf, recordIn, sampleOf } from './calls.ts'
import { type Operation, operationNamed, operations } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { type Call, send, type World } from './worlds.ts'

/** A record in a list. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string }

/** A list of the contract, with functions to fill it. */
export interface List extends Operation {
  readonly collection: Collection
  /** Members that `q` searches for words. */
  readonly searched: readonly string[]
  /** Creates a handful of different rows, and returns a call that lists them. */
  readonly fill: (world: World) => Promise<Call>
  /** Adds a row to those that the call lists. */
  readonly more: (world: World, call: Call) => Promise<unknown>
}

/** Every list of the contract. */
export const lists: readonly List[] = operations.flatMap((operation) => {
  const { group, name, endpoint } = operation
  if (!endpoint.collection) return []
  const list = { ...operation, collection: endpoint.collection }
  const own = sampleOf(group).others[name]
  if (own && isListCall(own))
    return [{ ...list, searched: own.searched ?? [], fill: own.call, more: own.more }]
  return [
    {
      ...list,
      searched: sampleOf(group).searched ?? [],
      fill: (world: World) => fillWithSpread(world, list),
      more: (world: World) => createRecord(world, group),
    },
  ]
})

/** The default order of a list, which decides the values in its cursors. */
export const orderOf = ({ collection: { catalogue, defaultSort = '-id' } }: List) =>
  `${catalogue ? 'own first ' : ''}${defaultSort}`

/** The records and the order of a list. */
function kindOf(list: List): string {
  const { success } = list.endpoint
  const record = 'body' in success ? (success.body as z.ZodArray<z.ZodType>).element.meta()?.id : undefined
  return `${record ?? list.place} ${orderOf(list)}`
}

const filterCount = ({ collection }: List) => Object.keys(collection.filters).length

/**
 * Of the lists of the same records in the same order, the one with the most filters. One function reads all of them; the path
 * of another one only adds a condition. So every rule is tested on the first lists, and that it applies on the others.
 */
export const firstLists: readonly List[] = [...Map.groupBy(lists, kindOf).values()].flatMap((some) =>
  some.toSorted((a, b) => filterCount(b) - filterCount(a)).slice(0, 1),
)

/** The lists whose records another list returns in the same order, with as many filters or more. */
export const furtherLists: readonly List[] = lists.filter((list) => !firstLists.includes(list))

/** Creates the records of the sample's spread, and one in each state of the lifecycle. */
async function fillWithSpread(world: World, { group }: Operation): Promise<Call> {
  const { spread, further, lifecycle } = sampleOf(group)
  const { endpoint } = operationNamed(group, 'create')
  for (const body of (await spread?.(world)) ?? []) recordIn(await send(world, endpoint, { body }))
  await further?.(world)
  for (const state of Object.keys(lifecycle ? lifecycleOf(group).states : {}))
    await bringTo(world, group, (await createRecord(world, group)).id, state)
  return {}
}

/** The call with additional query parameters. */
export const asking = (call: Call, query: Readonly<Record<string, unknown>>): Call => ({
  ...call,
  query: { ...membersOf(call.query), ...query },
})

/** One page: its rows, headers and links, and the cursor of the next page. */
export async function page(world: World, { endpoint }: Operation, call: Call) {
  const answer = await send(world, endpoint, call)
  if (answer.status !== 200) throw new Error(`${answer.path} ${JSON.stringify(call.query)}: ${answer.text}`)
  const links = new Map(
    [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, url, rel]) => [
      rel,
      url,
    ]),
  )
  const next = links.get('next')
  return {
    // A list returns an array of its records. The observer checks them against the schema.
    rows: (answer.json as Row[]).map((row) => withFields(row, endpoint)),
    headers: answer.headers,
    links,
    cursor: next === undefined ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined),
  }
}

/** A row with those members of its details that the list filters by, as if they were members of the row. */
function withFields(row: Row, { collection }: Operation['endpoint']): Row {
  const details = membersOf(row.details)
  const apart = Object.keys(collection?.filters ?? {}).filter((field) => !(field in row))
  return { ...row, ...Object.fromEntries(apart.map((field) => [field, details[field] ?? null])) }
}

/** All rows of a call, in one page. */
export const rowsOf = async (world: World, list: Operation, call: Call) =>
  (await page(world, list, asking(call, { limit: 500 }))).rows

/** All rows, page by page; `between` runs after each page. */
export async function walk(
  world: World,
  list: Operation,
  call: Call,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined; ; ) {
    const found = await page(world, list, asking(call, { limit, ...(cursor ? { cursor } : {}) }))
    rows.push(...found.rows)
    if (found.rows.length > limit) throw new Error(`a page of ${found.rows.length} with limit ${limit}`)
    if (found.cursor === undefined) return rows
    cursor = found.cursor
    await between()
  }
}

/** The ids of rows, in order. */
export const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
