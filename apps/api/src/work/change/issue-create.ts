import type { Issue, IssueCreate } from '@commonhold/contract'
import { invalid, problem } from '../../base/problem.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import { type WriteContext, withoutAudit } from '../../store/context.ts'
import { limitedToProjects } from '../../store/references.ts'
import { projectStore } from '../../system/projects.store.ts'
import { withKey } from '../configuration/issue-configuration.repository.ts'
import { lockFamily } from '../configuration/issue-hierarchy.repository.ts'
import { timesAfter } from '../configuration/issue-lifecycle.rules.ts'
import { withKeysOfIssue } from '../configuration/issue-named.ts'
import { namedIn, saveMentions } from '../conversation/issue-mentions.repository.ts'
import { recordIssueChange } from '../conversation/issue-recording.ts'
import { approversOf } from '../issues/issue-approvals.rules.ts'
import { usualAssignee } from '../issues/issue-assignees.ts'
import { withNamed } from '../issues/issue-body-errors.ts'
import { assertUnique, saveFieldValues } from '../issues/issue-custom-fields.ts'
import { actorRightsOf } from '../issues/issue-facts.repository.ts'
import { addWatcher, newNumber, setSides } from '../issues/issue-parts.repository.ts'
import { issueOf, priorityColumns, statusColumns, typeColumns } from '../issues/issue-record.rules.ts'
import { assertStandard } from '../issues/issue-references.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { saveVotes } from './issue-approvals.ts'
import { type Draft, draftOf, errorsOfDraft, viewOf } from './issue-draft.ts'
import { columnsOf } from './issue-patch.ts'

/** Makes an issue, with its labels, assets and watchers, in the request's transaction. */
export async function createIssue(context: WriteContext, asked: IssueCreate): Promise<Issue> {
  const { tx } = context
  const given = await withKeysOfIssue(tx, asked)
  // The reads that follow are sent behind it, and so wait for the lock.
  if (given.parent_id) void lockFamily(tx)
  const draft = await draftOf(context, given)
  await assertProjectGiven(context, draft)
  const { body, project_id } = draft
  const errors = await errorsOfDraft(context, draft)
  if (errors.length > 0) throw invalid(...(await withNamed(context, errors, { ...body, project_id })))
  const checks = [
    assertStandard(context, project_id, given.details),
    assertMayBegin(context, draft),
    assertUnique(tx, draft.custom.stored),
  ].map(ignoreUnhandled)
  for (const check of checks) await check
  const row = await insertRow(context, draft)
  if (approversOf(draft.details).length > 0) await saveVotes(context, row.id, draft.details, false)
  const saving = ignoreUnhandled(saveParts(context, draft, row))
  // Sent behind the parts, and so reads the issue with them.
  const issue = issueOf(await issueStore.get(tx, row.id))
  await saving
  await recordIssueChange(context, 'created', undefined, issue, { message: given.change_message })
  return issue
}

/** An issue that names no project is one of a shared project, which is none of those that a permission may be limited to. */
async function assertProjectGiven(context: WriteContext, { given, project_id }: Draft): Promise<void> {
  const { projectIds } = await context.authorized()
  if (given.project_id === undefined && projectIds !== null && !projectIds.includes(project_id))
    throw limitedToProjects('project_id')
}

/** A new issue begins where its workflow does; one that is brought in from elsewhere, by whoever manages issues, may not. */
async function assertMayBegin({ tx }: WriteContext, { project_id, status }: Draft): Promise<void> {
  if (status.is_initial || (await actorRightsOf(tx, null, project_id)).may_manage) return
  throw problem(
    'permission_denied',
    { required_permission: 'issues:manage' },
    'A new issue begins in the initial status of its workflow. Leave status out, and move the issue afterwards.',
  )
}

/** Saves what is stored in the issue's own row. */
async function insertRow(context: WriteContext, draft: Draft): Promise<IssueRow> {
  const { tx, clock, actor } = context
  const { given, body, type, status, project_id, details, custom } = draft
  const project = await projectStore.reference(tx, 'project_id', project_id)
  const usual = body.assignee_id === undefined ? usualAssignee(context, project) : body.assignee_id
  // Other new issues of the project wait from here on.
  const [assignee_id, number] = await Promise.all([usual, newNumber(tx, project_id)])
  const reporter_id = body.reporter_id ?? actor.userId
  const moment = { now: clock.now().toISOString(), actor_id: actor.userId }
  const times = timesAfter({ ...viewOf(draft), reporter_id }, undefined, status.category, moment)
  return issueStore.insert(withoutAudit(context), {
    tenant_id: given.tenant_id,
    project_id,
    number,
    key: `${project.key}-${number}`,
    ...typeColumns(type),
    ...statusColumns(status),
    ...priorityColumns(withKey(draft.priorities, 'priority', draft.priorityKey)),
    ...columnsOf(body),
    reporter_id,
    assignee_id,
    details,
    custom_fields: custom.values,
    ...times,
    resolution: body.resolution ?? times.resolution,
  })
}

/** Saves what is stored in other tables than the issue's own. */
async function saveParts(
  context: WriteContext,
  { body, details, custom }: Draft,
  row: IssueRow,
): Promise<void> {
  const { tx } = context
  const isNaming = namedIn(details).length > 0 || custom.stored.some(({ field }) => field.type === 'issue')
  await Promise.all([
    setSides(tx, row.id, body),
    saveFieldValues(tx, row.id, custom.stored),
    ...(isNaming ? [saveMentions(tx, row.id, details)] : []),
    ...(row.reporter_id ? [addWatcher(context, row.id, row.reporter_id, 'reporter')] : []),
    ...(row.assignee_id ? [addWatcher(context, row.id, row.assignee_id, 'assignee')] : []),
  ])
}
