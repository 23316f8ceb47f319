import { contract } from '@commonhold/contract'
import { listChildren } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { problem } from '../kernel/problem.ts'
import { attachmentStore } from './issue-conversation.store.ts'
import { partContext } from './issue-part.ts'
import { noteActivity } from './issue-parts.repository.ts'
import { issueStore } from './issues.store.ts'

export const issueAttachmentHandlers = implement(contract.issueAttachments, {
  list: ({ params, query }, context) =>
    listChildren(
      context,
      { store: issueStore, id: params.issue_id },
      { store: attachmentStore, member: 'issue_id', collection: contract.issueAttachments.list.collection },
      query,
    ),
  create: async ({ params, body }, context) => {
    const { issue, part } = await partContext(context, params.issue_id)
    const attachment = await attachmentStore.insert(part, { ...body, issue_id: issue.id })
    const { id, name } = attachment
    await noteActivity(context.tx, issue.id, [
      { type: 'attachment_added', data: { attachment_id: id, name } },
    ])
    return attachment
  },
  delete: async ({ params }, context) => {
    const { issue, part } = await partContext(context, params.issue_id)
    const { id, name, issue_id } = await attachmentStore.lock(part, params.attachment_id)
    if (issue_id !== issue.id) throw problem('not_found')
    await attachmentStore.remove(part, id)
    await noteActivity(context.tx, issue.id, [
      { type: 'attachment_removed', data: { attachment_id: id, name } },
    ])
  },
})
