import type { WriteContext } from '../kernel/context.ts'
import { noteParts } from '../kernel/parts.ts'
import { assetRepairStore } from './asset-repairs.store.ts'
import { approvalStore } from './issue-approvals.store.ts'
import { attachmentStore, commentStore, watcherStore } from './issue-conversation.store.ts'
import { linkStore } from './issue-links.store.ts'

/** Records in the audit log the deletion of the parts of a locked issue. */
export const notePartsOfIssue = (context: WriteContext, id: string) =>
  Promise.all([
    noteParts(context, assetRepairStore, 'issue_id', id),
    noteParts(context, approvalStore, 'issue_id', id),
    noteParts(context, commentStore, 'issue_id', id),
    noteParts(context, attachmentStore, 'issue_id', id),
    noteParts(context, watcherStore, 'issue_id', id),
    noteParts(context, linkStore, 'issue_id', id),
    noteParts(context, linkStore, 'linked_issue_id', id),
  ])
