import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { keyedHandlers } from './issue-keys.ts'
import { issueStatusStore } from './issue-statuses.store.ts'

export const issueStatusHandlers = implement(contract.issueStatuses, {
  ...crudHandlers(contract.issueStatuses, issueStatusStore),
  ...keyedHandlers(issueStatusStore),
})
