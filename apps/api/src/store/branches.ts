import type { Collection } from '@commonhold/contract'
import { and, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'
import { tenantId } from '../db/tenant.ts'
import type { ListQuery } from './list.ts'
import type { Store } from './store.ts'

/** The owner of the records in a part of a list: the tenant itself, or the root tenant, which shares them. */
export type Part = 'own' | 'shared'

/** A part of a list that is read from one index. */
export interface Branch {
  readonly part: Part
  readonly condition: SQL
}

/**
 * The parts of a list: the tenant's own records and, in a catalogue, shared ones, unless the query excludes one of them.
 */
export function branchesOf<T extends PgTable, D extends Record<string, SQL.Aliased>>(
  store: Store<T, D>,
  query: ListQuery,
): Branch[] {
  if (store.spec.kind !== 'catalogue') return [{ part: 'own', condition: store.mine() }]
  const tenant = store.column('tenant_id')
  const mine = sql`${tenant} = ${tenantId}`
  const branches: Branch[] = [
    { part: 'own', condition: and(mine, ne(tenant, ROOT_TENANT_ID)) ?? mine },
    { part: 'shared', condition: sql`${tenant} = ${sql.raw(`'${ROOT_TENANT_ID}'`)}` },
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

/** True for a filter by a user: other tenants see no users in the root tenant's rows. */
const filtersByUser = (users: readonly string[] = [], query: ListQuery) =>
  users.some((member) => query[member] !== undefined || query[`${member}__is_null`] === false)

/** The prefix of cursors in the shared part; no other cursor contains it. */
const SHARED = '~'

/** Where a page begins: the part (own records come before shared ones), and the record that it follows. */
export interface Start {
  /** Undefined when the list is not sorted with own records first. */
  readonly part: Part | undefined
  readonly cursor: string | undefined
}

/** Reads the part from a cursor. In its default order a catalogue lists own records before shared ones. */
export function startOf(collection: Collection, { cursor, sort }: ListQuery): Start {
  if (!collection.catalogue || sort) return { part: undefined, cursor }
  return cursor?.startsWith(SHARED)
    ? { part: 'shared', cursor: cursor.slice(SHARED.length) }
    : { part: 'own', cursor }
}

/** The part that contains a row; undefined if the list is not sorted with own records first. */
export const partOf = ({ part }: Start, row: object): Part | undefined =>
  part && (Reflect.get(row, 'is_shared') ? 'shared' : 'own')

/** Adds the part to a cursor. */
export const inPart = (part: Part | undefined, cursor: string) => (part === 'shared' ? SHARED : '') + cursor
