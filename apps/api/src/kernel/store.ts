import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { changesBetween, noting } from './audit.ts'
import type { WriteContext } from './context.ts'
import { definedOf } from './defined.ts'
import { newId } from './ids.ts'
import type { Columns } from './list.ts'
import { invalid, problem, referenceNotFound } from './problem.ts'
import { assertFree, assertInScope, assertMadeInScope, type Referable, references } from './references.ts'
import { build, quiet, type Reader, type Statement, sqlStatement } from './statement.ts'
import { type Buildable, StatementCache, statementOf } from './statement-cache.ts'
import { common, type RowOf, Rows, type StoreSpec, tellable } from './store-rows.ts'
import type { Transaction } from './transaction.ts'

export type { RowOf, StoreSpec } from './store-rows.ts'

/** Reads and writes the records of one table. Every statement names the tenant; row level security is the net below. */
export class Store<T extends PgTable, D extends Record<string, SQL.Aliased> = Record<never, never>>
  extends Rows<T, D>
  implements Referable
{
  readonly #statements = new StatementCache<RowOf<T, D>>()
  /** Records that were referred to, until one of the store's is changed. */
  readonly #referred = new WeakMap<Reader, Map<string, Promise<RowOf<T, D> | undefined>>>()
  readonly #tellable: readonly string[]

  constructor(spec: StoreSpec<T, D>) {
    super(spec)
    this.#tellable = spec.audited ?? tellable(this.columns).map(([name]) => name)
  }

  /** The record, or undefined when it is not visible. */
  find(reader: Reader, id: string): Promise<RowOf<T, D> | undefined> {
    return reader.first(
      this.#select('find', () => [this.selection(), this.visible()]),
      { id },
    )
  }

  /** The record; `not_found` when it is not visible. */
  async get(reader: Reader, id: string): Promise<RowOf<T, D>> {
    return (await this.find(reader, id)) ?? refuseMissing()
  }

  /** A record that a part is added to: it must be visible, and not archived. */
  async getOpen(reader: Reader, id: string): Promise<RowOf<T, D>> {
    const row = await this.get(reader, id)
    if (common(row).archived_at) throw problem('record_archived')
    return row
  }

  /**
   * A record that a request refers to: it must be in use, and the caller must be able to see it where the body names it.
   * Without the members that are worked out. Further calls in the same transaction return the same.
   */
  async reference(tx: Transaction, field: string, id: string): Promise<T['$inferSelect']> {
    const read = this.#referred.get(tx) ?? new Map<string, Promise<RowOf<T, D> | undefined>>()
    this.#referred.set(tx, read)
    const found =
      read.get(id) ??
      tx.first(
        this.#select('reference', () => [this.columns, this.#referable()]),
        { id, named: tx.namedAmong([id]) },
      )
    read.set(id, found)
    const row = await found
    if (!row) throw invalid(referenceNotFound(field))
    if (common(row).archived_at)
      throw invalid({ field, code: 'reference_archived', message: 'the record is archived' })
    if (common(row).is_active === false)
      throw invalid({ field, code: 'reference_archived', message: 'the record is not active any more' })
    return row
  }

  /** Those of the ids that a request may refer to, of archived records, too. */
  async referableIds(tx: Transaction, ids: readonly string[]): Promise<string[]> {
    const id = this.column('id')
    const rows = await tx.run(
      this.fixed('referable', () =>
        build
          .select({ id })
          .from(this.from())
          .where(and(sql`${id} = any(${sql.placeholder('ids')}::text[])`, this.#referable())),
      ),
      { ids, named: tx.namedAmong(ids) },
    )
    return rows.map((row) => common(row).id)
  }

  /**
   * Those of the ids whose records the caller can see, archived ones among them. For a caller who sees all records of the
   * kind every id is returned, whether or not it exists.
   */
  async seenIds(reader: Reader, ids: readonly string[]): Promise<string[]> {
    const rows = await reader.run(
      this.fixed('seen', () =>
        sqlStatement(sql`
          select w.id from unnest(${sql.placeholder('ids')}::text[]) w (id)
           where ${this.seesAll()} or exists (
             select from ${this.from()} where ${this.column('id')} = w.id and ${this.ofTenant()} and ${this.seen()})`),
      ),
      { ids },
    )
    return rows.map((row) => common(row).id)
  }

  /** Keeps the tenant's own record from being deleted until the transaction ends: what follows refers to it. */
  keep(tx: Transaction, id: string): Promise<unknown> {
    this.#referred.delete(tx)
    return tx.first(
      this.fixed('keep', () =>
        build
          .select({ id: this.column('id') })
          .from(this.from())
          .where(this.ownRow())
          .for('key share'),
      ),
      { id },
    )
  }

  /** The record, locked until the transaction ends, for a change that `ifMatch` admits. */
  async lock(context: WriteContext, id: string): Promise<RowOf<T, D>> {
    return this.admit(context, id, await context.tx.first(this.lockStatement(), { id }))
  }

  /** Locks a record that a body names and that gets a part: it must be the tenant's own, as its parts are. */
  async lockNamed(tx: Transaction, field: string, id: string): Promise<RowOf<T, D>> {
    await this.reference(tx, field, id)
    const row = await tx.first(this.lockStatement(), { id })
    if (row) return row
    throw (await this.find(tx, id)) ? problem('read_only_shared_record') : invalid(referenceNotFound(field))
  }

  /** Reads and locks the tenant's own record. */
  lockStatement(): Statement<RowOf<T, D>> {
    return this.fixed('lock', () =>
      build.select(this.selection()).from(this.from()).where(this.ownRow()).for('update'),
    )
  }

  /**
   * Refuses a change of a record that is not there, not the tenant's own, out of the permission's scope, or of another
   * version than `If-Match` says.
   */
  async admit(context: WriteContext, id: string, row: RowOf<T, D> | undefined): Promise<RowOf<T, D>> {
    if (!row) {
      const visible = this.spec.kind === 'catalogue' ? await this.find(context.tx, id) : undefined
      throw visible ? problem('read_only_shared_record') : problem('not_found')
    }
    this.#referred.delete(context.tx)
    await assertInScope(context, row, this.spec.project)
    if (context.ifMatch && !context.ifMatch.includes(common(row).version))
      throw problem('precondition_failed')
    return row
  }

  /** Adds a record and notes it in the audit log, both by one statement. */
  async insert(context: WriteContext, values: Record<string, unknown>): Promise<RowOf<T, D>> {
    if (values.tenant_id !== undefined && values.tenant_id !== (await context.tenantId()))
      throw problem('tenant_access_denied', {}, 'tenant_id must be the selected tenant, or be left out.')
    const { table, record, computed } = this.spec
    const given = definedOf({ ...values, id: newId(), tenant_id: undefined })
    const referred = quiet(references(this.spec.references, context.tx, given))
    const { id } = common(given)
    const { audited } = this.spec
    const told = Object.keys(given).filter((name) => audited?.includes(name) ?? true)
    const changes = changesBetween(told, {}, given)
    const entry = context.noted({ action: 'created', recordType: record, recordId: id, changes })
    const inserting = () =>
      build
        .insert(table)
        .values({ ...this.placeholders(given), ...computed })
        .returning(this.selection())
    const key = `insert ${Object.keys(given)}`
    const inserted = entry
      ? context.tx.first(
          this.shaped(`noted ${key}`, () => noting(inserting())),
          { ...given, ...entry },
        )
      : context.tx.first(this.shaped(key, inserting), given)
    await referred
    const row = (await inserted) ?? refuseUnstored(record)
    await assertMadeInScope(context, row, this.spec.project)
    return row
  }

  /** Changes the columns in which `patch` differs from the locked record; without any, nothing happens. */
  async update(
    context: WriteContext,
    before: RowOf<T, D>,
    patch: Record<string, unknown>,
  ): Promise<RowOf<T, D>> {
    if (common(before).archived_at) throw problem('record_archived')
    const given = definedOf(patch)
    const changed = changesBetween(Object.keys(given), before, given).map(({ field }) => field)
    if (changed.length === 0) return before
    const values = Object.fromEntries(changed.map((field) => [field, given[field]]))
    await references(this.spec.references, context.tx, values)
    const row = await context.tx.first(
      this.shaped(`update ${changed}`, () =>
        build
          .update(this.spec.table)
          .set({ ...this.placeholders(values), ...this.touched() })
          .where(this.ownRow())
          .returning(this.selection()),
      ),
      { ...values, id: common(before).id },
    )
    if (!row) throw new Error(`${this.spec.record}: a locked record was gone`)
    await assertInScope(context, row, this.spec.project)
    this.noteChange(context, 'updated', before, row)
    return row
  }

  /** Deletes a record that nothing depends on. */
  async remove(context: WriteContext, id: string): Promise<void> {
    const row = await this.lock(context, id)
    await assertFree(this, context.tx, id)
    await context.tx.run(
      this.fixed('delete', () => build.delete(this.spec.table).where(this.ownRow())),
      { id },
    )
    const changes = changesBetween(this.#tellable, row, {})
    context.audit({ action: 'deleted', recordType: this.spec.record, recordId: id, changes })
  }

  /** Notes in the audit log what distinguishes two versions of a record. */
  noteChange(
    context: WriteContext,
    action: 'updated' | 'moved',
    before: RowOf<T, D>,
    after: RowOf<T, D>,
    said: { readonly reason?: string | undefined; readonly notes?: string | undefined } = {},
  ): void {
    const changes = changesBetween(this.#tellable, before, after)
    context.audit({ action, recordType: this.spec.record, recordId: common(after).id, ...said, changes })
  }

  /** A statement that the store has in any case, built once. Its rows are what `selection` names. */
  fixed(key: string, make: () => Buildable | Statement<RowOf<T, D>>): Statement<RowOf<T, D>> {
    return this.#statements.fixed(key, make)
  }

  /** A statement whose shape a caller chooses; the number of those that are kept is bounded. */
  shaped(key: string, make: () => Buildable | Statement<RowOf<T, D>>): Statement<RowOf<T, D>> {
    return this.#statements.shaped(key, make)
  }

  /**
   * The condition that a request may refer to a row. What its body names the caller must be able to see; what the service
   * supplies (a record of the path, a default, the holder of an asset) only has to be there.
   */
  #referable(): SQL {
    const isNamed = sql`${this.column('id')} = any(${sql.placeholder('named')}::text[])`
    return sql`${this.ofTenant()} and case when ${isNamed} then ${this.seen()} else true end`
  }

  #select(key: string, what: () => [columns: ReturnType<typeof this.selection> | Columns, whose: SQL]) {
    return this.fixed(key, () => {
      const [columns, whose] = what()
      const query = build
        .select(columns)
        .from(this.from())
        .where(and(eq(this.column('id'), sql.placeholder('id')), whose))
      // What is worked out may count many others.
      return { ...statementOf<RowOf<T, D>>(query), lane: this.spec.derived ? 'read' : 'lookup' }
    })
  }
}

function refuseMissing(): never {
  throw problem('not_found')
}

function refuseUnstored(record: string): never {
  throw new Error(`${record}: the insert returned no row`)
}
