import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { definedOf } from '../base/defined.ts'
import { newId } from '../base/ids.ts'
import { invalid, problem, referenceNotFound } from '../base/problem.ts'
import { build, ignoreUnhandled } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { type AuditEntry, changesBetween, withAuditEntry } from './audit.ts'
import type { WriteContext } from './context.ts'
import {
  assertInScope,
  assertNewInScope,
  assertUnreferenced,
  type Referable,
  references,
} from './references.ts'
import { ReadRows } from './store-reads.ts'
import { auditedColumns, common, type RowOf, type StoreSpec } from './store-spec.ts'

export type { RowOf, StoreSpec } from './store-spec.ts'

/** The version of a record that was just created. */
export const FIRST_VERSION = 1

/**
 * Reads and writes the records of one table. Every statement names the tenant; row level security is the second line of
 * defence.
 */
export class Store<T extends PgTable, D extends Record<string, SQL.Aliased> = Record<never, never>>
  extends ReadRows<T, D>
  implements Referable
{
  readonly #auditedColumns: readonly string[]

  constructor(spec: StoreSpec<T, D>) {
    super(spec)
    this.#auditedColumns = spec.audited ?? auditedColumns(this.columns).map(([name]) => name)
  }

  /** The store that counts the records of lists. A store that joins tables overrides it, because a count needs no join. */
  get counting(): Store<T, D> {
    return this
  }

  /** The record, locked until the transaction ends, for a change that `ifMatch` allows. */
  async lock(context: WriteContext, id: string): Promise<RowOf<T, D>> {
    return this.assertChangeable(context, id, await context.tx.first(this.lockStatement(), { id }))
  }

  /**
   * Locks the record in `field` of the body, to which a part is added. Throws for a shared record: its parts would belong to
   * the root tenant.
   */
  async lockNamed(tx: Transaction, field: string, id: string): Promise<RowOf<T, D>> {
    await this.reference(tx, field, id)
    const row = await tx.first(this.lockStatement(), { id })
    if (row) return row
    throw (await this.find(tx, id)) ? problem('read_only_shared_record') : invalid(referenceNotFound(field))
  }

  /**
   * Rejects a change of a record that does not exist, is not the tenant's own, is outside of the permission's projects, or
   * has another version than `If-Match` says.
   */
  async assertChangeable(
    context: WriteContext,
    id: string,
    row: RowOf<T, D> | undefined,
  ): Promise<RowOf<T, D>> {
    if (!row) {
      const visible = this.spec.kind === 'catalogue' ? await this.find(context.tx, id) : undefined
      throw visible ? problem('read_only_shared_record') : problem('not_found')
    }
    this.clearReferred(context.tx)
    await assertInScope(context, row, this.spec.project)
    if (context.ifMatch && !context.ifMatch.includes(common(row).version))
      throw problem('precondition_failed')
    return row
  }

  /**
   * Inserts a record and its audit entry in one statement. Pass an id if another statement refers to it. The statements are sent
   * immediately, before those of any later call.
   */
  async insert(
    context: WriteContext,
    values: Record<string, unknown>,
    newRecordId = newId(),
  ): Promise<RowOf<T, D>> {
    const selected = ignoreUnhandled(assertSelected(context, values.tenant_id))
    const { table, record, insertedAs } = this.spec
    const defined = definedOf({ ...values, id: newRecordId, tenant_id: undefined })
    const referred = ignoreUnhandled(references(this.spec.references, context.tx, defined))
    const { id } = common(defined)
    const { audited } = this.spec
    const recorded = Object.keys(defined).filter((name) => audited?.includes(name) ?? true)
    const changes = changesBetween(recorded, {}, defined)
    const entry = context.auditValues({
      action: 'created',
      recordType: record,
      recordId: id,
      version: FIRST_VERSION,
      changes,
    })
    const inserting = () =>
      build
        .insert(table)
        .values({ ...this.placeholders(defined), ...insertedAs })
        .returning(this.selection())
    const key = `insert ${Object.keys(defined)}`
    const inserted = entry
      ? context.tx.first(
          this.shaped(`audited ${key}`, () => withAuditEntry(inserting())),
          { ...defined, ...entry },
        )
      : context.tx.first(this.shaped(key, inserting), defined)
    await selected
    await referred
    const row = (await inserted) ?? refuseUnstored(record)
    await assertNewInScope(context, row, this.spec.project)
    return row
  }

  /**
   * Updates the columns in which `patch` differs from the locked record; does nothing when none differ. The statements are sent
   * immediately, before those of any later call.
   */
  async update(
    context: WriteContext,
    before: RowOf<T, D>,
    patch: Record<string, unknown>,
  ): Promise<RowOf<T, D>> {
    if (common(before).archived_at) throw problem('record_archived')
    const defined = definedOf(patch)
    const changed = changesBetween(Object.keys(defined), before, defined).map(({ field }) => field)
    if (changed.length === 0) return before
    const values = Object.fromEntries(changed.map((field) => [field, defined[field]]))
    const referred = ignoreUnhandled(references(this.spec.references, context.tx, values))
    // If a column is not audited, audited members are computed from it: their values are known only from the result.
    const isDerived = changed.some((name) => !this.#auditedColumns.includes(name))
    const updated = this.#sendUpdate(
      context,
      before,
      values,
      isDerived ? undefined : this.#entryOf(before, values),
    )
    if (!isDerived) this.#commitAhead(context, before, values)
    await referred
    const row = await updated
    if (!row) throw new Error(`${this.spec.record}: a locked record was deleted`)
    await assertInScope(context, row, this.spec.project)
    if (isDerived) this.recordAudit(context, 'updated', before, row)
    return row
  }

  #entryOf(before: RowOf<T, D>, values: Record<string, unknown>): AuditEntry {
    const { id, version } = common(before)
    const changes = changesBetween(Object.keys(values), before, values)
    return { action: 'updated', recordType: this.spec.record, recordId: id, version: version + 1, changes }
  }

  /** Sends the update of a locked record, with its audit entry in the same statement if it can be written there. */
  #sendUpdate(
    context: WriteContext,
    before: RowOf<T, D>,
    values: Record<string, unknown>,
    entry: AuditEntry | undefined,
  ): Promise<RowOf<T, D> | undefined> {
    const { id } = common(before)
    const changed = Object.keys(values)
    const updating = () =>
      build
        .update(this.spec.table)
        .set({ ...this.placeholders(values), ...this.touched() })
        .where(this.ownRow())
        .returning(this.selection())
    const recorded = entry && context.auditValues(entry)
    if (recorded)
      return context.tx.first(
        this.shaped(`audited update ${changed}`, () => withAuditEntry(updating())),
        { ...values, id, ...recorded },
      )
    const updated = context.tx.first(this.shaped(`update ${changed}`, updating), { ...values, id })
    if (entry) context.audit(entry)
    return updated
  }

  /**
   * Sends COMMIT for the last change of a handler before its result is known. Not for a changed reference or project, because
   * their checks may still reject the change.
   */
  #commitAhead(context: WriteContext, before: RowOf<T, D>, values: Record<string, unknown>): void {
    const { references: referring = {}, project } = this.spec
    const decides = (name: string) => Object.hasOwn(referring, name) || name === (project ?? 'project_id')
    if (!context.isLastChange || Object.keys(values).some(decides)) return
    context.commitAhead?.({ ...before, ...values, version: common(before).version + 1 })
  }

  /** Deletes a record that nothing refers to. References are counted after the record is locked, in the same round trip. */
  async remove(context: WriteContext, id: string): Promise<void> {
    const locking = ignoreUnhandled(this.lock(context, id))
    const counting = ignoreUnhandled(assertUnreferenced(this, context.tx, id))
    const row = await locking
    await counting
    // COMMIT fails when this statement fails: references that are not counted above violate their foreign keys.
    void context.tx.run(
      this.fixed('delete', () => build.delete(this.spec.table).where(this.ownRow())),
      { id },
    )
    const changes = changesBetween(this.#auditedColumns, row, {})
    const { version } = common(row)
    context.audit({ action: 'deleted', recordType: this.spec.record, recordId: id, version, changes })
  }

  /** Records the differences between two versions of a record in the audit log. */
  recordAudit(
    context: WriteContext,
    action: 'updated' | 'moved',
    before: RowOf<T, D>,
    after: RowOf<T, D>,
    comments: { readonly reason?: string | undefined; readonly notes?: string | undefined } = {},
  ): void {
    const changes = changesBetween(this.#auditedColumns, before, after)
    const { id, version } = common(after)
    context.audit({ action, recordType: this.spec.record, recordId: id, version, ...comments, changes })
  }
}

/** Rejects a new record of another tenant than the selected one. */
export async function assertSelected(context: WriteContext, tenantId: unknown): Promise<void> {
  if (tenantId !== undefined && tenantId !== (await context.tenantId()))
    throw problem('tenant_access_denied', {}, 'tenant_id must be the selected tenant, or be left out.')
}

function refuseUnstored(record: string): never {
  throw new Error(`${record}: the insert returned no row`)
}
