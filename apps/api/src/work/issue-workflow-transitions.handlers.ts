import { contract } from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { type Fault, invalid } from '../kernel/problem.ts'
import { statusesOfWorkflow } from './issue-workflow-statuses.store.ts'
import { type TransitionRules, transitionFaults } from './issue-workflow-transitions.rules.ts'
import {
  fieldsNamed,
  forgetNamed,
  groupsInUse,
  issueWorkflowTransitionStore,
  noteFields,
  noteGroups,
} from './issue-workflow-transitions.store.ts'
import { lockOwnWorkflow } from './issue-workflows.repository.ts'

const unsaid = {
  required_fields: [],
  allowed_group_ids: [],
  allowed_actors: [],
  condition: {},
  set_fields: {},
} as const

interface Ends {
  readonly workflow_id: string
  readonly from_status_id?: string | null | undefined
  readonly to_status_id: string
}

/** Both statuses are visible, and statuses of the workflow. */
async function assertEnds(context: WriteContext, ends: Ends): Promise<void> {
  const named = (['from_status_id', 'to_status_id'] as const).flatMap((field) => {
    const id = ends[field]
    return typeof id === 'string' ? [{ field, id }] : []
  })
  const references = issueWorkflowTransitionStore.spec.references
  for (const { field, id } of named) await references?.[field]?.reference(context.tx, field, id)
  const found = await context.tx.run(statusesOfWorkflow, {
    workflow_id: ends.workflow_id,
    status_ids: named.map(({ id }) => id),
  })
  const faults = named
    .filter(({ id }) => found.every(({ status_id }) => status_id !== id))
    .map(
      ({ field }): Fault => ({
        field,
        code: 'status_not_in_workflow',
        message: 'the status is not one of the workflow; add it there first',
      }),
    )
  if (faults.length > 0) throw invalid(...faults)
}

/** Holds what the transition says against the fields and groups that there are; returns the fields that it names. */
async function assertRules(context: WriteContext, rules: TransitionRules): Promise<string[]> {
  const { required_fields: keys, allowed_group_ids: ids, condition, set_fields } = rules
  const paths = [...Object.keys(condition), ...Object.keys(set_fields)]
  const [fields, groups] = await Promise.all([
    context.tx.run(fieldsNamed, { keys, paths }),
    context.tx.run(groupsInUse, { ids }),
  ])
  const missing = ids.flatMap((id, at): Fault[] => {
    const group = groups.find((one) => one.id === id)
    if (group && !group.archived) return []
    const field = `/allowed_group_ids/${at}`
    return group
      ? [{ field, code: 'reference_archived', message: 'the group is archived' }]
      : [{ field, code: 'reference_not_found', message: 'the tenant has no such group' }]
  })
  const faults = [...transitionFaults(rules, fields), ...missing]
  if (faults.length > 0) throw invalid(...faults)
  const named = [
    ...keys.map((key) => fields.find((field) => field.key === key)),
    ...paths.map((path) => fields.find((field) => field.path === path)),
  ]
  return [...new Set(named.flatMap((field) => (field ? [field.id] : [])))]
}

async function note(
  context: WriteContext,
  id: string,
  group_ids: readonly string[],
  field_ids: readonly string[],
) {
  for (const forget of forgetNamed) await context.tx.run(forget, { id })
  await context.tx.run(noteGroups, { id, group_ids })
  await context.tx.run(noteFields, { id, field_ids })
}

export const issueWorkflowTransitionHandlers = implement(contract.issueWorkflowTransitions, {
  ...crudHandlers(contract.issueWorkflowTransitions, issueWorkflowTransitionStore),
  create: async ({ body }, context) => {
    await lockOwnWorkflow(context, body.workflow_id)
    await assertEnds(context, body)
    const rules = { ...unsaid, ...body }
    const fields = await assertRules(context, rules)
    const transition = await issueWorkflowTransitionStore.insert(context, body)
    await note(context, transition.id, rules.allowed_group_ids, fields)
    return transition
  },
  update: async ({ params, body }, context) => {
    const before = await issueWorkflowTransitionStore.lock(context, params.issue_workflow_transition_id)
    const changed = { ...before, ...body }
    const { from_status_id, to_status_id } = body
    if (from_status_id || to_status_id)
      await assertEnds(context, {
        workflow_id: before.workflow_id,
        from_status_id,
        to_status_id: to_status_id ?? before.to_status_id,
      })
    const fields = await assertRules(context, changed)
    const transition = await issueWorkflowTransitionStore.update(context, before, body)
    await note(context, transition.id, changed.allowed_group_ids, fields)
    return transition
  },
})
