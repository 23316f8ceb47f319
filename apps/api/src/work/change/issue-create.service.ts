import type { Issue, IssueCreate } from '@commonhold/contract'
import { newId } from '../../base/ids.ts'
import { errorsIn, type FieldError, invalid, problem } from '../../base/problem.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { limitedToProjects } from '../../store/references.ts'
import { assertSelected } from '../../store/store.ts'
import { projectStore } from '../../system/projects.store.ts'
import { sharedProjectIds } from '../../system/seeds.ts'
import { withKey } from '../configuration/issue-configuration.rules.ts'
import { loadConfiguration } from '../configuration/issue-configuration-load.repository.ts'
import { levelsAround, lockFamily } from '../configuration/issue-hierarchy.repository.ts'
import { timesAfter } from '../configuration/issue-lifecycle.rules.ts'
import { readNamedOfIssue, typesNamed, withKeysOfIssue } from '../configuration/issue-named.service.ts'
import { namedIn, saveMentions } from '../conversation/issue-mentions.repository.ts'
import { readNames, recordIssueChange } from '../conversation/issue-recording.service.ts'
import { actorRightsOf } from '../issues/issue-actor.repository.ts'
import { approversOf } from '../issues/issue-approvals.rules.ts'
import { assertAssignee, usualAssignee } from '../issues/issue-assignees.service.ts'
import { errorsOfAnyType, withNamed } from '../issues/issue-body-errors.service.ts'
import { assertUnique, customNameErrors, saveFieldValues } from '../issues/issue-custom-fields.service.ts'
import { assertParent } from '../issues/issue-parents.service.ts'
import { addWatcher, newNumber, setRelations } from '../issues/issue-parts.repository.ts'
import { issueOf, priorityColumns, statusColumns, typeColumns } from '../issues/issue-record.rules.ts'
import { assertConcerned, assertDetailReferences } from '../issues/issue-references.service.ts'
import { assertReviewed } from '../issues/issue-reviews.service.ts'
import { assertStandard } from '../issues/issue-standard-changes.service.ts'
import { eventsOf } from '../issues/issue-timeline.repository.ts'
import { issueStore } from '../issues/issues.store.ts'
import { approverErrors, saveVotes, voterErrors } from './issue-approvals.service.ts'
import { type Draft, draftOf, errorsOfDraft, viewOf } from './issue-draft.rules.ts'
import { columnsOf } from './issue-patch.rules.ts'

const defaultProjects = { repairs: sharedProjectIds.REP, others: sharedProjectIds.SD }

/**
 * Creates an issue with its labels, assets and watchers in the request's transaction. It loads, decides, checks references
 * and saves. Each of these steps sends its statements together.
 */
export async function createIssue(context: WriteContext, requested: IssueCreate): Promise<Issue> {
  const { draft, customFields } = await planDraft(context, requested)
  await assertProjectGiven(context, draft)
  const { project_id, body } = draft
  const making = ignoreUnhandled(placeOf(context, draft))
  const checks = [
    assertStandard(context, project_id, draft.given.details),
    assertMayBegin(context, draft),
    assertUnique(context.tx, draft.custom.stored),
  ].map(ignoreUnhandled)
  const errors = await checkDraft(context, draft)
  if (errors.length > 0) throw invalid(...(await withNamed(context, errors, { ...body, project_id })))
  for (const check of checks) await check
  return save(context, draft, await making, customFields)
}

/** Reads the configuration for a new issue, and computes the issue. */
async function planDraft(context: WriteContext, requested: IssueCreate) {
  const { tx } = context
  // The reads below are queued behind this statement, so they wait for the lock.
  if (requested.parent_id) void lockFamily(tx)
  const named = ignoreUnhandled(readNamedOfIssue(tx, requested))
  const configuration = await loadConfiguration(tx, {
    issueId: null,
    types: typesNamed(requested),
    isMoved: false,
    hasCustomFields: true,
  })
  const given = withKeysOfIssue(requested, await named)
  const { draft, errors } = draftOf({ configuration, defaultProjects }, given)
  if (!draft) throw invalid(...errors, ...(await errorsOfAnyType(context, given, configuration.priorities)))
  return { draft: await withTimeline(context, draft), customFields: configuration.customFields }
}

/** A new review without a timeline gets the events of the first incident that it names. */
async function withTimeline({ tx }: WriteContext, draft: Draft): Promise<Draft> {
  const { timeline, incident_ids = [] } = draft.body.details ?? {}
  const [incident] = incident_ids ?? []
  if (draft.type.subtype !== 'post_incident_analysis' || timeline || !incident) return draft
  return { ...draft, details: { ...draft.details, timeline: await eventsOf(tx, incident) } }
}

/** Checks the references of a new issue together. Returns all errors of the issue, in the order of the rules. */
async function checkDraft(context: WriteContext, draft: Draft): Promise<FieldError[]> {
  const { tx } = context
  const { given, body, type, details, custom } = draft
  const subject = subjectOf(context, draft)
  const [approvers, levels, customNames, references, voters] = await Promise.all([
    approverErrors(context, draft.approval, subject),
    levelsAround(tx, body.parent_id ?? null, null),
    customNameErrors(tx, custom.stored, {}),
    errorsIn(
      () => assertNotAhead('opened_at', given.opened_at, context.clock),
      () => assertProjectUsable(context, draft),
      () => assertDetailReferences(context, body.details),
      () => assertReviewed(context, type.subtype, details),
      () => assertConcerned(context, body),
      () => assertParent(context, body.parent_id),
      () => assertAssignee(context, body.assignee_id, draft.project_id),
    ),
    voterErrors(context, subject, body.details ?? {}, {}),
  ])
  return errorsOfDraft(draft, { approvers, levels, customNames, references, voters })
}

/** The members of a new issue that its approval depends on. */
const subjectOf = ({ actor }: WriteContext, { project_id, body, details }: Draft) => ({
  id: null,
  project_id,
  created_by: actor.userId,
  reporter_id: body.reporter_id ?? actor.userId,
  assignee_id: body.assignee_id ?? null,
  details,
})

/** The project of a new issue must be in use. For the default project, the error says to name another project. */
async function assertProjectUsable({ tx }: WriteContext, { given, project_id }: Draft): Promise<void> {
  const errors = await errorsIn(() => projectStore.reference(tx, 'project_id', project_id))
  if (errors.length === 0) return
  if (given.project_id !== undefined) throw invalid(...errors)
  const message = 'the default project is not in use; name another project in project_id'
  throw invalid({ field: 'project_id', code: 'required', message })
}

/** An issue without a project gets a shared project. A user who is limited to some projects must therefore name a project. */
async function assertProjectGiven(context: WriteContext, { given, project_id }: Draft): Promise<void> {
  const { projectIds } = await context.authorized()
  if (given.project_id === undefined && projectIds !== null && !projectIds.includes(project_id))
    throw limitedToProjects('project_id')
}

/** A new issue starts in the initial status of its workflow. A user with `issues:manage` may import it in another status. */
async function assertMayBegin({ tx }: WriteContext, { project_id, status }: Draft): Promise<void> {
  if (status.is_initial || (await actorRightsOf(tx, null, project_id)).may_manage) return
  throw problem(
    'permission_denied',
    { required_permission: 'issues:manage' },
    'A new issue begins in the initial status of its workflow. Leave status out, and move the issue afterwards.',
  )
}

/** The values that a new issue gets from its project. */
interface Place {
  readonly number: number
  readonly key: string
  readonly assignee_id: string | null
}

/**
 * Draws the number of a new issue, and reads the default assignee. Until commit, other new issues of the project wait.
 */
async function placeOf(context: WriteContext, { project_id, body }: Draft): Promise<Place> {
  const { tx } = context
  const numbered = ignoreUnhandled(newNumber(tx, project_id))
  const project = await projectStore.reference(tx, 'project_id', project_id)
  const assignee_id =
    body.assignee_id === undefined ? await usualAssignee(context, project) : body.assignee_id
  const number = await numbered
  return { number, key: `${project.key}-${number}`, assignee_id }
}

/** Saves a new issue with its parts, and records it in the history. */
async function save(
  context: WriteContext,
  draft: Draft,
  place: Place,
  customFields: Parameters<typeof readNames>[1],
): Promise<Issue> {
  const { tx, clock, actor } = context
  const { given, body, type, status, project_id, details, custom } = draft
  await assertSelected(context, given.tenant_id)
  const id = newId()
  const reporter_id = body.reporter_id ?? actor.userId
  const moment = { now: clock.now().toISOString(), actor_id: actor.userId }
  const times = timesAfter({ ...viewOf(draft), reporter_id }, undefined, status.category, moment)
  const row = {
    project_id,
    ...typeColumns(type),
    ...statusColumns(status),
    ...priorityColumns(withKey(draft.priorities, 'priority', draft.priorityKey)),
    ...columnsOf(body),
    reporter_id,
    ...place,
    details,
    custom_fields: custom.values,
    ...times,
    resolution: body.resolution ?? times.resolution,
  }
  const { labels, asset_ids, configuration_item_ids } = body
  const inserted = ignoreUnhandled(issueStore.insert(withoutAudit(context), row, id))
  if (approversOf(details).length > 0) {
    await inserted
    await saveVotes(context, id, details, false)
  }
  const saving = ignoreUnhandled(saveParts(context, draft, { id, ...row }))
  // This read is queued behind the writes of the parts, so it returns the issue with them.
  const made = ignoreUnhandled(issueStore.get(tx, id))
  const planned = { ...row, labels, asset_ids, configuration_item_ids }
  const names = ignoreUnhandled(readNames(tx, customFields, undefined, planned))
  await inserted
  await saving
  const issue = issueOf(await made)
  await recordIssueChange(context, 'created', undefined, issue, {
    message: given.change_message,
    names: await names,
  })
  return issue
}

/** Saves the parts that are stored in other tables. */
async function saveParts(
  context: WriteContext,
  { body, details, custom }: Draft,
  {
    id,
    reporter_id,
    assignee_id,
  }: { readonly id: string } & Record<'reporter_id' | 'assignee_id', string | null>,
): Promise<void> {
  const { tx } = context
  const isNaming = namedIn(details).length > 0 || custom.stored.some(({ field }) => field.type === 'issue')
  await Promise.all([
    setRelations(tx, id, body),
    saveFieldValues(tx, id, custom.stored),
    ...(isNaming ? [saveMentions(tx, id, details)] : []),
    ...(reporter_id ? [addWatcher(context, id, reporter_id, 'reporter')] : []),
    ...(assignee_id ? [addWatcher(context, id, assignee_id, 'assignee')] : []),
  ])
}
