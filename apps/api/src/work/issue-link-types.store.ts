import { Store } from '../kernel/store.ts'
import { issueLinkTypes } from './issue-link-types.table.ts'
import { usesIssues } from './visibility.ts'

export const issueLinkTypeStore = new Store({
  table: issueLinkTypes,
  record: 'issue_link_type',
  seenWith: usesIssues,
  kind: 'catalogue',
  searched: [
    issueLinkTypes.key,
    issueLinkTypes.name,
    issueLinkTypes.outward_name,
    issueLinkTypes.inward_name,
  ],
})
