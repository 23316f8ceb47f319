import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { invalid, problem, referenceNotFound } from '../base/problem.ts'
import { build, type Reader, type Statement, sqlStatement } from '../db/statement.ts'
import { type Buildable, StatementCache, statementOf } from '../db/statement-cache.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Group } from './grouping.ts'
import type { Columns } from './list.ts'
import { Rows } from './store-rows.ts'
import { common, type RowOf } from './store-spec.ts'

/** Reads the records of one table, locks them, and looks up references of a request. */
export class ReadRows<
  T extends PgTable,
  D extends Record<string, SQL.Aliased> = Record<never, never>,
> extends Rows<T, D> {
  readonly #statements = new StatementCache<RowOf<T, D>>()
  readonly #counts = new StatementCache<Group>()
  /** References that were looked up; cleared when a record of the store changes. */
  readonly #referred = new WeakMap<Reader, Map<string, Promise<RowOf<T, D> | undefined>>>()

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

  /** A record to which a part is added. Rejects if it is not visible, or archived. */
  async getOpen(reader: Reader, id: string): Promise<RowOf<T, D>> {
    const row = await this.get(reader, id)
    if (common(row).archived_at) throw problem('record_archived')
    return row
  }

  /**
   * A record that a request refers to: it must be in use, and when the body refers to it, the caller must be able to see
   * it. Without computed members. Repeated calls in a transaction return the same object.
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
      throw invalid({ field, code: 'reference_archived', message: 'the record is not active' })
    return row
  }

  /** The ids that a request may refer to, including archived records. */
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
   * The ids of records that the caller can see, including archived ones. For a caller who sees all records of the kind
   * every id is returned, whether or not it exists.
   */
  async visibleIds(reader: Reader, ids: readonly string[]): Promise<string[]> {
    const rows = await reader.run(
      this.fixed('visible ids', () =>
        sqlStatement(sql`
          select w.id from unnest(${sql.placeholder('ids')}::text[]) w (id)
           where ${this.seesAll()} or exists (
             select from ${this.from()} where ${this.column('id')} = w.id and ${this.ofTenant()} and ${this.visibleToCaller()})`),
      ),
      { ids },
    )
    return rows.map((row) => common(row).id)
  }

  /** Locks the tenant's own record against deletion until the transaction ends, because a later statement refers to it. */
  lockReference(tx: Transaction, id: string): Promise<unknown> {
    this.clearReferred(tx)
    return tx.first(
      this.fixed('lock reference', () =>
        build
          .select({ id: this.column('id') })
          .from(this.from())
          .where(this.ownRow())
          .for('key share'),
      ),
      { id },
    )
  }

  /** Reads and locks the tenant's own record. */
  lockStatement(): Statement<RowOf<T, D>> {
    return this.fixed('lock', () =>
      build.select(this.selection()).from(this.from()).where(this.ownRow()).for('update'),
    )
  }

  /** Clears the references that were looked up: a record of the store may change from here on. */
  protected clearReferred(tx: Transaction): void {
    this.#referred.delete(tx)
  }

  /** A statement of the store, built once. Its rows have the columns of `selection`. */
  fixed(key: string, make: () => Buildable | Statement<RowOf<T, D>>): Statement<RowOf<T, D>> {
    return this.#statements.fixed(key, make)
  }

  /** A statement whose shape depends on the request; the number of cached ones is limited. */
  shaped(key: string, make: () => Buildable | Statement<RowOf<T, D>>): Statement<RowOf<T, D>> {
    return this.#statements.shaped(key, make)
  }

  /** Like `shaped`, for a statement that counts rows. */
  shapedCount(key: string, make: () => Buildable): Statement<Group> {
    return this.#counts.shaped(key, make)
  }

  /**
   * The condition that a request may refer to a row. The caller must be able to see records that the body refers to;
   * records that the service supplies (a record of the path, a default, the holder of an asset) need only exist.
   */
  #referable(): SQL {
    const isNamed = sql`${this.column('id')} = any(${sql.placeholder('named')}::text[])`
    return sql`${this.ofTenant()} and case when ${isNamed} then ${this.visibleToCaller()} else true end`
  }

  #select(key: string, what: () => [columns: ReturnType<typeof this.selection> | Columns, whose: SQL]) {
    return this.fixed(key, () => {
      const [columns, whose] = what()
      const query = build
        .select(columns)
        .from(this.from())
        .where(and(eq(this.column('id'), sql.placeholder('id')), whose))
      // Stores with computed members do not use the pool for look-ups, because these may count many other rows.
      return { ...statementOf<RowOf<T, D>>(query), pool: this.spec.computed ? 'read' : 'lookup' }
    })
  }
}

function refuseMissing(): never {
  throw problem('not_found')
}
