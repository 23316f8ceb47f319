import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { errorsIn, type FieldError, invalid, problem } from '../../base/problem.ts'
import { lockAdvisory } from '../../db/advisory-locks.ts'
import { changesBetween } from '../../store/audit.ts'
import type { WriteContext } from '../../store/context.ts'
import type { RowOf } from '../../store/store.ts'
import { projectStore } from '../../system/projects.store.ts'
import { hiddenProjects, isUsed, saveProjects, saveSettings } from './issue-settings.repository.ts'
import type { SwitchableStore } from './switchable.store.ts'

/** The tenant's settings of a record. */
export interface Settings {
  readonly is_active?: boolean | undefined
  readonly project_ids?: readonly string[] | undefined
}

const settable: readonly string[] = ['is_active', 'project_ids']

/** The members that every record with settings has. */
interface Settled {
  readonly is_active: boolean
  readonly version: number
}

/**
 * Changes the selected tenant's settings of a shared record. The record does not change for other tenants. Returns undefined
 * if the record is the tenant's own, or if the body changes members that are not settings.
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
  void lockAdvisory(tx, 'issue_settings')
  const before = await store.find(tx, id)
  if (!before?.is_shared || (await isOwn(context, before))) return undefined
  const changed = changesBetween(Object.keys(body), before, { ...body })
  if (!changed.every(({ field }) => settable.includes(field))) return undefined
  if (context.ifMatch && !context.ifMatch.includes(before.version)) throw problem('precondition_failed')
  const { is_active, project_ids } = body
  return settle(context, store, before, id, {
    ...(is_active === undefined ? {} : { is_active }),
    ...(project_ids === undefined ? {} : { project_ids }),
  })
}

const isOwn = async (context: WriteContext, row: object) =>
  Reflect.get(row, 'tenant_id') === (await context.tenantId())

/**
 * Saves the tenant's settings of a record and records the changes, if there are any. Keeps the projects that the caller
 * cannot read and therefore cannot send.
 */
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
  const hidden = given.project_ids ? await hiddenProjects(tx, id) : []
  const settings = given.project_ids
    ? { ...given, project_ids: [...given.project_ids, ...hidden].sort() }
    : given
  const former = { ...before, project_ids: [...projectsOf(before), ...hidden].sort() }
  const changes = changesBetween(Object.keys(settings), former, { ...settings })
  if (changes.length === 0) return before
  if (given.project_ids && settings.project_ids) {
    await assertProjects(context, given.project_ids, projectsOf(before))
    await saveProjects(tx, id, settings.project_ids)
  }
  await saveSettings(tx, store.spec.record, id, settings.is_active ?? (await isUsed(tx, id)))
  const after = await store.get(tx, id)
  if (settings.is_active && !after.is_active)
    throw invalid({
      field: 'is_active',
      code: 'not_allowed_value',
      message: 'the shared record is inactive for every tenant; create a record of your own instead',
    })
  const { version } = after
  context.audit({ action: 'updated', recordType: store.spec.record, recordId: id, version, changes })
  return after
}

/** The projects to which a record is limited and that the caller can see. Only types can be limited to projects. */
const projectsOf = (row: object): string[] =>
  'project_ids' in row ? [row.project_ids].flat().map(String) : []

/** Checks that every added project is visible, not archived and listed once. */
export async function assertProjects(
  { tx }: WriteContext,
  ids: readonly string[],
  before: readonly string[],
): Promise<void> {
  const repeated = ids.flatMap((id, at): FieldError[] =>
    ids.indexOf(id) < at
      ? [
          {
            field: `/project_ids/${at}`,
            code: 'not_allowed_value',
            message: 'the project is in the list already; leave it out',
          },
        ]
      : [],
  )
  const errors = await errorsIn(
    ...ids.flatMap((id, at) =>
      before.includes(id) ? [] : [() => projectStore.reference(tx, `/project_ids/${at}`, id)],
    ),
  )
  if (repeated.length + errors.length > 0) throw invalid(...repeated, ...errors)
}
