import type { Issue, IssueCreate, IssueDetailsInput } from '@commonhold/contract'
import { silently, type WriteContext } from '../kernel/context.ts'
import { assertNotAhead } from '../kernel/moments.ts'
import { type Fault, faultsIn, invalid } from '../kernel/problem.ts'
import { sharedProjectIds } from '../seeds.ts'
import { isActiveMember } from '../system/members.ts'
import { faultsOfAnyType, withNamed } from './issue-body-faults.ts'
import {
  keyFaults,
  prioritiesOf,
  statusesOf,
  type TypeView,
  typesOf,
} from './issue-configuration.repository.ts'
import { assertUnique, customValues, saveFieldValues } from './issue-custom-fields.ts'
import { detailsFaults, mergedDetails, priorityOf, type StoredDetails } from './issue-details.rules.ts'
import { eventsOf, lockFamily } from './issue-facts.repository.ts'
import { screenOf } from './issue-fields.repository.ts'
import { detailsAfter, owedFaults, standingFaults, timesAfter } from './issue-lifecycle.rules.ts'
import { namedIn, saveMentions } from './issue-mentions.repository.ts'
import { noteIssue } from './issue-note.ts'
import { addWatcher, newNumber, setAssets, setItems, setLabels } from './issue-parts.repository.ts'
import { issueOf } from './issue-record.rules.ts'
import {
  assertConcerned,
  assertDetailReferences,
  assertParent,
  assertReviewed,
  assertVerdict,
} from './issue-references.ts'
import { screenFaults, withDefaults } from './issue-screens.rules.ts'
import { issueStore } from './issues.store.ts'
import { projectStore } from './projects.store.ts'

/** Makes an issue, with its labels, assets and watchers, in the request's transaction. */
export async function createIssue(context: WriteContext, given: IssueCreate): Promise<Issue> {
  const { tx, clock, actor } = context
  if (given.parent_id) await lockFamily(tx)
  const [types, priorities] = await Promise.all([typesOf(tx), prioritiesOf(tx)])
  const type = chosenType(types, given.issue_type)
  if (!type)
    throw invalid(
      ...keyFaults(types, 'issue_type', given.issue_type ?? 'task'),
      ...(await faultsOfAnyType(context, given, priorities)),
    )
  const project_id = given.project_id ?? sharedProjectIds[type.subtype === 'repair' ? 'REP' : 'SD']
  const project = projectStore.reference(tx, 'project_id', project_id)
  const [statuses, screen, unknownProject] = await Promise.all([
    statusesOf(tx, type.workflow_id),
    screenOf(tx, type.create_screen_id, type.id),
    faultsIn(() => project),
  ])
  const body = withDefaults(screen, given)
  const initial = statuses.find(({ is_initial }) => is_initial)
  const status = statuses.find(({ key, is_active }) => is_active && key === body.status) ?? initial
  if (!status) throw invalid(lacksInitial(type), ...(await faultsOfAnyType(context, given, priorities)))
  const details = await newDetails(context, type, body.details, detailsAfter(type.subtype, undefined, status))
  const wanted = given.priority ?? activeKey(priorities, priorityOf(details)) ?? body.priority
  const priority = priorities.find(({ key }) => key === (wanted ?? defaultOf(priorities)))
  const custom = await customValues(context, { typeId: type.id, formerTypeId: null }, body.custom_fields, {})
  const now = clock.now().toISOString()
  const view = {
    subtype: type.subtype,
    details,
    resolution: body.resolution ?? null,
    first_responded_at: null,
    resolved_at: null,
    closed_at: null,
  }
  const after = {
    ...body,
    issue_type: type.key,
    priority: priority?.key,
    status: status.key,
    details,
    custom_fields: custom.values,
  }
  const faults = [
    ...keyFaults(statuses, 'status', body.status),
    ...keyFaults(priorities, 'priority', wanted ?? defaultOf(priorities)),
    ...detailsFaults(type.subtype, body.details ?? {}),
    ...custom.faults,
    ...standingFaults(view),
    ...owedFaults(type.subtype, details, status).filter(({ field }) => field === '/details/outcome'),
    ...screenFaults(screen, 'create', given, after),
    ...(await faultsIn(
      () => assertNotAhead('opened_at', given.opened_at, clock),
      () => assertDetailReferences(context, body.details),
      () => assertReviewed(context, type.subtype, details),
      () => assertConcerned(context, body),
      () => assertParent(context, body.parent_id),
    )),
  ]
  if (!priority || faults.length + unknownProject.length > 0)
    throw invalid(...(await withNamed(context, faults, { ...body, project_id })))
  await assertVerdict(
    context,
    { id: null, project_id, details: { approver_ids: details.approver_ids } },
    body.details,
  )
  await assertUnique(tx, custom.stored)
  const assignee_id =
    body.assignee_id === undefined ? await usualAssignee(context, await project) : body.assignee_id
  const reporter_id = body.reporter_id ?? actor.userId
  const number = await newNumber(tx, project_id)
  const times = timesAfter(view, undefined, status.category, now)
  const row = await issueStore.insert(silently(context), {
    tenant_id: given.tenant_id,
    project_id,
    number,
    key: `${(await project).key}-${number}`,
    issue_type_id: type.id,
    issue_type: type.key,
    subtype: type.subtype,
    workflow_id: type.workflow_id,
    status_id: status.id,
    status: status.key,
    status_category: status.category,
    priority_id: priority.id,
    priority: priority.key,
    priority_level: priority.level,
    title: body.title,
    description: body.description,
    reporter_id,
    assignee_id,
    assignee_group_id: body.assignee_group_id,
    parent_id: body.parent_id,
    start_date: body.start_date,
    due_date: body.due_date,
    opened_at: body.opened_at,
    details,
    custom_fields: custom.values,
    ...times,
    resolution: body.resolution ?? times.resolution,
  })
  const isNaming = namedIn(details).length > 0 || custom.stored.some(({ field }) => field.type === 'issue')
  await Promise.all([
    ...(body.labels ? [setLabels(tx, row.id, body.labels)] : []),
    ...(body.asset_ids ? [setAssets(tx, row.id, body.asset_ids)] : []),
    ...(body.configuration_item_ids ? [setItems(tx, row.id, body.configuration_item_ids)] : []),
    saveFieldValues(tx, row.id, custom.stored),
    ...(isNaming ? [saveMentions(tx, row.id, details)] : []),
    addWatcher(context, row.id, reporter_id, 'reporter'),
    ...(assignee_id ? [addWatcher(context, row.id, assignee_id, 'assignee')] : []),
  ])
  const issue = issueOf(await issueStore.get(tx, row.id))
  await noteIssue(context, 'created', undefined, issue, { message: given.change_message })
  return issue
}

function chosenType(types: readonly TypeView[], key: string | undefined): TypeView | undefined {
  const inUse = types.filter(({ is_active }) => is_active)
  if (key !== undefined) return inUse.find((type) => type.key === key)
  return inUse.find(({ is_default }) => is_default) ?? inUse.find((type) => type.key === 'task')
}

interface Choosable {
  readonly key: string
  readonly is_default: boolean
  readonly is_active: boolean
}

const activeKey = (rows: readonly Choosable[], wanted: string | undefined) =>
  rows.find(({ key, is_active }) => is_active && key === wanted)?.key

const defaultOf = (rows: readonly Choosable[]) =>
  rows.find(({ is_default, is_active }) => is_default && is_active)?.key ?? 'medium'

const lacksInitial = ({ key }: TypeView): Fault => ({
  field: 'issue_type',
  code: 'not_allowed_value',
  message: `the workflow of the type ${key} has no initial status; give it one, or choose another type`,
})

async function newDetails(
  context: WriteContext,
  { subtype }: TypeView,
  given: IssueDetailsInput | undefined,
  following: StoredDetails,
): Promise<StoredDetails> {
  const details = mergedDetails(subtype, {}, { ...following, ...given })
  const [incident] = given?.incident_ids ?? []
  if (subtype !== 'post_incident_analysis' || given?.timeline || !incident) return details
  return { ...details, timeline: await eventsOf(context.tx, incident) }
}

/** Whom a project gives issues that name nobody; a shared project's user may be no member here. */
async function usualAssignee(
  { tx }: WriteContext,
  { default_assignee_id }: { readonly default_assignee_id: string | null },
): Promise<string | null> {
  if (!default_assignee_id) return null
  return (await isActiveMember(tx, default_assignee_id)) ? default_assignee_id : null
}
