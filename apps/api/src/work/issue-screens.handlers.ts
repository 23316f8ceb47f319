import { contract } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { keyedHandlers } from './issue-keys.ts'
import { issueScreenStore } from './issue-screens.store.ts'

export const issueScreenHandlers = implement(contract.issueScreens, {
  ...crudHandlers(contract.issueScreens, issueScreenStore),
  ...keyedHandlers(issueScreenStore),
})
