import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { heldGrants } from '../../system/grants.repository.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import { requesterFields, requesterMembers } from '../issues/issue-approvals.rules.ts'

/** The members of an issue that decide who cannot approve it. */
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
export interface Voter {
  readonly id: string
  readonly is_creator: boolean
  /** True for the reporter, and for whoever was the reporter before. */
  readonly is_reporter: boolean
  /** True for the assignee, and for whoever was the assignee before. */
  readonly is_assignee: boolean
  /** True for the requester, and for whoever was the requester before. */
  readonly is_requester: boolean
  readonly may_write: boolean
}

const requesting = sql.raw(requesterFields.map((field) => `'${field}'`).join(', '))

/** The former values of the members that name parties, from the history of the issue and from what is kept of its dropped months. */
const former = sql`
  select field, party_id as id from issue_former_parties
   where tenant_id = ${tenantId} and issue_id = ${sql.placeholder('issue_id')}
   union all
  select c ->> 'field' as field, c ->> 'from' as id
    from audit_log l cross join jsonb_array_elements(l.changes) c
   where l.tenant_id = ${tenantId}
     and l.record_id = ${sql.placeholder('issue_id')} and l.record_type = 'issue'
     and c ->> 'field' in ('reporter_id', 'assignee_id', ${requesting})`

const voters = sqlStatement<Voter>(sql`
  with former as materialized (${former})
  select a.id,
         a.id is not distinct from ${sql.placeholder('created_by')}::text as is_creator,
         (a.id = any(${sql.placeholder('reporter_ids')}::text[])
          or exists (select from former f where f.field = 'reporter_id' and f.id = a.id)) as is_reporter,
         (a.id = any(${sql.placeholder('assignee_ids')}::text[])
          or exists (select from former f where f.field = 'assignee_id' and f.id = a.id)) as is_assignee,
         exists (select from persons p where p.tenant_id = ${tenantId} and p.user_id = a.id
                    and (p.id = any(${sql.placeholder('person_ids')}::text[])
                         or exists (select from former f where f.field in (${requesting}) and f.id = p.id)))
           as is_requester,
         exists (select from ${heldGrants} where m.tenant_id = ${tenantId} and m.user_id = a.id
                    and g.project_id in ('', ${sql.placeholder('project_id')})
                    and g.permissions && array['issues:write', '*']) as may_write
    from unnest(${sql.placeholder('ids')}::text[]) a (id)`)

/**
 * What keeps users from approving an issue. While the issue changes, `before` is the version that the history does not
 * name as a former one yet.
 */
export async function votersOf(
  reader: Reader,
  issue: Concerned,
  ids: readonly string[],
  before: Concerned = issue,
): Promise<Voter[]> {
  if (ids.length === 0) return []
  const { id, project_id, created_by } = issue
  const versions = [before, issue]
  const persons = versions.flatMap(({ details }) => requesterMembers.map((member) => details[member]))
  return reader.run(voters, {
    issue_id: id,
    project_id,
    created_by,
    reporter_ids: versions.flatMap(({ reporter_id }) => reporter_id ?? []),
    assignee_ids: versions.flatMap(({ assignee_id }) => assignee_id ?? []),
    person_ids: persons.filter((person) => typeof person === 'string'),
    ids,
  })
}

/** True for creator, reporter, requester and assignee, former ones too: none of them approves, whatever else they hold. */
export const isParty = ({ is_creator, is_reporter, is_assignee, is_requester }: Voter) =>
  is_creator || is_reporter || is_assignee || is_requester
