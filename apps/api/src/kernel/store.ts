import type { Collection } from '@commonhold/contract'
import { and, asc, desc, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { changesBetween } from './audit.ts'
import type { ReadContext, WriteContext } from './context.ts'
import { readCursor, refuseForgedCursor, writeCursor } from './cursor.ts'
import { newId } from './ids.ts'
import {
  type Columns,
  catalogueBranches,
  conditionsOf,
  type ListQuery,
  type ListShape,
  type SortKey,
  shapeOf,
  sortKeys,
} from './list.ts'
import { COUNT_LIMIT, DEFAULT_LIMIT, type Page } from './paging.ts'
import { invalid, problem } from './problem.ts'
import { build, quiet, type Reader, type Statement, sqlStatement, statement } from './statement.ts'
import { StatementCache } from './statement-cache.ts'
import { ROOT_TENANT_ID } from './tenancy.ts'

/** A resource in the database. */
export interface StoreSpec<T extends PgTable, D extends Record<string, SQL.Aliased>> {
  readonly table: T
  /** The record's name in the audit log. */
  readonly record: string
  readonly kind: 'owned' | 'catalogue' | 'global'
  /** Members that are worked out; plain SQL with qualified names. */
  readonly derived?: D
  /** Columns that the database works out when a record is made, from placeholders of its other columns. */
  readonly computed?: Readonly<Record<string, SQL>>
  /** Members that refer to other records, with the stores that know them: checked in bodies and in filters. */
  readonly references?: Readonly<Record<string, () => Referable>>
  /** Text columns in which `q` looks for words. */
  readonly searched?: readonly PgColumn[]
  /** Columns elsewhere that refer to the record; counted before it is deleted. */
  readonly dependents?: readonly PgColumn[]
}

/** Knows which records may be referred to. */
export interface Referable {
  reference(reader: Reader, field: string, id: string): Promise<unknown>
  visibleIds(reader: Reader, ids: readonly string[]): Promise<string[]>
}

type DerivedRow<D extends Record<string, SQL.Aliased>> = {
  [K in keyof D]: D[K] extends SQL.Aliased<infer V> ? V : never
}

/** A row as it is stored, with the members that are worked out. */
export type RowOf<T extends PgTable, D extends Record<string, SQL.Aliased>> = T['$inferSelect'] &
  DerivedRow<D> &
  SharedRow<T>

/** Only catalogue tables are shared, and of those each row says so. */
type SharedRow<T extends PgTable> = T extends PgTable ? { is_shared: boolean } : never

interface Common {
  readonly id: string
  readonly tenant_id: string
  readonly version: number
  readonly archived_at?: string | null
}

/** What narrows a list to the records of a parent: a condition with placeholders, and their values. */
export interface Scope {
  /** Tells lists of one collection with different conditions apart. */
  readonly name: string
  readonly condition: SQL
  readonly values: Readonly<Record<string, unknown>>
}

/** Reads and writes the records of one table. Every statement names the tenant; row level security is the net below. */
export class Store<T extends PgTable, D extends Record<string, SQL.Aliased> = Record<never, never>>
  implements Referable
{
  readonly spec: StoreSpec<T, D>
  readonly columns: Columns
  readonly #cache = new StatementCache()

  constructor(spec: StoreSpec<T, D>) {
    this.spec = spec
    this.columns = getTableColumns(spec.table)
  }

  /** The record, or undefined when it is not visible. */
  find(reader: Reader, id: string): Promise<RowOf<T, D> | undefined> {
    return reader.first(
      this.#cached('find', () =>
        build
          .select(this.selection())
          .from(this.#from())
          .where(and(this.#is('id'), this.#visible())),
      ),
      { id },
    )
  }

  /** The record; `not_found` when it is not visible. */
  async get(reader: Reader, id: string): Promise<RowOf<T, D>> {
    return (await this.find(reader, id)) ?? refuseMissing()
  }

  /** A record that a body refers to: it must be visible, and in use. Without the members that are worked out. */
  async reference(reader: Reader, field: string, id: string): Promise<T['$inferSelect']> {
    const row = await reader.first(
      this.#cached('reference', () =>
        build
          .select(this.columns)
          .from(this.#from())
          .where(and(this.#is('id'), this.#visible())),
      ),
      { id },
    )
    if (!row)
      throw invalid({
        field,
        code: 'reference_not_found',
        message: 'no such record is visible in the selected tenant',
      })
    if (common(row).archived_at)
      throw invalid({ field, code: 'reference_archived', message: 'the record is archived' })
    return row
  }

  /** Those of the ids that name visible records, archived or not. */
  async visibleIds(reader: Reader, ids: readonly string[]): Promise<string[]> {
    const rows = await reader.run(
      this.#cached('visible', () =>
        build
          .select(this.columns)
          .from(this.#from())
          .where(and(sql`${this.#column('id')} = any(${sql.placeholder('ids')}::text[])`, this.#visible())),
      ),
      { ids },
    )
    return rows.map((row) => common(row).id)
  }

  /** The record, locked until the transaction ends, for a change that `ifMatch` admits. */
  async lock(context: WriteContext, id: string): Promise<RowOf<T, D>> {
    const row = await context.tx.first(this.lockStatement(), { id })
    return this.admit(context, id, row)
  }

  lockStatement(): Statement<RowOf<T, D>> {
    return this.#cached('lock', () =>
      build
        .select(this.selection())
        .from(this.#from())
        .where(and(this.#is('id'), this.#mine()))
        .for('update'),
    )
  }

  /** Refuses a change of a record that is not there, not the tenant's own, or has another version than `If-Match` says. */
  async admit(context: WriteContext, id: string, row: RowOf<T, D> | undefined): Promise<RowOf<T, D>> {
    if (!row) {
      const visible = this.spec.kind === 'catalogue' ? await this.find(context.tx, id) : undefined
      throw visible ? problem('read_only_shared_record') : problem('not_found')
    }
    if (context.ifMatch && !context.ifMatch.includes(common(row).version))
      throw problem('precondition_failed')
    return row
  }

  /** Adds a record and notes it in the audit log, both sent at once. */
  async insert(context: WriteContext, values: Record<string, unknown>): Promise<RowOf<T, D>> {
    if (values.tenant_id !== undefined && values.tenant_id !== (await context.tenantId()))
      throw problem('tenant_access_denied')
    const { table, record, computed } = this.spec
    const given = definedOf({ ...values, id: newId(), tenant_id: undefined })
    const references = quiet(this.#assertReferences(context.tx, given))
    const inserted = context.tx.first(
      this.#cached(`insert ${Object.keys(given)}`, () =>
        build
          .insert(table)
          .values({ ...this.#placeholders(given), ...computed })
          .returning(this.selection()),
      ),
      given,
    )
    const { id } = common(given)
    context.audit({
      action: 'created',
      recordType: record,
      recordId: id,
      changes: changesBetween({}, presentOf(given)),
    })
    await references
    const row = (await inserted) ?? refuseUnstored(record)
    await this.#assertInScope(context, row)
    return row
  }

  /** Changes the columns in which `patch` differs from the locked record; without any, nothing happens. */
  async update(
    context: WriteContext,
    before: RowOf<T, D>,
    patch: Record<string, unknown>,
  ): Promise<RowOf<T, D>> {
    if (common(before).archived_at) throw problem('record_archived')
    const changed = changesBetween(before, { ...before, ...definedOf(patch) }).map(({ field }) => field)
    if (changed.length === 0) return before
    const values = Object.fromEntries(changed.map((field) => [field, patch[field]]))
    await this.#assertReferences(context.tx, values)
    const row = await context.tx.first(
      this.#cached(`update ${changed}`, () =>
        build
          .update(this.spec.table)
          .set({ ...this.#placeholders(values), ...this.touched() })
          .where(and(this.#is('id'), this.#mine()))
          .returning(this.selection()),
      ),
      { ...values, id: common(before).id },
    )
    if (!row) throw new Error(`${this.spec.record}: a locked record was gone`)
    await this.#assertInScope(context, row)
    context.audit({
      action: 'updated',
      recordType: this.spec.record,
      recordId: common(row).id,
      changes: changesBetween(before, row),
    })
    return row
  }

  /** Deletes a record that nothing depends on. */
  async remove(context: WriteContext, id: string): Promise<void> {
    const row = await this.lock(context, id)
    await this.#assertFree(context.tx, id)
    await context.tx.run(
      this.#cached('delete', () =>
        build
          .delete(this.spec.table)
          .where(and(this.#is('id'), this.#mine()))
          .returning({ id: this.#column('id') }),
      ),
      { id },
    )
    context.audit({
      action: 'deleted',
      recordType: this.spec.record,
      recordId: id,
      changes: changesBetween(presentOf(row), emptied(presentOf(row))),
    })
  }

  /** One page of the collection; `scope` narrows it to a parent's records. */
  async list(
    context: ReadContext,
    collection: Collection,
    query: ListQuery,
    scope?: Scope,
  ): Promise<Page<RowOf<T, D>>> {
    const keys = sortKeys(collection, this.columns, query.sort)
    const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor, keys.length)
    const shape = shapeOf(query, cursor?.values)
    const limit = query.limit ?? DEFAULT_LIMIT
    const values = { ...shape.values, ...scope?.values, limit: limit + 1 }
    const paged = this.#cached(`list ${collection.defaultSort} ${scope?.name} ${shape.key}`, () =>
      this.#listQuery(collection, query, shape, keys, cursor?.values, scope),
    )
    const counted = query.count ? this.#countStatement(collection, query, shape, scope) : undefined
    const [page, total] = await Promise.all([
      context.reader.run(paged, values),
      counted && context.reader.first(counted, values),
      this.#assertFilters(context.reader, query),
    ]).catch(cursor ? refuseForgedCursor : rethrow)
    const binding = this.#binding(query, (await context.entered()).tenantId, scope)
    cursor?.assertBoundTo(binding)
    const last = page.length > limit ? page[limit - 1] : undefined
    return {
      rows: last ? page.slice(0, limit) : page,
      nextCursor:
        last &&
        writeCursor(
          binding,
          keys.map(({ field }) => Reflect.get(last, field)),
        ),
      total: total?.total,
    }
  }

  /** What every change sets. */
  touched() {
    return { version: sql`version + 1`, updated_at: sql`now()` }
  }

  /** The columns of a row: the table's own, what is worked out, and whether the root tenant shares it. */
  selection() {
    if (this.spec.kind !== 'catalogue') return { ...this.columns, ...this.spec.derived }
    const shared =
      sql<boolean>`${sql.raw(getTableName(this.spec.table))}.tenant_id = ${sql.raw(`'${ROOT_TENANT_ID}'`)}`.as(
        'is_shared',
      )
    return { ...this.columns, ...this.spec.derived, is_shared: shared }
  }

  /** Conditions on the locked row's own id and tenant, for statements written elsewhere. */
  ownRow(): SQL | undefined {
    return and(this.#is('id'), this.#mine())
  }

  cached(key: string, make: () => { toSQL(): { sql: string; params: unknown[] } }): Statement<RowOf<T, D>> {
    return this.#cached(key, make)
  }

  /** Rows of a statement are what `selection` names: the table's columns and the derived members. */
  #cached(key: string, make: () => { toSQL(): { sql: string; params: unknown[] } }): Statement<RowOf<T, D>> {
    return this.#cache.get(key, () =>
      statement(make() as unknown as Parameters<typeof statement<RowOf<T, D>>>[0]),
    )
  }

  #listQuery(
    collection: Collection,
    query: ListQuery,
    shape: ListShape,
    keys: readonly SortKey[],
    start: readonly unknown[] | undefined,
    scope: Scope | undefined,
  ) {
    const conditions = and(
      scope?.condition,
      conditionsOf(collection, this.columns, this.spec.searched ?? [], query, shape, keys, start),
    )
    const branch = (whose: SQL) =>
      build
        .select(this.selection())
        .from(this.#from())
        .where(and(whose, conditions))
        .orderBy(...keys.map(({ column, descending }) => (descending ? desc(column) : asc(column))))
        .limit(sql.placeholder('limit'))
    const [first, second] = this.#branches(query).map(branch)
    if (!first) throw new Error('a list reads at least one branch')
    if (!second) return first
    const order = sql.join(
      keys.map(
        ({ column, descending }) =>
          sql`${sql.identifier(column.name)} ${sql.raw(descending ? 'desc' : 'asc')}`,
      ),
      sql`, `,
    )
    const merged = sqlStatement(
      sql`select * from (${first} union all ${second}) page order by ${order} limit ${sql.placeholder('limit')}`,
    )
    return { toSQL: () => ({ sql: merged.text, params: [...merged.parameters] }) }
  }

  #countStatement(
    collection: Collection,
    query: ListQuery,
    shape: ListShape,
    scope: Scope | undefined,
  ): Statement<{ total: number }> {
    const { searched = [], table } = this.spec
    const conditions = and(
      scope?.condition,
      conditionsOf(collection, this.columns, searched, query, shape, [], undefined),
    )
    const branches = this.#branches(query).map(
      (whose) =>
        sql`(select 1 from ${table} where ${and(whose, conditions)} limit ${sql.raw(String(COUNT_LIMIT + 1))})`,
    )
    return sqlStatement(
      sql`select count(*)::int as total from (${sql.join(branches, sql` union all `)}) counted`,
      false,
    )
  }

  #branches(query: ListQuery): SQL[] {
    return this.spec.kind !== 'catalogue'
      ? [this.#mine()]
      : catalogueBranches(this.#column('tenant_id'), ROOT_TENANT_ID, query.shared)
  }

  #binding(query: ListQuery, tenantId: string | null, scope: Scope | undefined): string {
    const { limit: _, cursor: __, count: ___, ...rest } = query
    const entries = Object.entries({ ...rest, ...scope?.values }).sort(([a], [b]) => (a < b ? -1 : 1))
    return JSON.stringify([this.spec.record, tenantId, entries])
  }

  /** The records that a body names must be visible and in use. */
  async #assertReferences(reader: Reader, values: Record<string, unknown>): Promise<void> {
    const named = Object.entries(this.spec.references ?? {}).filter(
      ([field]) => typeof values[field] === 'string',
    )
    await Promise.all(named.map(([field, store]) => store().reference(reader, field, String(values[field]))))
  }

  /** The records that a filter names must be visible: a mistyped id would otherwise list nothing. */
  async #assertFilters(reader: Reader, query: ListQuery): Promise<void> {
    const named = Object.entries(this.spec.references ?? {}).filter(([field]) => query[field] !== undefined)
    await Promise.all(
      named.map(async ([field, store]) => {
        const ids = [query[field]].flat().map(String)
        const visible = await store().visibleIds(reader, ids)
        if (ids.some((id) => !visible.includes(id)))
          throw invalid({
            in: 'query',
            field,
            code: 'reference_not_found',
            message: 'no such record is visible in the selected tenant',
          })
      }),
    )
  }

  /** A permission held in some projects reaches the records of those projects only. */
  async #assertInScope(context: WriteContext, row: object): Promise<void> {
    const { projectIds } = await context.entered()
    if (projectIds !== null && !projectIds.includes(Reflect.get(row, 'project_id')))
      throw problem('permission_denied')
  }

  async #assertFree(tx: Reader, id: string): Promise<void> {
    const counts = await Promise.all(
      (this.spec.dependents ?? []).map(async (column) => {
        const row = await tx.first(
          sqlStatement<{ count: number }>(
            sql`select count(*)::int as count from ${column.table} where ${eq(column, sql.placeholder('id'))}`,
          ),
          { id },
        )
        return [getTableName(column.table), row?.count ?? 0] as const
      }),
    )
    const used = counts.filter(([, count]) => count > 0)
    if (used.length === 0) return
    const told = used.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ')
    throw problem(
      'dependent_item_exists',
      { dependents: Object.fromEntries(used) },
      `Still in use by ${told}. Remove them first, or archive the record.`,
    )
  }

  #placeholders(values: Record<string, unknown>): T['$inferInsert'] {
    // Built by column name from validated values; the compiler cannot follow names.
    return Object.fromEntries(
      Object.keys(values).map((name) => [name, sql.placeholder(name)]),
    ) as T['$inferInsert']
  }

  #from(): PgTable {
    return this.spec.table
  }

  #column(name: string): PgColumn {
    const column = this.columns[name]
    if (!column) throw new Error(`${getTableName(this.spec.table)} has no column ${name}`)
    return column
  }

  #is(name: string): SQL {
    return eq(this.#column(name), sql.placeholder(name))
  }

  #mine(): SQL {
    if (this.spec.kind === 'global') return sql`true`
    const mine = sql`${this.#column('tenant_id')} = current_setting('app.tenant_id')`
    const project = this.columns.project_id
    if (!project) return mine
    // Set by `enter` where the permission is held in some projects only; else it is empty.
    const scope = sql`current_setting('app.project_ids', true)`
    return sql`${mine} and (coalesce(${scope}, '') = '' or ${project} = any(string_to_array(${scope}, ',')))`
  }

  #visible(): SQL {
    return this.spec.kind !== 'catalogue'
      ? this.#mine()
      : sql`${this.#column('tenant_id')} in (current_setting('app.tenant_id'), ${sql.raw(`'${ROOT_TENANT_ID}'`)})`
  }
}

function rethrow(error: unknown): never {
  throw error
}

function refuseMissing(): never {
  throw problem('not_found')
}

function refuseUnstored(record: string): never {
  throw new Error(`${record}: the insert returned no row`)
}

/** Every table of a store has these columns; the catalogue test checks it. */
const common = (row: object) => row as Common

const definedOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Members that hold something. */
const presentOf = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

const emptied = (row: object) => Object.fromEntries(Object.entries(row).map(([field]) => [field, null]))
