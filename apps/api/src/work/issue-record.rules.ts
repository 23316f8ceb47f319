import type { Issue, IssueSubtype } from '@commonhold/contract'
import { detailsOf, type StoredDetails } from './issue-details.rules.ts'

/** What an issue's row must have to be returned. */
interface Stored {
  readonly subtype: IssueSubtype
  readonly details: StoredDetails
}

/** An issue as it is returned: with every member of the details of its kind. */
export const issueOf = <R extends Stored & Omit<Issue, 'details'>>(row: R): Issue => ({
  ...row,
  details: detailsOf(row.subtype, row.details),
})
