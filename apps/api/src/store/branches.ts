import type { Collection } from '@commonhold/contract'
import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'
import type { ListQuery } from './list.ts'
import type { Store } from './store.ts'

/** Whose records a part of a list holds: the tenant's own, or those that the root tenant shares. */
export type Part = 'own' | 'shared'

/** A part of a list that an index reads by itself. */
export interface Branch {
  readonly part: Part
  readonly condition: SQL
}

/** Whose rows a list holds: the tenant's own, and of a catalogue the root tenant's, unless the query narrows it. */
export function branchesOf<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  query: ListQuery,
): Branch[] {
  if (store.spec.kind !== 'catalogue') return [{ part: 'own', condition: store.mine() }]
  const tenant = store.column('tenant_id')
  const mine = sql`${tenant} = current_setting('app.tenant_id')`
  const branches: Branch[] = [
    { part: 'own', condition: and(mine, ne(tenant, ROOT_TENANT_ID)) ?? mine },
    { part: 'shared', condition: eq(tenant, ROOT_TENANT_ID) },
  ]
  const left = query.shared === 'only' ? 'own' : query.shared === 'exclude' ? 'shared' : undefined
  return branches
    .filter(({ part }) => part !== left)
    .map(({ part, condition }) => ({
      part,
      condition: store.inProjects(
        filtersByUser(store.spec.users, query) ? sql`${condition} and ${mine}` : condition,
      ),
    }))
}

/** True for a filter by a user: in the root tenant's rows others see none. */
const filtersByUser = (users: readonly string[] = [], query: ListQuery) =>
  users.some((member) => query[member] !== undefined || query[`${member}__is_null`] === false)

/** What the cursors of the shared part begin with; no other cursor holds it. */
const SHARED = '~'

/** Where a page begins: in which part of a list that holds own records before shared ones, and after which record. */
export interface Start {
  /** Undefined where the list does not hold the one before the other. */
  readonly part: Part | undefined
  readonly cursor: string | undefined
}

/** Reads the part off a cursor. In its default order a catalogue holds own records before shared ones. */
export function startOf(collection: Collection, { cursor, sort }: ListQuery): Start {
  if (!collection.catalogue || sort) return { part: undefined, cursor }
  return cursor?.startsWith(SHARED)
    ? { part: 'shared', cursor: cursor.slice(SHARED.length) }
    : { part: 'own', cursor }
}

/** The part that a row of such a list lies in. */
export const partOf = ({ part }: Start, row: object): Part | undefined =>
  part && (Reflect.get(row, 'is_shared') ? 'shared' : 'own')

/** A cursor that tells its part. */
export const inPart = (part: Part | undefined, cursor: string) => (part === 'shared' ? SHARED : '') + cursor
