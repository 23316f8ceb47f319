import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { defaultHandlers } from './issue-keys.ts'
import { defaultIssuePriority, issuePriorityStore } from './issue-priorities.store.ts'

export const issuePriorityHandlers = implement(contract.issuePriorities, {
  ...crudHandlers(contract.issuePriorities, issuePriorityStore),
  ...defaultHandlers(issuePriorityStore, defaultIssuePriority),
})
