import { sql } from 'drizzle-orm'
import { pgTable, real } from 'drizzle-orm/pg-core'
import { ulid } from '../../db/columns.ts'
import { tenantId } from '../../db/tenant.ts'
import { JoinedIssues } from './joined-issues.store.ts'

/** The result of a search, declared as a table. */
const hits = pgTable('hits', { id: ulid().notNull(), rank: real().notNull() })

const found = sql`commonhold_search_issues_in(${tenantId}, ${sql.placeholder('words')})`

/**
 * The issues that a search finds, with their rank, by which lists can be sorted. The search returns them in the order of the
 * rank, so only the issues of a page are read.
 */
export const rankedIssues = new JoinedIssues(
  { id: hits.id, rank: hits.rank },
  sql`(select h.issue_id collate "C" as id, h.rank from ${found} h order by h.rank desc, id desc) hits
      join lateral (select * from issues i where i.tenant_id = ${tenantId}
          and i.id = hits.id offset 0) issues on true`,
)

/** SQL that is true if the search finds the issue. */
export const isFound = sql`issues.id in (select h.issue_id collate "C" from ${found} h)`
