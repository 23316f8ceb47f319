import { Store } from '../../store/store.ts'
import { usesIssues } from '../projects/visibility.repository.ts'
import { issueStatuses } from './issue-statuses.table.ts'

export const issueStatusStore = new Store({
  table: issueStatuses,
  record: 'issue_status',
  visibleWith: usesIssues,
  kind: 'catalogue',
  searched: [issueStatuses.key, issueStatuses.name, issueStatuses.description],
})
