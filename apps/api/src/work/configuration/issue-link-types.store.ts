import { Store } from '../../store/store.ts'
import { usesIssues } from '../projects/visibility.repository.ts'
import { issueLinkTypes } from './issue-link-types.table.ts'

export const issueLinkTypeStore = new Store({
  table: issueLinkTypes,
  record: 'issue_link_type',
  visibleWith: usesIssues,
  kind: 'catalogue',
  searched: [
    issueLinkTypes.key,
    issueLinkTypes.name,
    issueLinkTypes.outward_name,
    issueLinkTypes.inward_name,
  ],
})
