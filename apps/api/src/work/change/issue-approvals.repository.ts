import { type VoteObstacle, voteObstacles } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { hasPermissionSql } from '../../store/permissions.ts'
import { memberGrants } from '../../system/grants.repository.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'
import { requesterFields, requesterMembers } from '../issues/issue-approvals.rules.ts'
import type { Voter } from './issue-votes.rules.ts'

/** The members of an issue that decide who cannot approve it. */
export interface Concerned {
  /** Null for an issue that does not exist yet. */
  readonly id: string | null
  readonly project_id: string
  readonly created_by: string | null
  readonly reporter_id: string | null
  readonly assignee_id: string | null
  readonly details: StoredDetails
}

const requesting = sql.raw(requesterFields.map((field) => `'${field}'`).join(', '))

/** The former parties of an issue, from its history and, for dropped months of the history, from `issue_former_parties`. */
const formerParties = (issueId: SQL) => sql`
  select field, party_id as id from issue_former_parties
   where tenant_id = ${tenantId} and issue_id = ${issueId}
   union all
  select c ->> 'field' as field, c ->> 'from' as id
    from audit_log l cross join jsonb_array_elements(l.changes) c
   where l.tenant_id = ${tenantId}
     and l.record_id = ${issueId} and l.record_type = 'issue'
     and c ->> 'field' in ('reporter_id', 'assignee_id', ${requesting})`

/** The present parties of an issue, as SQL: the creator, and lists of the others. */
interface Parties {
  readonly created_by: SQL
  readonly reporter_ids: SQL
  readonly assignee_ids: SQL
  readonly person_ids: SQL
}

/** SQL for the obstacles that keep a user from voting. It expects a CTE `former` with the former parties of the issue. */
const obstaclesOf = (userId: SQL, { created_by, reporter_ids, assignee_ids, person_ids }: Parties): SQL => {
  const conditions: Readonly<Record<VoteObstacle, SQL>> = {
    is_creator: sql`${userId} = ${created_by}`,
    is_reporter: sql`${userId} = any(${reporter_ids})
      or exists (select from former f where f.field = 'reporter_id' and f.id = ${userId})`,
    is_requester: sql`exists (select from persons p where p.tenant_id = ${tenantId} and p.user_id = ${userId}
      and (p.id = any(${person_ids})
           or exists (select from former f where f.field in (${requesting}) and f.id = p.id)))`,
    is_assignee: sql`${userId} = any(${assignee_ids})
      or exists (select from former f where f.field = 'assignee_id' and f.id = ${userId})`,
  }
  const named = voteObstacles.map(
    (obstacle) => sql`case when ${conditions[obstacle]} then ${sql.raw(`'${obstacle}'`)} end`,
  )
  return sql`array_remove(array[${sql.join(named, sql`, `)}]::text[], null)`
}

/** Only callers with `persons:read` and the user of an account may see which person the account belongs to. */
const readsRequester = sql`(issue_approvals.approver_id = current_setting('app.user_id') or ${hasPermissionSql('persons:read')})`

/**
 * The obstacles that now keep the approver of a stored vote from voting. `is_requester` is included only for callers who
 * may see which person the approver's account belongs to.
 */
export const obstaclesOfApprover = sql<VoteObstacle[]>`(
  with former as materialized (${formerParties(sql`issue_approvals.issue_id`)})
  select case when ${readsRequester} then o.obstacles else array_remove(o.obstacles, 'is_requester') end
    from issues i
   cross join lateral (select ${obstaclesOf(sql`issue_approvals.approver_id`, {
     created_by: sql`i.created_by`,
     reporter_ids: sql`array[i.reporter_id]`,
     assignee_ids: sql`array[i.assignee_id]`,
     person_ids: sql.raw(
       `array[${requesterMembers.map((member) => `i.details ->> '${member}'`).join(', ')}]`,
     ),
   })} as obstacles) o
   where i.tenant_id = issue_approvals.tenant_id and i.id = issue_approvals.issue_id)`

const textsOf = (name: string) => sql`${sql.placeholder(name)}::text[]`

const voters = sqlStatement<Voter>(sql`
  with former as materialized (${formerParties(sql`${sql.placeholder('issue_id')}`)})
  select a.id,
         ${obstaclesOf(sql`a.id`, {
           created_by: sql`${sql.placeholder('created_by')}::text`,
           reporter_ids: textsOf('reporter_ids'),
           assignee_ids: textsOf('assignee_ids'),
           person_ids: textsOf('person_ids'),
         })} as cannot_vote_because,
         exists (select from ${memberGrants} where m.tenant_id = ${tenantId} and m.user_id = a.id
                    and g.project_id in ('', ${sql.placeholder('project_id')})
                    and g.permissions && array['issues:write', '*']) as may_write
    from unnest(${textsOf('ids')}) a (id)`)

/**
 * The obstacles that keep users from approving an issue. During a change, `before` is the stored issue: its parties count
 * as former parties, but the history does not contain them yet.
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
