import { Store } from '../../store/store.ts'
import { usesIssues } from '../projects/visibility.repository.ts'
import { issuePriorities } from './issue-priorities.table.ts'

export const issuePriorityStore = new Store({
  table: issuePriorities,
  record: 'issue_priority',
  visibleWith: usesIssues,
  kind: 'catalogue',
  searched: [issuePriorities.key, issuePriorities.name, issuePriorities.description],
})
