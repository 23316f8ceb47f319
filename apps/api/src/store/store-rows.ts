import type { Permission } from '@commonhold/contract'
import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { changedAt } from '../db/columns.ts'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'
import type { Columns } from './list.ts'
import type { Referable } from './references.ts'

/** A resource in the database. */
export interface StoreSpec<T extends PgTable, D extends Record<string, SQL.Aliased>> {
  readonly table: T
  /** The record's name in the audit log. */
  readonly record: string
  readonly kind: 'owned' | 'catalogue' | 'global'
  /**
   * The member that names the record's project, for permissions held in some projects; `project_id` unless given. Null
   * where such a permission reaches the record whatever its project.
   */
  readonly project?: string | null
  /** The condition on the rows that the caller may read, where those are not all of the tenant's; qualified names. */
  readonly readable?: SQL
  /** Members that lists filter and sort by a column of another name. */
  readonly columns?: Columns
  /**
   * The permissions of which one is needed to see a record, in the tenant or in the record's project; one in any project
   * will do for catalogues. Needed where other records refer to these.
   */
  readonly seenWith?: readonly Permission[]
  /** Members that are worked out; plain SQL with qualified names. */
  readonly derived?: D
  /** Columns that the database works out when a record is made, from placeholders of its other columns. */
  readonly computed?: Readonly<Record<string, SQL>>
  /** Members that refer to other records, with the stores that know them: checked in bodies and in filters. */
  readonly references?: Readonly<Record<string, Referable>>
  /**
   * Columns beside `created_by` that hold ids of users. In a catalogue they are the root tenant's users, and null wherever
   * else its rows are read.
   */
  readonly users?: readonly string[]
  /** Columns that filters compare instead of a member, because it is unique whatever its case; `<member>_key` unless given. */
  readonly keys?: Readonly<Record<string, PgColumn>>
  /** Members whose changes the audit log records; unless given, all columns that are not generated. */
  readonly audited?: readonly string[]
  /** Text columns in which `q` looks for words. */
  readonly searched?: readonly PgColumn[]
}

type DerivedRow<D extends Record<string, SQL.Aliased>> = {
  [K in keyof D]: D[K] extends SQL.Aliased<infer V> ? V : never
}

/** A row as it is stored, with the members that are worked out; `is_shared` in catalogues. */
export type RowOf<T extends PgTable, D extends Record<string, SQL.Aliased>> = T['$inferSelect'] &
  DerivedRow<D> & { is_shared: boolean }

/** What every table of a store has. */
interface Common {
  readonly id: string
  readonly tenant_id: string
  readonly version: number
  readonly archived_at?: string | null
  readonly is_active?: boolean
}

/** Every table of a store has these columns; the catalogue test checks it. */
export const common = (row: object) => row as Common

/** Columns that a person changes, as against those that follow from them. */
export const auditedColumns = (columns: Columns): [name: string, column: PgColumn][] =>
  Object.entries(columns).filter(
    ([name, column]) => !column.generated && name !== 'version' && name !== 'updated_at',
  )

/** The condition that the permission is held in the project, or in all. */
export function heldIn(project: SQL): SQL {
  // Set by `commonhold_authorize` where the permission is held in some projects only; else it is empty.
  const scope = sql`current_setting('app.project_ids', true)`
  // A case, because the planner would take an `or` to admit next to nothing, and read whole tables for it.
  return sql`case when coalesce(${scope}, '') = '' then true else ${project} = any(string_to_array(${scope}, ',')) end`
}

/** The condition that the caller holds one of the permissions in the tenant or in the project, whatever the operation is. */
export const seesIn = (permissions: readonly Permission[], project: SQL): SQL =>
  sql`commonhold_reads(${sql.raw(`'{${permissions.join()}}'`)}, ${project})`

/** The rows of a store in SQL: what they consist of, and which of them a request sees. */
export class Rows<T extends PgTable, D extends Record<string, SQL.Aliased>> {
  readonly spec: StoreSpec<T, D>
  readonly columns: Columns

  constructor(spec: StoreSpec<T, D>) {
    this.spec = spec
    this.columns = { ...getTableColumns(spec.table), ...spec.columns }
  }

  /** The columns of a row: the table's own, what is worked out, and whether the root tenant shares it. */
  selection() {
    if (this.spec.kind !== 'catalogue') return { ...this.columns, ...this.spec.derived }
    const name = sql.raw(getTableName(this.spec.table))
    const root = sql.raw(`'${ROOT_TENANT_ID}'`)
    const shared = sql<boolean>`${name}.tenant_id = ${root}`.as('is_shared')
    const users = Object.entries(this.shownUsers()).map(([member, shown]) => [
      member,
      sql<string | null>`${shown}`.as(member),
    ])
    return {
      ...this.columns,
      ...(Object.fromEntries(users) as Record<string, SQL.Aliased<string | null>>),
      ...this.spec.derived,
      is_shared: shared,
    }
  }

  /** Columns of users in a catalogue, as they are shown and asked for: null in the root tenant's rows, unless to itself. */
  shownUsers(): Readonly<Record<string, SQL>> {
    if (this.spec.kind !== 'catalogue') return {}
    const tenant = sql.raw(`${getTableName(this.spec.table)}.tenant_id`)
    const root = sql.raw(`'${ROOT_TENANT_ID}'`)
    return Object.fromEntries(
      ['created_by', ...(this.spec.users ?? [])].map((member) => [
        member,
        sql`case when ${tenant} <> ${root} or current_setting('app.tenant_id') = ${root} then ${this.column(member)} end`,
      ]),
    )
  }

  /** The condition that a row is the tenant's own, within the permission's projects, and not hidden from the caller. */
  mine(): SQL {
    const { kind, readable } = this.spec
    if (kind === 'global') return sql`true`
    const own = this.inProjects(sql`${this.column('tenant_id')} = current_setting('app.tenant_id')`)
    return readable ? sql`${own} and ${readable}` : own
  }

  /** The condition, and that the row belongs to one of the projects in which the permission is held. */
  inProjects(condition: SQL): SQL {
    const project = this.projectOfRow()
    return project ? sql`${condition} and ${heldIn(project)}` : condition
  }

  /** The condition that a row can be read: the tenant's own, in a catalogue the root tenant's, too. */
  visible(): SQL {
    return this.spec.kind === 'catalogue' ? this.inProjects(this.ofTenant()) : this.mine()
  }

  /** The condition that a row belongs to the tenant, in a catalogue to the root tenant, too. */
  ofTenant(): SQL {
    const tenant = this.column('tenant_id')
    return this.spec.kind === 'catalogue'
      ? sql`${tenant} in (current_setting('app.tenant_id'), ${sql.raw(`'${ROOT_TENANT_ID}'`)})`
      : sql`${tenant} = current_setting('app.tenant_id')`
  }

  /** The condition that the caller sees a row of the tenant, whatever the operation is. Shared projects are seen by all. */
  seen(): SQL {
    const { readable } = this.spec
    const seen = this.#seenWithPermission()
    return readable ? sql`${seen} and ${readable}` : seen
  }

  /** The condition that the caller sees every row of the tenant; never so where rows are hidden one by one. */
  seesAll(): SQL {
    return this.spec.readable ? sql`false` : this.#seenEverywhere()
  }

  #seenWithPermission(): SQL {
    const project = this.projectOfRow()
    if (!project) return this.#seenEverywhere()
    if (this.spec.kind !== 'catalogue') return this.seenIn(project)
    return sql`(${this.column('tenant_id')} = ${sql.raw(`'${ROOT_TENANT_ID}'`)} or ${this.seenIn(project)})`
  }

  #seenEverywhere(): SQL {
    const isUsedByAll = this.spec.kind === 'catalogue' && !this.projectOfRow()
    return this.seenIn(isUsedByAll ? sql`'*'` : sql`null`)
  }

  /** The condition that the caller sees the rows of a project; of the tenant where it is null. */
  seenIn(project: SQL): SQL {
    const { seenWith, record } = this.spec
    if (!seenWith) throw new Error(`${record}: which permission it is seen with is not declared`)
    return seesIn(seenWith, project)
  }

  /** The project of a row; undefined where rows have none, or none that permissions are limited to. */
  protected projectOfRow(): SQL | undefined {
    if (this.spec.project === null) return undefined
    const project = this.columns[this.spec.project ?? 'project_id']
    return project && sql`${project}`
  }

  /** The condition on the tenant's own row with the id. */
  ownRow(): SQL | undefined {
    return and(eq(this.column('id'), sql.placeholder('id')), this.mine())
  }

  /** The condition that a member names the record whose id the placeholder stands for. */
  names(member: string, placeholder: string): SQL {
    return eq(this.column(member), sql.placeholder(placeholder))
  }

  /** A column by its name; a name that the table lacks is an error of ours. */
  column(name: string): PgColumn {
    const column = this.columns[name]
    if (!column) throw new Error(`${getTableName(this.spec.table)} has no column ${name}`)
    return column
  }

  /** What every change sets. */
  touched() {
    return { version: sql`version + 1`, updated_at: changedAt }
  }

  /** A placeholder for each of the members that have a value. */
  protected placeholders(values: Record<string, unknown>): T['$inferInsert'] {
    // Built by column name from validated values; the compiler cannot follow names.
    return Object.fromEntries(
      Object.keys(values).map((name) => [this.column(name) && name, sql.placeholder(name)]),
    ) as T['$inferInsert']
  }

  from(): PgTable {
    return this.spec.table
  }

  /** What is counted: rows of which the filters find the columns. */
  counted(): PgTable {
    return this.spec.table
  }
}
