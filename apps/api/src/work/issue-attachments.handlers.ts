import { contract } from '@commonhold/contract'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { problem } from '../kernel/problem.ts'
import { attachmentStore, partsOf } from './issue-conversation.store.ts'
import { partContext } from './issue-part.ts'
import { noteActivity } from './issue-parts.repository.ts'
import { issueStore } from './issues.store.ts'

export const issueAttachmentHandlers = implement(contract.issueAttachments, {
  list: async ({ params, query }, context) => {
    const [rows] = await Promise.all([
      listRecords(
        attachmentStore,
        context,
        contract.issueAttachments.list.collection,
        query,
        partsOf('issue_attachments', params.issue_id),
      ),
      issueStore.get(context.reader, params.issue_id),
    ])
    return rows
  },
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
