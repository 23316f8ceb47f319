import { sql } from 'drizzle-orm'
import type { Scope } from '../kernel/listing.ts'
import { Store } from '../kernel/store.ts'
import { issueLinks } from './issue-links.table.ts'

export const linkStore = new Store({ table: issueLinks, record: 'issue_link', kind: 'owned' })

/** The links of an issue, from whichever end. */
export const linksOf = (issueId: string): Scope => ({
  name: 'of issue',
  condition: sql`(issue_links.issue_id = ${sql.placeholder('parent_id')} or issue_links.linked_issue_id = ${sql.placeholder('parent_id')})`,
  values: { parent_id: issueId },
})
