import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../kernel/statement.ts'
import { heldGrants } from '../system/grants.ts'
import type { StoredDetails } from './issue-details.rules.ts'

/** An issue as far as it says who is no approver of it. */
export interface Concerned {
  /** Null for an issue that is yet to be created. */
  readonly id: string | null
  readonly project_id: string
  readonly created_by: string | null
  readonly reporter_id: string | null
  readonly assignee_id: string | null
  readonly details: StoredDetails
}

/** What keeps a user from approving an issue. */
export interface Standing {
  readonly id: string
  readonly is_creator: boolean
  /** True for the reporter, and for whoever was the reporter before. */
  readonly is_reporter: boolean
  readonly is_assignee: boolean
  readonly is_requester: boolean
  readonly may_write: boolean
}

/** A change of the reporter, as the history of the issue has it. */
const fromReporter = sql`jsonb_build_array(jsonb_build_object('field', 'reporter_id', 'from', a.id))`

const standings = sqlStatement<Standing>(sql`
  select a.id,
         a.id is not distinct from ${sql.placeholder('created_by')}::text as is_creator,
         (a.id is not distinct from ${sql.placeholder('reporter_id')}::text
          or exists (select from audit_log l where l.tenant_id = current_setting('app.tenant_id')
                        and l.record_id = ${sql.placeholder('issue_id')} and l.record_type = 'issue'
                        and l.changes @> ${fromReporter})) as is_reporter,
         a.id is not distinct from ${sql.placeholder('assignee_id')}::text as is_assignee,
         exists (select from persons p where p.tenant_id = current_setting('app.tenant_id') and p.user_id = a.id
                    and p.id = any(${sql.placeholder('person_ids')}::text[])) as is_requester,
         exists (select from ${heldGrants} where m.tenant_id = current_setting('app.tenant_id') and m.user_id = a.id
                    and g.project_id in ('', ${sql.placeholder('project_id')})
                    and g.permissions && array['issues:write', '*']) as may_write
    from unnest(${sql.placeholder('ids')}::text[]) a (id)`)

/** How users stand to an issue that waits for their approval. */
export async function standingsOf(
  reader: Reader,
  { id, project_id, created_by, reporter_id, assignee_id, details }: Concerned,
  ids: readonly string[],
): Promise<Standing[]> {
  if (ids.length === 0) return []
  const persons = [details.requester_person_id, details.requested_for_person_id]
  const person_ids = persons.filter((person) => typeof person === 'string')
  return reader.run(standings, {
    issue_id: id,
    project_id,
    created_by,
    reporter_id,
    assignee_id,
    person_ids,
    ids,
  })
}

/** True for creator, reporter, requester and assignee: none of them approves, whatever else they hold. */
export const isParty = ({ is_creator, is_reporter, is_assignee, is_requester }: Standing) =>
  is_creator || is_reporter || is_assignee || is_requester
