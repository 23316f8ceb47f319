import { Store } from '../kernel/store.ts'
import { issuePriorities } from './issue-priorities.table.ts'
import { usesIssues } from './visibility.ts'

export const issuePriorityStore = new Store({
  table: issuePriorities,
  record: 'issue_priority',
  seenWith: usesIssues,
  kind: 'catalogue',
  searched: [issuePriorities.key, issuePriorities.name, issuePriorities.description],
})
