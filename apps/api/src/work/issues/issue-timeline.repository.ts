import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { userLabel } from '../../db/user-label.ts'
import { issueStore } from './issues.store.ts'

const events = sqlStatement<{ occurred_at: string; text: string }>(sql`
  select a.created_at as occurred_at, left(case a.type
           when 'issue_created' then 'Opened'
           when 'status_changed' then 'Status: ' || coalesce(a.data->>'to', '')
           when 'assigned' then 'Assigned to ' || coalesce(${userLabel}, 'nobody')
           else c.body end, 4000) as text
    from issue_activities a
    left join users u on u.id = a.data->>'to'
    left join issue_comments c on c.tenant_id = a.tenant_id and c.id = a.data->>'comment_id' and c.visibility = 'public'
   where a.tenant_id = ${tenantId} and a.issue_id = ${sql.placeholder('id')}
     and (a.type in ('issue_created', 'status_changed', 'assigned') or (a.type = 'comment_added' and c.id is not null))
     and exists (select from issues i where i.tenant_id = a.tenant_id and i.id = a.issue_id and ${issueStore.visibleIn(sql`i.project_id`)})
   order by a.id limit 200`)

/** The first 200 events of an incident, from its activity; empty if the caller cannot see the incident. */
export const eventsOf = (reader: Reader, id: string) => reader.run(events, { id })
