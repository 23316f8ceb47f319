import { type IssueTypeUpdate, operationGroups } from '@commonhold/contract'
import { invalid, problem } from '../../base/problem.ts'
import { changesBetween } from '../../store/audit.ts'
import { rewritingAudit, type WriteContext } from '../../store/context.ts'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { withIds } from '../../store/key-or-id.ts'
import { lockFamily, misplacedAt } from './issue-hierarchy.repository.ts'
import { defaultHandlers, lockDefaultable } from './issue-keys.service.ts'
import { issueScreens } from './issue-screens.table.ts'
import { saveProjects } from './issue-settings.repository.ts'
import { assertProjects, settle, settleShared } from './issue-settings.service.ts'
import { issueTypeStore, workflowOfSubtype } from './issue-types.store.ts'
import { assertFillable } from './issue-unfillable.service.ts'
import { assertUnused } from './issue-uses.repository.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'
import { issueWorkflows } from './issue-workflows.table.ts'

/** The references of a type, by key or id. */
const named = { workflow: issueWorkflows, create_screen: issueScreens, edit_screen: issueScreens }

const { create } = defaultHandlers(issueTypeStore)

/** Throws if issues of the type have a status that is not in the new workflow. */
async function assertHasStatuses(context: WriteContext, id: string, workflow_id: string): Promise<void> {
  await issueWorkflowStore.reference(context.tx, 'workflow_id', workflow_id)
  await assertUnused(
    context.tx,
    'outside_workflow',
    { issue_type_id: id, workflow_id },
    'Issues of the type have statuses that are not in the workflow. Move those issues, or add the statuses to the workflow.',
  )
}

/** Throws if issues of the type would violate the hierarchy with the new level. */
async function assertPlaced(context: WriteContext, id: string, level: number): Promise<void> {
  await lockFamily(context.tx)
  const count = await misplacedAt(context.tx, id, level)
  if (count > 0)
    throw problem(
      'dependent_item_exists',
      { dependents: { issues: count } },
      'With this level, issues of the type would be above their parents, below their children, or without a parent. Change those issues first.',
    )
}

/** After a type is activated or gets another create screen, it must be possible to create issues of the type. */
async function assertCreatable({ tx }: WriteContext, type_id: string, body: IssueTypeUpdate): Promise<void> {
  const member = body.create_screen_id ? 'create_screen_id' : body.is_active ? 'is_active' : undefined
  if (member) await assertFillable(tx, { type_id }, member)
}

/** Changes a type of the tenant. */
async function changeOwn(context: WriteContext, id: string, { project_ids, ...body }: IssueTypeUpdate) {
  const { workflow_id, hierarchy_level } = body
  const before = await lockDefaultable(context, issueTypeStore, id, body)
  if (workflow_id) await assertHasStatuses(context, before.id, workflow_id)
  if (hierarchy_level !== undefined && hierarchy_level !== before.hierarchy_level)
    await assertPlaced(context, before.id, hierarchy_level)
  await issueTypeStore.update(context, before, body)
  if (project_ids) await settle(context, issueTypeStore, before, id, { project_ids })
  await assertCreatable(context, id, body)
  return issueTypeStore.get(context.tx, id)
}

/** A context that adds the projects of a new type to its audit entry. */
const recordingProjects = (context: WriteContext, project_ids: readonly string[]): WriteContext => {
  const projects = project_ids.length > 0 ? changesBetween(['project_ids'], {}, { project_ids }) : []
  return rewritingAudit(context, (entry) => ({ ...entry, changes: [...(entry.changes ?? []), ...projects] }))
}

export const issueTypeHandlers = implement(operationGroups.issueTypes, {
  ...crudHandlers(operationGroups.issueTypes, issueTypeStore),
  update: async ({ params, body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    const settled = await settleShared(context, issueTypeStore, params.issue_type_id, body)
    if (!settled) return changeOwn(context, params.issue_type_id, body)
    if (body.is_active) await assertFillable(context.tx, { type_id: settled.id }, 'is_active')
    return settled
  },
  create: async ({ body: given }, context) => {
    const { project_ids = [], ...body } = await withIds(context.tx, given, named)
    const subtype = body.subtype ?? 'task'
    const workflow_id = body.workflow_id ?? (await context.tx.first(workflowOfSubtype, { subtype }))?.id
    if (!workflow_id)
      throw invalid({
        field: 'workflow_id',
        code: 'required',
        message: 'there is no default workflow; send workflow_id',
      })
    const complete = { ...body, subtype, workflow_id }
    const type = await create({ body: complete }, recordingProjects(context, project_ids))
    if (body.create_screen_id) await assertFillable(context.tx, { type_id: type.id }, 'create_screen_id')
    if (project_ids.length === 0) return type
    await assertProjects(context, project_ids, [])
    await saveProjects(context.tx, type.id, project_ids)
    return issueTypeStore.get(context.tx, type.id)
  },
})
