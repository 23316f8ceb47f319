import { usesIssues } from '../projects/visibility.repository.ts'
import { issueScreens } from './issue-screens.table.ts'
import { SwitchableStore } from './switchable.store.ts'

export const issueScreenStore = new SwitchableStore({
  table: issueScreens,
  record: 'issue_screen',
  visibleWith: usesIssues,
  kind: 'catalogue',
  searched: [issueScreens.key, issueScreens.name, issueScreens.description],
})
