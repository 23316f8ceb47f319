import { issueScreenFields } from './issue-screen-fields.table.ts'
import { issueScreens } from './issue-screens.table.ts'
import { issueTypes } from './issue-types.table.ts'
import { issueWorkflowTransitions } from './issue-workflow-transitions.table.ts'
import { SwitchableStore } from './switchable.store.ts'
import { usesIssues } from './visibility.ts'

export const issueScreenStore = new SwitchableStore({
  table: issueScreens,
  record: 'issue_screen',
  seenWith: usesIssues,
  kind: 'catalogue',
  searched: [issueScreens.key, issueScreens.name, issueScreens.description],
  dependents: [
    issueScreenFields.screen_id,
    issueTypes.create_screen_id,
    issueTypes.edit_screen_id,
    issueWorkflowTransitions.screen_id,
  ],
})
