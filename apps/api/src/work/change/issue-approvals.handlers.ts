import { operationGroups } from '@commonhold/contract'
import { listChildren } from '../../store/handlers.ts'
import { implement } from '../../store/implement.ts'
import { issueStore } from '../issues/issues.store.ts'
import { approvalStore } from './issue-approvals.store.ts'
import { vote } from './issue-voting.service.ts'

export const issueApprovalHandlers = implement(operationGroups.issueApprovals, {
  list: ({ params, query }, context) =>
    listChildren(
      context,
      { store: issueStore, id: params.issue_id },
      {
        store: approvalStore,
        member: 'issue_id',
        collection: operationGroups.issueApprovals.list.collection,
      },
      query,
    ),
  create: ({ params, body }, context) => vote(context, params.issue_id, body),
})
