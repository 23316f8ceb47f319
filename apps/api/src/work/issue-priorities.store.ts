import { Store } from '../kernel/store.ts'
import { issuePriorities } from './issue-priorities.table.ts'
import { issues } from './issues.table.ts'

export const issuePriorityStore = new Store({
  table: issuePriorities,
  record: 'issue_priority',
  kind: 'catalogue',
  searched: [issuePriorities.key, issuePriorities.name, issuePriorities.description],
  dependents: [issues.priority_id],
})
