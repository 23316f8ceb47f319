import type { Issue, IssueSubtype } from '@commonhold/contract'
import type { PriorityView, TypeView } from '../configuration/issue-configuration.rules.ts'
import type { StatusView } from '../configuration/issue-lifecycle.rules.ts'
import { detailsOf, type StoredDetails } from '../fields/issue-details.rules.ts'

/** The members that a row must have to become an issue of a response. */
interface Stored {
  readonly subtype: IssueSubtype
  readonly details: StoredDetails
}

/** An issue as responses contain it, with every member of the details of its subtype. */
export const issueOf = <R extends Stored & Omit<Issue, 'details'>>(row: R): Issue => ({
  ...row,
  details: detailsOf(row.subtype, row.details),
})

/** The columns of an issue that repeat members of its type. */
export const typeColumns = ({ id, key, subtype, workflow_id }: TypeView) => ({
  issue_type_id: id,
  issue_type: key,
  subtype,
  workflow_id,
})

/** The columns of an issue that repeat members of its status. */
export const statusColumns = ({ id, key, category }: StatusView) => ({
  status_id: id,
  status: key,
  status_category: category,
})

/** The columns of an issue that repeat members of its priority. */
export const priorityColumns = ({ id, key, level }: PriorityView) => ({
  priority_id: id,
  priority: key,
  priority_level: level,
})
