import {
  type Issue,
  type IssueCreate,
  type IssueMoveInput,
  issueLifecycle,
  isUlid,
  operationGroups,
} from '@commonhold/contract'
import { invalid, problem, repointed } from '../../base/problem.ts'
import { inOrder } from '../../db/statement.ts'
import { type ReadContext, type WriteContext, withoutAudit } from '../../store/context.ts'
import { implement } from '../../store/implement.ts'
import { move } from '../../store/moves.ts'
import { currentProjectId, projectStore } from '../../system/projects.store.ts'
import { lockLinksOf, recordLink } from '../conversation/issue-links.repository.ts'
import { recordIssueChange } from '../conversation/issue-recording.service.ts'
import { idOfKey } from '../issues/issue-former-keys.repository.ts'
import { type IssueQuery, listIssues } from '../issues/issue-lists.repository.ts'
import { assertProjectOpen } from '../issues/issue-lock.service.ts'
import { issueOf } from '../issues/issue-record.rules.ts'
import { type IssueRow, issueStore } from '../issues/issues.store.ts'
import { openRepairOf } from '../repairs/asset-repair-open.service.ts'
import { repairOfIssue, settleRepairs } from '../repairs/asset-repairs.repository.ts'
import { settleRepairOf } from '../repairs/issue-repairs.service.ts'
import { changeIssue } from './issue-change.service.ts'
import { createIssue } from './issue-create.service.ts'
import { recordPartsOfIssue } from './issue-parts-gone.service.ts'

/** Archives or restores an issue. Repeating the request changes nothing. */
async function shelve(
  context: WriteContext,
  name: 'archive' | 'restore',
  id: string,
  { change_message, ...body }: IssueMoveInput,
): Promise<Issue> {
  const before = await issueStore.lock(context, id)
  await assertProjectOpen(context, before.project_id)
  const row = await move(withoutAudit(context), issueStore, issueLifecycle, name, id, body)
  const issue = issueOf(row)
  await settleRepairOf(context, before, row)
  if (row.version !== before.version)
    await recordIssueChange(context, 'moved', issueOf(before), issue, {
      message: change_message ?? body.reason,
      notes: body.notes,
    })
  return issue
}

/** The links of a deleted issue are deleted with it. Records this in the activity of the issues that were linked to it. */
async function unlink({ tx }: WriteContext, issue: IssueRow): Promise<void> {
  const links = await lockLinksOf(tx, issue.id)
  await Promise.all(links.map((link) => recordLink(tx, 'link_removed', link, issue)))
}

/** One page of issues; `projectId` limits it to a project. */
async function answer(context: ReadContext, query: IssueQuery, projectId?: string | null): Promise<Issue[]> {
  return (await listIssues(context, query, projectId)).map(issueOf)
}

/** Creates an issue and, if its subtype is `repair`, the repair of its asset. */
async function create(context: WriteContext, { asset_id, ...body }: IssueCreate): Promise<Issue> {
  if (asset_id === undefined) return createWithRepair(context, body)
  if (body.asset_ids?.some((id) => id !== asset_id))
    throw invalid({
      field: 'asset_ids',
      code: 'not_allowed_value',
      message: 'a repair has exactly one asset, which is in asset_id; leave asset_ids out',
    })
  const made = createWithRepair(context, { ...body, asset_ids: [asset_id] })
  const issue = await repointed(made, (pointer) => pointer.replace(/^\/asset_ids(\/0)?$/, '/asset_id'))
  if (issue.details.subtype === 'repair') return issue
  throw invalid({
    field: 'asset_id',
    code: 'not_allowed_value',
    message: 'only repairs use asset_id; send the assets of other issues in asset_ids',
  })
}

async function createWithRepair(context: WriteContext, body: IssueCreate): Promise<Issue> {
  const issue = await createIssue(context, body)
  await openRepairOf(context, issue)
  return issue
}

export const issueHandlers = implement(operationGroups.issues, {
  list: ({ query }, context) => answer(context, query),
  get: async ({ params: { issue_id } }, { reader }) => {
    const id = isUlid(issue_id) ? issue_id : await idOfKey(reader, issue_id)
    if (id === undefined) throw problem('not_found')
    return issueOf(await issueStore.get(reader, id))
  },
  create: ({ body }, context) => create(context, body),
  update: ({ params, body }, context) => changeIssue(context, params.issue_id, body),
  delete: async ({ params, query }, context) => {
    const before = await issueStore.lock(context, params.issue_id)
    await assertProjectOpen(context, before.project_id)
    await unlink(context, before)
    const repair = await repairOfIssue(context.tx, params.issue_id)
    await recordPartsOfIssue(context, params.issue_id)
    await issueStore.remove(withoutAudit(context), params.issue_id)
    if (repair) await settleRepairs(context, repair.asset_id)
    await recordIssueChange(context, 'deleted', issueOf(before), undefined, { message: query.change_message })
  },
  archive: ({ params, body }, context) => shelve(context, 'archive', params.issue_id, body ?? {}),
  restore: ({ params, body }, context) => shelve(context, 'restore', params.issue_id, body ?? {}),
  listMine: async ({ query }, context) =>
    answer(context, query, await currentProjectId(context.reader, await context.authorized())),
})

export const projectIssueHandlers = implement(operationGroups.projectIssues, {
  list: async ({ params, query }, context) => {
    const [listed] = await Promise.all([
      answer(context, query, params.project_id),
      projectStore.get(context.reader, params.project_id),
    ])
    return listed
  },
  create: async ({ params, body }, context) => {
    const [, issue] = await inOrder([
      projectStore.getOpen(context.tx, params.project_id),
      create(context, { ...body, project_id: params.project_id }),
    ])
    return issue
  },
})
