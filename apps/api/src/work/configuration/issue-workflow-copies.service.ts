import type { IssueConfigurationCloneInput } from '@commonhold/contract'
import type { WriteContext } from '../../store/context.ts'
import { activeIds, hasGroups, partsOf } from './issue-copies.repository.ts'
import { copied } from './issue-copies.rules.ts'
import { namesOfCopy } from './issue-copies.service.ts'
import { issueWorkflowStatusStore } from './issue-workflow-statuses.store.ts'
import {
  fieldsNamed,
  issueWorkflowTransitionStore,
  recordFields,
  recordGroups,
} from './issue-workflow-transitions.store.ts'
import { issueWorkflowStore } from './issue-workflows.store.ts'

type TransitionRow = Awaited<ReturnType<typeof issueWorkflowTransitionStore.get>>

/** Creates a workflow of the tenant with the active statuses of another workflow and the transitions between them. */
export async function copyWorkflow(context: WriteContext, id: string, given?: IssueConfigurationCloneInput) {
  const { tx } = context
  const source = await issueWorkflowStore.get(tx, id)
  const names = await namesOfCopy(context, issueWorkflowStore, source, given)
  const workflow = await issueWorkflowStore.insert(context, {
    ...names,
    description: source.description,
    tenant_id: given?.tenant_id,
  })
  const statusIds = await copyStatuses(context, id, workflow.id)
  const screens = await activeIds(tx, 'screens')
  for (const row of await partsOf(tx, issueWorkflowTransitionStore, 'workflow_id', id)) {
    const ends = [row.to_status_id, ...(row.from_status_id ? [row.from_status_id] : [])]
    if (ends.every((end) => statusIds.includes(end))) await copyTransition(context, row, workflow.id, screens)
  }
  return issueWorkflowStore.get(tx, workflow.id)
}

/** Copies the active statuses of a workflow and returns the ids of the statuses. */
async function copyStatuses(context: WriteContext, id: string, workflow_id: string): Promise<string[]> {
  const active = await activeIds(context.tx, 'statuses')
  const rows = (await partsOf(context.tx, issueWorkflowStatusStore, 'workflow_id', id)).filter((row) =>
    active.has(row.status_id),
  )
  const initial = rows.find(({ is_initial }) => is_initial) ?? rows[0]
  for (const row of rows)
    await issueWorkflowStatusStore.insert(context, {
      ...copied(row, []),
      workflow_id,
      is_initial: row === initial,
    })
  return rows.map(({ status_id }) => status_id)
}

/** Copies a transition. If the tenant lacks its groups, the copy is inactive, because it would allow every user. */
async function copyTransition(
  context: WriteContext,
  row: TransitionRow,
  workflow_id: string,
  screens: ReadonlySet<string>,
): Promise<void> {
  const { tx } = context
  const isForOwn = await hasGroups(tx, row.allowed_group_ids)
  const allowed_group_ids = isForOwn ? row.allowed_group_ids : []
  const { id } = await issueWorkflowTransitionStore.insert(context, {
    ...copied(row, ['type']),
    workflow_id,
    screen_id: row.screen_id && screens.has(row.screen_id) ? row.screen_id : null,
    allowed_group_ids,
    is_active: row.is_active && isForOwn,
  })
  const paths = [...Object.keys(row.condition), ...Object.keys(row.set_fields)]
  const fields = await tx.run(fieldsNamed, { keys: row.required_fields, paths })
  await tx.run(recordGroups, { id, group_ids: allowed_group_ids })
  await tx.run(recordFields, { id, field_ids: [...new Set(fields.map((field) => field.id))] })
}
