import { sql } from 'drizzle-orm'
import { pgTable, real } from 'drizzle-orm/pg-core'
import { JoinedIssues } from './joined-issues.store.ts'

/** What a search answers, as if it were a table. */
const hits = pgTable('hits', { rank: real().notNull() })

const found = sql`commonhold_search_issues(${sql.placeholder('words')})`

/** Issues that a search finds: their rows, each with its rank, by which lists can be sorted. */
export const rankedIssues = new JoinedIssues(
  { rank: hits.rank },
  sql`${found} hits
      join lateral (select * from issues i where i.tenant_id = current_setting('app.tenant_id')
          and i.id = hits.issue_id collate "C" offset 0) issues on true`,
)

/** The condition that a search finds the issue. */
export const isFound = sql`issues.id in (select h.issue_id collate "C" from ${found} h)`
