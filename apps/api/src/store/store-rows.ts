import type { Permission } from '@commonhold/contract'
import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { changedAt } from '../db/columns.ts'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'
import { tenantAndRoot, tenantId } from '../db/tenant.ts'
import { type BriefSource, briefOf } from './briefs.ts'
import type { Columns } from './list.ts'
import type { StoreSpec } from './store-spec.ts'

/** The condition that the permission is held in the project, or in the whole tenant. */
function isInScope(project: SQL): SQL {
  // `commonhold_authorize_caller` sets it for a permission that is limited to projects; otherwise it is empty.
  const scope = sql`current_setting('app.project_ids', true)`
  // A case, because the planner would estimate that an `or` matches almost nothing, and read whole tables.
  return sql`case when coalesce(${scope}, '') = '' then true else ${project} = any(string_to_array(${scope}, ',')) end`
}

/**
 * The condition that the caller holds one of the permissions in the tenant or in the project, independent of the permission
 * of the operation.
 */
export const seesIn = (permissions: readonly Permission[], project: SQL): SQL =>
  sql`commonhold_reads_in(${tenantId}, ${sql.raw(`'{${permissions.join()}}'`)}, ${project})`

/** The rows of a store as SQL: their columns, and which of them a request sees. */
export class Rows<T extends PgTable, D extends Record<string, SQL.Aliased>> implements BriefSource {
  readonly spec: StoreSpec<T, D>
  readonly columns: Columns

  constructor(spec: StoreSpec<T, D>) {
    this.spec = spec
    this.columns = { ...getTableColumns(spec.table), ...spec.columns }
  }

  get kind(): string {
    return this.spec.record
  }

  briefs(members: readonly string[], ids: SQL): SQL {
    const id = sql`${this.column('id')}`
    const columns = members.map((name) => [name, this.#shown(name)])
    return sql`select ${id} as id, ${briefOf({ id, ...Object.fromEntries(columns) })} as brief from ${this.from()}
      where ${id} = any(${ids}) and ${this.ofTenant()} and ${this.visibleToCaller()}`
  }

  /** A member of a brief, as SQL. */
  #shown(name: string): SQL {
    if (name === 'is_archived') return sql`${this.column('archived_at')} is not null`
    return sql`${this.spec.shownAs?.[name] ?? this.column(name)}`
  }

  /** The columns of a row: the table's own, computed members, and whether the root tenant shares it. */
  selection() {
    if (this.spec.kind !== 'catalogue') return { ...this.columns, ...this.spec.computed }
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
      ...this.spec.computed,
      is_shared: shared,
    }
  }

  /**
   * Columns with users in a catalogue, as they are returned and filtered: in rows of the root tenant, all other tenants get null.
   */
  shownUsers(): Readonly<Record<string, SQL>> {
    if (this.spec.kind !== 'catalogue') return {}
    const tenant = sql.raw(`${getTableName(this.spec.table)}.tenant_id`)
    const root = sql.raw(`'${ROOT_TENANT_ID}'`)
    return Object.fromEntries(
      ['created_by', ...(this.spec.users ?? [])].map((member) => [
        member,
        sql`case when ${tenant} <> ${root} or ${tenantId} = ${root} then ${this.column(member)} end`,
      ]),
    )
  }

  /** The condition that a row belongs to the tenant, is within the permission's projects, and is readable. */
  mine(): SQL {
    const { kind, readable } = this.spec
    if (kind === 'global') return sql`true`
    const own = this.inProjects(sql`${this.column('tenant_id')} = ${tenantId}`)
    return readable ? sql`${own} and ${readable}` : own
  }

  /** Adds to a condition that the row belongs to a project in which the permission is held. */
  inProjects(condition: SQL): SQL {
    const project = this.projectOfRow()
    return project ? sql`${condition} and ${isInScope(project)}` : condition
  }

  /** The condition that a row is readable: the tenant's own, and in a catalogue also the root tenant's. */
  visible(): SQL {
    return this.spec.kind === 'catalogue' ? this.inProjects(this.ofTenant()) : this.mine()
  }

  /** The condition that a row belongs to the tenant, and in a catalogue also to the root tenant. */
  ofTenant(): SQL {
    const tenant = this.column('tenant_id')
    return this.spec.kind === 'catalogue' ? sql`${tenant} in ${tenantAndRoot}` : sql`${tenant} = ${tenantId}`
  }

  /**
   * The condition that the caller can see a row of the tenant, independent of the operation. Shared rows of a catalogue with
   * projects are visible to all.
   */
  visibleToCaller(): SQL {
    const { readable } = this.spec
    const visible = this.#visibleWithPermission()
    return readable ? sql`${visible} and ${readable}` : visible
  }

  /** The condition that the caller can see every row of the tenant; false when `readable` may hide single rows. */
  seesAll(): SQL {
    return this.spec.readable ? sql`false` : this.#visibleEverywhere()
  }

  #visibleWithPermission(): SQL {
    const project = this.projectOfRow()
    if (!project) return this.#visibleEverywhere()
    if (this.spec.kind !== 'catalogue') return this.visibleIn(project)
    return sql`(${this.column('tenant_id')} = ${sql.raw(`'${ROOT_TENANT_ID}'`)} or ${this.visibleIn(project)})`
  }

  #visibleEverywhere(): SQL {
    const isUsedByAll = this.spec.kind === 'catalogue' && !this.projectOfRow()
    return this.visibleIn(isUsedByAll ? sql`'*'` : sql`null`)
  }

  /** The condition that the caller can see the rows of a project, or of the whole tenant if the project is null. */
  visibleIn(project: SQL): SQL {
    const { visibleWith, record } = this.spec
    if (!visibleWith) throw new Error(`${record}: \`visibleWith\` is not declared`)
    return seesIn(visibleWith, project)
  }

  /** The condition that the caller can read a row of the tenant by one of the permissions, independent of the operation. */
  readWith(permissions: readonly Permission[]): SQL {
    const anywhere = this.spec.kind === 'catalogue' ? sql`'*'` : sql`null`
    const visible = seesIn(permissions, this.projectOfRow() ?? anywhere)
    return this.spec.readable ? sql`${visible} and ${this.spec.readable}` : visible
  }

  /** The project of a row; undefined if rows have no project, or permissions are not limited by it. */
  protected projectOfRow(): SQL | undefined {
    if (this.spec.project === null) return undefined
    const project = this.columns[this.spec.project ?? 'project_id']
    return project && sql`${project}`
  }

  /** The condition on the tenant's own row with the id. */
  ownRow(): SQL | undefined {
    return and(eq(this.column('id'), sql.placeholder('id')), this.mine())
  }

  /** The condition that a member refers to the record whose id is the placeholder. */
  names(member: string, placeholder: string): SQL {
    return eq(this.column(member), sql.placeholder(placeholder))
  }

  /** A column by its name; a name that the table lacks is an internal error. */
  column(name: string): PgColumn {
    const column = this.columns[name]
    if (!column) throw new Error(`${getTableName(this.spec.table)} has no column ${name}`)
    return column
  }

  /** The columns that every change sets. */
  touched() {
    return { version: sql`version + 1`, updated_at: changedAt }
  }

  /** A placeholder for each member that has a value. */
  protected placeholders(values: Record<string, unknown>): T['$inferInsert'] {
    // Built by column name from validated values; the compiler cannot follow names.
    return Object.fromEntries(
      Object.keys(values).map((name) => [this.column(name) && name, sql.placeholder(name)]),
    ) as T['$inferInsert']
  }

  from(): PgTable {
    return this.spec.table
  }
}
