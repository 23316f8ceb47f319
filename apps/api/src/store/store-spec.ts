import type { Permission } from '@commonhold/contract'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Columns } from './list.ts'
import type { RecordKind } from './record-kind.ts'
import type { Referable } from './references.ts'

/** How a resource is stored. */
export interface StoreSpec<T extends PgTable, D extends Record<string, SQL.Aliased>> {
  readonly table: T
  /** The record's name in the audit log. */
  readonly record: RecordKind
  readonly kind: 'owned' | 'catalogue' | 'global'
  /**
   * The member with the record's project, for permissions that are limited to projects; default `project_id`. Null if such a
   * permission applies to records of every project.
   */
  readonly project?: string | null
  /**
   * The condition on the rows that the caller may read, with qualified names; undefined if all rows of the tenant are readable.
   */
  readonly readable?: SQL
  /** Columns by which lists filter and sort for members with other names. */
  readonly columns?: Columns
  /**
   * The permissions to see a record. One of them is enough, in the tenant or in the record's project; for catalogues, in any
   * project. Required if other records refer to records of this store.
   */
  readonly visibleWith?: readonly Permission[]
  /** Computed members, as SQL with qualified names. */
  readonly computed?: D
  /** Columns that the database computes when a record is inserted, from placeholders of its other columns. */
  readonly insertedAs?: Readonly<Record<string, SQL>>
  /** Members that refer to other records, with the stores of those: checked in bodies and in filters. */
  readonly references?: Readonly<Record<string, Referable>>
  /**
   * Columns besides `created_by` that contain ids of users. In shared rows of a catalogue they are users of the root tenant, and
   * other tenants get null.
   */
  readonly users?: readonly string[]
  /** Columns that filters compare in place of a member that is unique ignoring case; default `<member>_key`. */
  readonly keys?: Readonly<Record<string, PgColumn>>
  /** Members whose changes the audit log records; default `auditedColumns`. */
  readonly audited?: readonly string[]
  /** Columns that briefs show for members with other names. */
  readonly shownAs?: Columns
  /** Text columns that `q` searches. */
  readonly searched?: readonly PgColumn[]
}

type ComputedRow<D extends Record<string, SQL.Aliased>> = {
  [K in keyof D]: D[K] extends SQL.Aliased<infer V> ? V : never
}

/** A stored row with its computed members; `is_shared` in catalogues. */
export type RowOf<T extends PgTable, D extends Record<string, SQL.Aliased>> = T['$inferSelect'] &
  ComputedRow<D> & { is_shared: boolean }

/** The columns that every table of a store has. */
interface Common {
  readonly id: string
  readonly tenant_id: string
  readonly version: number
  readonly archived_at?: string | null
  readonly is_active?: boolean
}

/** Every table of a store has these columns; the catalogue test checks it. */
export const common = (row: object) => row as Common

/** The columns that requests change: all except generated ones, `version` and `updated_at`. */
export const auditedColumns = (columns: Columns): [name: string, column: PgColumn][] =>
  Object.entries(columns).filter(
    ([name, column]) => !column.generated && name !== 'version' && name !== 'updated_at',
  )
