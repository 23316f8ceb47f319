import { Store } from '../kernel/store.ts'
import { issueStatuses } from './issue-statuses.table.ts'
import { usesIssues } from './visibility.ts'

export const issueStatusStore = new Store({
  table: issueStatuses,
  record: 'issue_status',
  seenWith: usesIssues,
  kind: 'catalogue',
  searched: [issueStatuses.key, issueStatuses.name, issueStatuses.description],
})
