import type { PgTable } from 'drizzle-orm/pg-core'
import type postgres from 'postgres'
import type { TableKinds } from '../db/tenancy.ts'
import type { BriefSource } from './briefs.ts'
import type { Implementation } from './implement.ts'
import type { UnkeyedReference } from './referring-columns.ts'

/** The handlers of some operations, or a function that builds them from services of the application. */
export type Handling<S> = readonly Implementation[] | ((services: S) => readonly Implementation[])

/** A resource: its table with its kind, which decides who sees the rows, and the handlers of its operations. */
export interface Resource<S> {
  readonly kind: keyof TableKinds
  readonly table: PgTable
  readonly handlers: Handling<S>
  /** How other records include a record of this resource. */
  readonly briefs?: BriefSource
}

/** Makes a resource of a store and its handlers. */
export const resource = <S>({
  store,
  handlers,
}: {
  readonly store: BriefSource & {
    readonly spec: { readonly kind: 'owned' | 'catalogue' | 'global'; readonly table: PgTable }
  }
  readonly handlers: Handling<S>
}): Resource<S> => ({ kind: store.spec.kind, table: store.spec.table, handlers, briefs: store })

/** A range of entries of one tenant in the audit log, by id: `from` is included, `to` is not. */
export interface LogRange {
  readonly tenantId: string
  readonly from: string
  readonly to: string
}

/** An area as the application registers it. */
export interface Area<S> {
  readonly resources: readonly Resource<S>[]
  /** Handlers of operations that do not belong to a resource. */
  readonly handlers?: readonly Handling<S>[]
  /** Tables without a resource, or with another kind than their resource's store. */
  readonly tables?: Partial<TableKinds>
  /** How other records include records of kinds without a resource. */
  readonly briefs?: readonly BriefSource[]
  /** References to records that cannot be declared as foreign keys. */
  readonly unkeyed?: readonly UnkeyedReference[]
  /** The file with the SQL functions of the area; they may call those of `db` and of the areas listed before. */
  readonly functions?: URL
  /**
   * Stores what rules of the area read in entries of the audit log, before these are dropped. It may run again after a failure.
   * The tenant of the entries is selected.
   */
  readonly storeFromLog?: (tx: postgres.TransactionSql, range: LogRange) => Promise<void>
  /**
   * Inserts the rows that every installation starts with, while the root tenant is selected. Existing rows are not changed.
   */
  readonly seed?: (sql: postgres.TransactionSql) => Promise<void>
}

/** The tables of some areas, by kind. */
export const tablesOf = (
  areas: readonly Pick<Area<never>, 'resources' | 'tables'>[],
  kind: keyof TableKinds,
): PgTable[] =>
  areas.flatMap(({ resources, tables }) => [
    ...resources.filter((one) => one.kind === kind).map(({ table }) => table),
    ...(tables?.[kind] ?? []),
  ])

/** How records of each kind are included in others. */
export const briefsOf = (areas: readonly Pick<Area<never>, 'resources' | 'briefs'>[]): BriefSource[] =>
  areas.flatMap(({ resources, briefs = [] }) => [...resources.flatMap((one) => one.briefs ?? []), ...briefs])

/** All handlers of an area, built with the services that they need. */
export const handlersOf = <S>({ resources, handlers = [] }: Area<S>, services: S): Implementation[] =>
  [...resources.map((one) => one.handlers), ...handlers].flatMap((handling) =>
    typeof handling === 'function' ? handling(services) : handling,
  )
