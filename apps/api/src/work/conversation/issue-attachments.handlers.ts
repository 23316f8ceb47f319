import { operationGroups } from '@commonhold/contract'
import { problem } from '../../base/problem.ts'
import { listChildren } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { mayIn } from '../../store/permissions.ts'
import { recordActivity, renewUpdatedAt } from '../issues/issue-parts.repository.ts'
import { issueStore } from '../issues/issues.store.ts'
import { attachmentStore } from './issue-conversation.store.ts'
import { partContext } from './issue-part.service.ts'

export const issueAttachmentHandlers = implement(operationGroups.issueAttachments, {
  list: ({ params, query }, context) =>
    listChildren(
      context,
      { store: issueStore, id: params.issue_id },
      {
        store: attachmentStore,
        member: 'issue_id',
        collection: operationGroups.issueAttachments.list.collection,
      },
      query,
    ),
  get: async ({ params }, { reader }) => {
    const [issue, attachment] = await Promise.all([
      issueStore.get(reader, params.issue_id),
      attachmentStore.get(reader, params.attachment_id),
    ])
    if (attachment.issue_id !== issue.id) throw problem('not_found')
    return attachment
  },
  create: async ({ params, body }, context) => {
    const { issue, part } = await partContext(context, params.issue_id)
    const attachment = await attachmentStore.insert(part, { ...body, issue_id: issue.id })
    const { id, name } = attachment
    await Promise.all([
      recordActivity(context.tx, issue.id, [{ type: 'attachment_added', data: { attachment_id: id, name } }]),
      renewUpdatedAt(context.tx, issue.id),
    ])
    return attachment
  },
  delete: async ({ params }, context) => {
    const { issue, part } = await partContext(context, params.issue_id)
    const { id, name, issue_id, created_by } = await attachmentStore.lock(part, params.attachment_id)
    if (issue_id !== issue.id) throw problem('not_found')
    if (created_by !== context.actor.userId && !(await mayIn(context.tx, 'issues:manage', issue.project_id)))
      throw problem(
        'permission_denied',
        { required_permission: 'issues:manage' },
        'Removing an attachment that another user added needs issues:manage.',
      )
    await Promise.all([
      attachmentStore.remove(part, id),
      recordActivity(context.tx, issue.id, [
        { type: 'attachment_removed', data: { attachment_id: id, name } },
      ]),
      renewUpdatedAt(context.tx, issue.id),
    ])
  },
})
