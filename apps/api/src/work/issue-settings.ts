import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { changesBetween } from '../kernel/audit.ts'
import type { WriteContext } from '../kernel/context.ts'
import { type Fault, faultsIn, invalid, problem } from '../kernel/problem.ts'
import type { RowOf } from '../kernel/store.ts'
import { takeTurn } from '../kernel/turns.ts'
import { isUsed, saveProjects, saveSettings } from './issue-settings.repository.ts'
import { projectStore } from './projects.store.ts'
import type { SwitchableStore } from './switchable.store.ts'

/** What a tenant says of a record beside its row. */
export interface Settings {
  readonly is_active?: boolean | undefined
  readonly project_ids?: readonly string[] | undefined
}

const settable: readonly string[] = ['is_active', 'project_ids']

/** What every record with settings has. */
interface Settled {
  readonly is_active: boolean
  readonly version: number
}

/**
 * Changes what the selected tenant says of a shared record, which itself stays as it is for others. Undefined where the
 * record is the tenant's own, or where the body asks for more.
 */
export async function settleShared<
  T extends PgTable & { $inferSelect: Settled },
  D extends Record<string, SQL.Aliased>,
>(
  context: WriteContext,
  store: SwitchableStore<T, D>,
  id: string,
  body: Settings,
): Promise<RowOf<T, D> | undefined> {
  const { tx } = context
  const members = Object.keys(body)
  if (members.length === 0 || !members.every((member) => settable.includes(member))) return undefined
  await takeTurn(tx, 'issue_settings')
  const before = await store.find(tx, id)
  if (!before?.is_shared || (await isOwn(context, before))) return undefined
  if (context.ifMatch && !context.ifMatch.includes(before.version)) throw problem('precondition_failed')
  return settle(context, store, before, id, body)
}

const isOwn = async (context: WriteContext, row: object) =>
  Reflect.get(row, 'tenant_id') === (await context.tenantId())

/** Stores the tenant's settings of a record, with an entry in the audit log; nothing where nothing changes. */
export async function settle<
  T extends PgTable & { $inferSelect: Settled },
  D extends Record<string, SQL.Aliased>,
>(
  context: WriteContext,
  store: SwitchableStore<T, D>,
  before: RowOf<T, D>,
  id: string,
  given: Settings,
): Promise<RowOf<T, D>> {
  const { tx } = context
  const settings = given.project_ids ? { ...given, project_ids: [...given.project_ids].sort() } : given
  const changes = changesBetween(Object.keys(settings), before, { ...settings })
  if (changes.length === 0) return before
  if (settings.project_ids) {
    await assertProjects(context, settings.project_ids)
    await saveProjects(tx, id, settings.project_ids)
  }
  await saveSettings(tx, store.spec.record, id, settings.is_active ?? (await isUsed(tx, id)))
  const after = await store.get(tx, id)
  if (settings.is_active && !after.is_active)
    throw invalid({
      field: 'is_active',
      code: 'not_allowed_value',
      message: 'the shared record is not active in any tenant; make a record of your own instead',
    })
  context.audit({ action: 'updated', recordType: store.spec.record, recordId: id, changes })
  return after
}

/** Every project that limits a type is visible and in use, and named once. */
export async function assertProjects({ tx }: WriteContext, ids: readonly string[]): Promise<void> {
  const repeated = ids.flatMap((id, at): Fault[] =>
    ids.indexOf(id) < at
      ? [
          {
            field: `/project_ids/${at}`,
            code: 'not_allowed_value',
            message: 'the project is repeated; send it once',
          },
        ]
      : [],
  )
  const faults = await faultsIn(
    ...ids.map((id, at) => () => projectStore.reference(tx, `/project_ids/${at}`, id)),
  )
  if (repeated.length + faults.length > 0) throw invalid(...repeated, ...faults)
}
