import { operationGroups } from '@commonhold/contract'
import { invalid, problem } from '../../base/problem.ts'
import { changesBetween } from '../../store/audit.ts'
import { listChildren } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { mayReadIssues } from '../issues/issue-actor.repository.ts'
import { addWatcher, recordActivity } from '../issues/issue-parts.repository.ts'
import { issueStore } from '../issues/issues.store.ts'
import { watcherStore } from './issue-conversation.store.ts'
import { partContext } from './issue-part.service.ts'
import { findWatcher, removeWatcher } from './issue-watchers.repository.ts'

export const issueWatcherHandlers = implement(operationGroups.issueWatchers, {
  list: ({ params, query }, context) =>
    listChildren(
      context,
      { store: issueStore, id: params.issue_id },
      { store: watcherStore, member: 'issue_id', collection: operationGroups.issueWatchers.list.collection },
      query,
    ),
  create: async ({ params, body }, context) => {
    const { tx, actor } = context
    const { issue } = await partContext(context, params.issue_id)
    const user_id = body?.user_id ?? actor.userId
    const [mayRead] = await Promise.all([
      mayReadIssues(tx, user_id, issue.project_id),
      body?.user_id && memberReferences.reference(tx, 'user_id', user_id),
    ])
    if (!mayRead && user_id !== actor.userId)
      throw invalid({
        field: 'user_id',
        code: 'not_allowed_value',
        message: 'the user cannot read the issue; give the user issues:read in its project first',
      })
    if (await addWatcher(context, issue.id, user_id, 'manual'))
      await recordActivity(tx, issue.id, [{ type: 'watcher_added', data: { user_id } }])
    return findWatcher(tx, issue.id, user_id)
  },
  delete: async ({ params }, context) => {
    const { tx, ifMatch } = context
    const { issue } = await partContext(context, params.issue_id)
    // A watcher never changes, so its version is always 1.
    if (ifMatch && !ifMatch.includes(1)) throw problem('precondition_failed')
    const { user_id } = params
    if (!(await removeWatcher(tx, issue.id, user_id))) throw problem('not_found')
    const changes = changesBetween(['issue_id', 'user_id'], { issue_id: issue.id, user_id }, {})
    context.audit({ action: 'deleted', recordType: 'issue_watcher', recordId: user_id, changes })
    await recordActivity(tx, issue.id, [{ type: 'watcher_removed', data: { user_id } }])
  },
})
