import type { WriteContext } from '../../store/context.ts'
import { recordParts } from '../../store/parts.ts'
import { attachmentStore, commentStore, watcherStore } from '../conversation/issue-conversation.store.ts'
import { linkStore } from '../conversation/issue-links.store.ts'
import { assetRepairStore } from '../repairs/asset-repairs.store.ts'
import { approvalStore } from './issue-approvals.store.ts'

/** Records in the audit log the deletion of the parts of a locked issue. */
export const recordPartsOfIssue = (context: WriteContext, id: string) =>
  Promise.all([
    recordParts(context, assetRepairStore, 'issue_id', id),
    recordParts(context, approvalStore, 'issue_id', id),
    recordParts(context, commentStore, 'issue_id', id),
    recordParts(context, attachmentStore, 'issue_id', id),
    recordParts(context, watcherStore, 'issue_id', id),
    recordParts(context, linkStore, 'issue_id', id),
    recordParts(context, linkStore, 'linked_issue_id', id),
  ])
