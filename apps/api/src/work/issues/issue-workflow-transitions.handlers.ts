import { operationGroups } from '@commonhold/contract'
import { type FieldError, invalid } from '../../base/problem.ts'
import type { WriteContext } from '../../store/context.ts'
import { crudHandlers } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { assertNamed, withIds } from '../../store/key-or-id.ts'
import { unsettable } from '../configuration/issue-configured-values.rules.ts'
import { issueScreens } from '../configuration/issue-screens.table.ts'
import { issueStatuses } from '../configuration/issue-statuses.table.ts'
import { assertFillable, namedIn } from '../configuration/issue-unfillable.service.ts'
import { statusesOfWorkflow } from '../configuration/issue-workflow-statuses.store.ts'
import { keyOfMove } from '../configuration/issue-workflow-transitions.repository.ts'
import {
  pointerIn,
  type TransitionRules,
  transitionErrors,
} from '../configuration/issue-workflow-transitions.rules.ts'
import {
  fieldsNamed,
  forgetNamed,
  groupsInUse,
  issueWorkflowTransitionStore,
  type NamedField,
  recordFields,
  recordGroups,
} from '../configuration/issue-workflow-transitions.store.ts'
import { lockOwnWorkflow } from '../configuration/issue-workflows.repository.ts'
import { issueWorkflowStore } from '../configuration/issue-workflows.store.ts'
import { issueWorkflows } from '../configuration/issue-workflows.table.ts'
import { type ConfiguredValue, configuredValue } from './issue-configured-values.service.ts'

/** The references of a transition, by key or id. */
const named = { from_status: issueStatuses, to_status: issueStatuses, screen: issueScreens }

const defaults = {
  required_fields: [],
  allowed_group_ids: [],
  allowed_actors: [],
  condition: {},
  set_fields: {},
  allowed_values: {},
} as const

interface Ends {
  readonly workflow_id: string
  readonly from_status_id?: string | null | undefined
  readonly to_status_id: string
}

/** Locks a transition. Locks its workflow first, so that the statuses of the workflow do not change. */
async function lockTransition(context: WriteContext, id: string) {
  const found = await issueWorkflowTransitionStore.find(context.tx, id)
  if (found) await context.tx.first(issueWorkflowStore.lockStatement(), { id: found.workflow_id })
  return issueWorkflowTransitionStore.lock(context, id)
}

/** Throws if a transition does not change the status. */
function assertLeadsOn({ from_status_id, to_status_id }: Ends): void {
  if (from_status_id === to_status_id)
    throw invalid({
      field: 'to_status_id',
      code: 'not_allowed_value',
      message: 'from_status and to_status must differ',
    })
}

/** Throws unless both statuses are visible and belong to the workflow. */
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
  const errors = named
    .filter(({ id }) => found.every(({ status_id }) => status_id !== id))
    .map(
      ({ field }): FieldError => ({
        field,
        code: 'status_not_in_workflow',
        message: 'the status is not in the workflow; add it with POST /issue-workflow-statuses first',
      }),
    )
  if (errors.length > 0) throw invalid(...errors)
}

/** The result of the check of a transition against the existing fields and groups. */
interface CheckedRules {
  /** The ids of the fields that the transition names. */
  readonly fields: readonly string[]
  /** The values that the transition sets, in their stored form. */
  readonly set_fields: Readonly<Record<string, unknown>>
}

/**
 * Checks a transition against the existing fields and groups. `given` are the values that have not been checked yet,
 * `allowedBefore` the ids of groups that the transition already allowed.
 */
async function checkRules(
  context: WriteContext,
  rules: TransitionRules,
  given: Pick<TransitionRules, 'set_fields' | 'allowed_values'>,
  allowedBefore: readonly string[],
): Promise<CheckedRules> {
  const { required_fields: keys, allowed_group_ids: ids, condition, set_fields, allowed_values } = rules
  const paths = [condition, set_fields, allowed_values].flatMap((values) => Object.keys(values))
  const [fields, groups] = await Promise.all([
    context.tx.run(fieldsNamed, { keys, paths }),
    context.tx.run(groupsInUse, {
      ids,
      named: context.tx.namedAmong(ids).filter((id) => !allowedBefore.includes(id)),
    }),
  ])
  const missing = ids.flatMap((id, at): FieldError[] => {
    const group = groups.find((one) => one.id === id)
    if (group && !group.archived) return []
    const field = `/allowed_group_ids/${at}`
    return group
      ? [{ field, code: 'reference_archived', message: 'the group is archived' }]
      : [{ field, code: 'reference_not_found', message: 'no such group is visible in the selected tenant' }]
  })
  const set = await Promise.all(
    Object.entries(given.set_fields).map(async ([path, value]) => {
      const field = fields.find((one) => one.path === path)
      return { path, ...(await valueSet(context, field, path, value)) }
    }),
  )
  const allowed = await Promise.all(
    Object.entries(given.allowed_values).flatMap(([path, values]) => {
      const field = fields.find((one) => one.path === path)
      const pointer = pointerIn('allowed_values', path)
      return field
        ? values.map((value, at) => configuredValue(context, field, value, `${pointer}/${at}`))
        : []
    }),
  )
  const errors = [
    ...transitionErrors(rules, fields),
    ...missing,
    ...[...set, ...allowed].flatMap((one) => one.errors),
  ]
  if (errors.length > 0) throw invalid(...errors)
  const named = [
    ...keys.map((key) => fields.find((field) => field.key === key)),
    ...paths.map((path) => fields.find((field) => field.path === path)),
  ]
  return {
    fields: [...new Set(named.flatMap((field) => (field ? [field.id] : [])))],
    set_fields: Object.fromEntries(set.map(({ path, value }) => [path, value])),
  }
}

/** A value that the transition sets, in its stored form, with its errors. `transitionErrors` reports a missing field. */
async function valueSet(
  context: WriteContext,
  field: NamedField | undefined,
  path: string,
  value: unknown,
): Promise<ConfiguredValue> {
  const pointer = pointerIn('set_fields', path)
  const message = unsettable[path]
  if (message !== undefined) return { value, errors: [{ field: pointer, code: 'read_only', message }] }
  return field ? configuredValue(context, field, value, pointer) : { value, errors: [] }
}

async function recordNamed(
  context: WriteContext,
  id: string,
  group_ids: readonly string[],
  field_ids: readonly string[],
) {
  for (const forget of forgetNamed) await context.tx.run(forget, { id })
  await context.tx.run(recordGroups, { id, group_ids })
  await context.tx.run(recordFields, { id, field_ids })
}

/** Throws if the screen of the transition hides a field that the transition requires. */
async function assertStillFillable({ tx }: WriteContext, transition_id: string, body: object): Promise<void> {
  const member = namedIn(body, ['required_fields', 'screen_id', 'set_fields', 'is_active'])
  if (member) await assertFillable(tx, { transition_id }, member)
}

export const issueWorkflowTransitionHandlers = implement(operationGroups.issueWorkflowTransitions, {
  ...crudHandlers(operationGroups.issueWorkflowTransitions, issueWorkflowTransitionStore),
  create: async ({ body: given }, context) => {
    const body = await withIds(context.tx, given, { workflow: issueWorkflows, ...named })
    assertNamed(body, 'workflow_id', 'to_status_id')
    await lockOwnWorkflow(context, body.workflow_id)
    assertLeadsOn(body)
    await assertEnds(context, body)
    const rules = { ...defaults, ...body }
    const { fields, set_fields } = await checkRules(context, rules, rules, [])
    const key = body.key ?? (await keyOfMove(context.tx, body))
    const transition = await issueWorkflowTransitionStore.insert(context, { ...body, key, set_fields })
    await recordNamed(context, transition.id, rules.allowed_group_ids, fields)
    await assertStillFillable(context, transition.id, body)
    return transition
  },
  update: async ({ params, body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    const before = await lockTransition(context, params.issue_workflow_transition_id)
    const changed = { ...before, ...body }
    const { from_status_id, to_status_id } = body
    if (from_status_id || to_status_id) {
      assertLeadsOn(changed)
      await assertEnds(context, {
        workflow_id: before.workflow_id,
        from_status_id,
        to_status_id: to_status_id ?? before.to_status_id,
      })
    }
    const { fields, set_fields } = await checkRules(
      context,
      changed,
      { set_fields: body.set_fields ?? {}, allowed_values: body.allowed_values ?? {} },
      before.allowed_group_ids,
    )
    const transition = await issueWorkflowTransitionStore.update(
      context,
      before,
      body.set_fields ? { ...body, set_fields } : body,
    )
    await recordNamed(context, transition.id, changed.allowed_group_ids, fields)
    await assertStillFillable(context, transition.id, body)
    return transition
  },
})
