import { type IssueTransition, issueTransitionColumns, operationGroups } from '@commonhold/contract'
import { invalid, repointed } from '../../base/problem.ts'
import { inOrder } from '../../db/statement.ts'
import type { ReadContext } from '../../store/context.ts'
import { implement } from '../../store/implement.ts'
import { listRecords } from '../../store/listing.ts'
import { projectStore } from '../../system/projects.store.ts'
import {
  prioritiesOf,
  statusesOf,
  transitionsFrom,
  typesOf,
} from '../configuration/issue-configuration.repository.ts'
import type { PriorityView, TypeView } from '../configuration/issue-configuration.rules.ts'
import {
  type FieldView,
  fieldsByKey,
  fieldsOfScreens,
  type ScreenFieldView,
} from '../configuration/issue-fields.repository.ts'
import { missingKeys } from '../configuration/issue-lifecycle.rules.ts'
import { withKeyOfTarget } from '../configuration/issue-named.service.ts'
import { demandOf, type Obstacles, valueAt } from '../configuration/issue-transitions.rules.ts'
import { choicesOf } from '../fields/issue-field-options.rules.ts'
import { actorRightsOf } from '../issues/issue-actor.repository.ts'
import { approvalStatusOf } from '../issues/issue-approvals.rules.ts'
import { obstaclesOf } from '../issues/issue-obstacles.repository.ts'
import { issueOf } from '../issues/issue-record.rules.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { changeIssue } from './issue-change.service.ts'
import { statusOfIssue } from './issue-moves.rules.ts'
import { type CheckedTransition, checkedTransitions } from './issue-transition-reasons.rules.ts'
import { someOf, transitionRows } from './issue-transitions.store.ts'

/** A transition from the status of an issue, with the reasons why the caller cannot make it. */
interface Candidate extends CheckedTransition {
  readonly type: TypeView
  /** Keys of the fields that must have a value. */
  readonly needed: readonly string[]
}

/** Every transition from the status of the issue, with the reasons why the caller cannot make it. */
async function candidatesFor(
  { reader }: ReadContext,
  row: IssueRow,
  types: readonly TypeView[],
  obstacles: Obstacles,
): Promise<Candidate[]> {
  const type = types.find(({ id }) => id === row.issue_type_id)
  if (!type) throw new Error(`the type of the issue ${row.id} is not visible`)
  const [statuses, transitions, rights, project] = await Promise.all([
    statusesOf(reader, type.workflow_id),
    transitionsFrom(reader, type.workflow_id, row),
    actorRightsOf(reader, row.id, row.project_id),
    projectStore.find(reader, row.project_id),
  ])
  const isArchived = row.archived_at !== null || typeof project?.archived_at === 'string'
  const facts = {
    issue: row,
    patched: issueOf(row),
    from: statusOfIssue(statuses, row),
    isArchived,
    mayWrite: rights.may_write,
    rights,
    obstacles,
    approval: approvalStatusOf(row.details),
  }
  return checkedTransitions(facts, transitions, statuses).map((checked) => {
    const missing = missingKeys(row.subtype, row.details, checked.to)
    return { ...checked, type, needed: [...new Set([...checked.transition.required_fields, ...missing])] }
  })
}

/** The fields that transitions require or show, read for all transitions together. */
interface Fields {
  readonly onScreens: readonly ScreenFieldView[]
  readonly byKey: readonly FieldView[]
  readonly priorities: readonly PriorityView[]
}

/** Reads the fields on the screens of transitions, and the fields that the transitions require. */
async function fieldsOf(
  { reader }: ReadContext,
  typeId: string,
  candidates: readonly Candidate[],
): Promise<Fields> {
  const screens = new Set(candidates.flatMap(({ transition }) => transition.screen_id ?? []))
  const keys = new Set(candidates.flatMap(({ needed }) => needed))
  const [onScreens, byKey, priorities] = await Promise.all([
    fieldsOfScreens(reader, [...screens], typeId),
    fieldsByKey(reader, [...keys], typeId),
    prioritiesOf(reader),
  ])
  return { onScreens, byKey, priorities }
}

/** A transition as responses contain it, with its fields. */
function shown(
  row: IssueRow,
  { type, transition, to, reasons, needed }: Candidate,
  { onScreens, byKey, priorities }: Fields,
): IssueTransition & { readonly demand: number } {
  const onScreen = onScreens.filter(({ screen_id }) => screen_id === transition.screen_id)
  const required = byKey.filter(({ key }) => needed.includes(key))
  const issue = issueOf(row)
  const requiredKeys = needed.filter((key) => required.some((field) => field.key === key))
  const rest = required.filter(({ id }) => onScreen.every((field) => field.id !== id))
  const requested = [
    ...onScreen,
    ...rest.map((field) => ({
      ...field,
      is_required_by_screen: false,
      is_read_only: false,
      screen_default: null,
    })),
  ]
  const fields = requested.map((field) => ({
    key: field.key,
    name: field.name,
    path: field.path,
    type: field.type,
    is_required: field.is_required_by_screen || requiredKeys.includes(field.key),
    is_read_only: field.is_read_only,
    options: choicesOf(field, { subtype: row.subtype, type, priorities }).filter(
      ({ key }) => transition.allowed_values[field.path]?.includes(key) ?? true,
    ),
    // The value is a member of the issue, which is JSON.
    value: (valueAt(issue, field.path) ?? null) as IssueTransition['fields'][number]['value'],
    screen_default: field.screen_default,
  }))
  return {
    id: transition.id,
    key: transition.key,
    name: transition.name,
    description: transition.description,
    type: transition.type,
    position: transition.position,
    to_status: { id: to.id, key: to.key, name: to.name, category: to.category },
    has_screen: transition.screen_id !== null,
    screen_id: transition.screen_id,
    requires_comment: transition.requires_comment,
    required_fields: requiredKeys,
    fields: fields.map(({ screen_default: _, ...field }) => field),
    is_available: reasons.length === 0,
    unavailable_reasons: [...reasons],
    demand: demandOf(transition, requiredKeys, fields),
  }
}

/** Pointers in errors of a change, and the matching pointers in the body of a transition, for members outside of `fields`. */
const besideFields: Readonly<Record<string, string>> = { '/status': '/to_status', '/comment': '/comment' }

export const issueTransitionHandlers = implement(operationGroups.issueTransitions, {
  list: async ({ params, query }, context) => {
    const { include_unavailable, ...others } = query
    const { reader } = context
    const [row, types, obstacles] = await inOrder([
      issueStore.get(reader, params.issue_id),
      typesOf(reader),
      obstaclesOf(reader, params.issue_id),
    ])
    const listed = (await candidatesFor(context, row, types, obstacles)).filter(
      ({ reasons }) => include_unavailable || reasons.length === 0,
    )
    const fields = await fieldsOf(context, row.issue_type_id, listed)
    const transitions = listed.map((one) => shown(row, one, fields))
    const rows = await listRecords(
      transitionRows,
      context,
      issueTransitionColumns,
      { ...others, sort: others.sort ?? ['demand', 'position'] },
      someOf(row.id, transitions),
    )
    return rows.flatMap(({ id }) =>
      transitions.flatMap(({ demand: _, ...transition }) => (transition.id === id ? [transition] : [])),
    )
  },
  perform: async ({ params, body: given }, context) => {
    const body = await withKeyOfTarget(context.tx, given)
    const { transition_id, to_status, fields = {}, comment, ...members } = body
    if ((transition_id === undefined) === (to_status === undefined))
      throw invalid({
        field: 'transition_id',
        code: 'exactly_one_of',
        message: 'send either transition_id or to_status',
      })
    if (fields.status !== undefined || fields.status_id !== undefined)
      throw invalid({
        field: '/fields/status',
        code: 'read_only',
        message: 'the transition sets the status; name it in to_status',
      })
    const change = changeIssue(
      context,
      params.issue_id,
      { ...fields, ...members },
      { requestedMove: { transition_id, to_status }, comment },
    )
    return repointed(change, (pointer) => besideFields[pointer] ?? `/fields${pointer}`)
  },
})
