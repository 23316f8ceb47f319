import { sql } from 'drizzle-orm'
import type { Scope } from '../../store/page-statements.ts'
import { Store } from '../../store/store.ts'
import { issueStore } from '../issues/issues.store.ts'
import { issueLinks } from './issue-links.table.ts'

export const linkStore = new Store({ table: issueLinks, record: 'issue_link', kind: 'owned' })

/** SQL that is true if the caller can see the issue at the other end of a link. */
const seesOtherEnd = issueStore.visibleIn(sql`(
  select i.project_id from issues i
   where i.tenant_id = issue_links.tenant_id and i.id = case issue_links.issue_id
           when ${sql.placeholder('parent_id')} then issue_links.linked_issue_id else issue_links.issue_id end)`)

/** The links of an issue in both directions, to issues that the caller can see. */
export const linksOf = (issueId: string): Scope => ({
  name: 'of issue',
  condition: sql`(issue_links.issue_id = ${sql.placeholder('parent_id')} or issue_links.linked_issue_id = ${sql.placeholder('parent_id')}) and ${seesOtherEnd}`,
  values: { parent_id: issueId },
})
