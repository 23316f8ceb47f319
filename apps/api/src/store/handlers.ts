import type { Collection, EndpointSpec, Lifecycle, MoveInput } from '@commonhold/contract'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { lastChange, type ReadContext, type WriteContext } from './context.ts'
import { independently } from './independent.ts'
import type { ListQuery } from './list.ts'
import { listRecords } from './listing.ts'
import { move } from './moves.ts'
import type { RowOf, Store } from './store.ts'

interface CrudGroup {
  readonly list: EndpointSpec & { readonly collection: Collection }
  readonly get: EndpointSpec
}

/** The id of the record: the last parameter of its path. */
const ownId = (params: object): string => Object.values(params).at(-1) ?? ''

/** The five default handlers. A resource replaces some of them by its own, listed after the spread. */
export function crudHandlers<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  group: CrudGroup,
  store: Store<T, D>,
) {
  return {
    list: ({ query }: { query: object }, context: ReadContext): Promise<RowOf<T, D>[]> =>
      listRecords(store, context, group.list.collection, query as ListQuery),
    get: ({ params }: { params: object }, { reader }: ReadContext): Promise<RowOf<T, D>> =>
      store.get(reader, ownId(params)),
    create: independently(
      ({ body }: { body: object }, context: WriteContext): Promise<RowOf<T, D>> =>
        store.insert(context, { ...body }),
    ),
    update: async (
      { params, body }: { params: object; body: object },
      context: WriteContext,
    ): Promise<RowOf<T, D>> =>
      store.update(lastChange(context), await store.lock(context, ownId(params)), { ...body }),
    delete: async ({ params }: { params: object }, context: WriteContext): Promise<undefined> => {
      await store.remove(context, ownId(params))
      return undefined
    },
  }
}

/** One page of the records whose `member` refers to a parent. Rejects with `not_found` if the parent is not visible. */
export async function listChildren<
  P extends PgTable,
  Q extends Record<string, SQL.Aliased>,
  T extends PgTable,
  D extends Record<string, SQL.Aliased>,
>(
  context: ReadContext,
  parent: { readonly store: Store<P, Q>; readonly id: string },
  children: { readonly store: Store<T, D>; readonly member: string; readonly collection: Collection },
  query: object,
): Promise<RowOf<T, D>[]> {
  const { store, member, collection } = children
  const [rows] = await Promise.all([
    listRecords(store, context, collection, query as ListQuery, {
      name: `of ${member}`,
      condition: store.names(member, 'parent_id'),
      values: { parent_id: parent.id },
    }),
    parent.store.get(context.reader, parent.id),
  ])
  return rows
}

/** A handler for each move of a lifecycle that has no request body. */
export function moveHandlers<L extends Lifecycle, T extends PgTable, D extends Record<string, SQL.Aliased>>(
  cycle: L,
  store: Store<T, D>,
) {
  type Plain = {
    [K in keyof L['moves']]: L['moves'][K] extends { body: object } ? never : K
  }[keyof L['moves']]
  type MoveHandler = (
    input: { params: object; body: MoveInput | undefined },
    context: WriteContext,
  ) => Promise<RowOf<T, D>>
  const handlers = Object.keys(cycle.moves).map((name): [string, MoveHandler] => [
    name,
    ({ params, body }, context) => move(context, store, cycle, name, ownId(params), body ?? {}),
  ])
  // Built from the lifecycle's moves. The resource itself implements moves with a body.
  return Object.fromEntries(handlers) as unknown as Record<Plain, MoveHandler>
}
