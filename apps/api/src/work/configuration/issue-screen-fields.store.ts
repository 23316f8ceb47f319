import { Store } from '../../store/store.ts'
import { issueFieldStore } from './issue-fields.store.ts'
import { issueScreenFields } from './issue-screen-fields.table.ts'
import { issueScreenStore } from './issue-screens.store.ts'

export const issueScreenFieldStore = new Store({
  table: issueScreenFields,
  record: 'issue_screen_field',
  kind: 'catalogue',
  references: { screen_id: issueScreenStore, field_id: issueFieldStore },
})
