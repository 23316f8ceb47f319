import { sql } from 'drizzle-orm'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { StoredDetails } from '../fields/issue-details.rules.ts'

const mine = sql`tenant_id = ${tenantId}`

/** The issues that the details and the custom fields of an issue name, without the issue itself. */
const named = sql`
  select id from (
    select unnest(${sql.placeholder('ids')}::text[])
     union
    select v.text_value from issue_field_values v
     where v.${mine} and v.issue_id = ${sql.placeholder('issue_id')} and v.field_type = 'issue') every (id)
   where id <> ${sql.placeholder('issue_id')}`

const drop = sqlStatement<unknown>(sql`
  delete from issue_mentions m where m.${mine} and m.issue_id = ${sql.placeholder('issue_id')} and m.named_id not in (${named})`)
const add = sqlStatement<unknown>(sql`
  insert into issue_mentions (tenant_id, issue_id, named_id) select ${tenantId}, ${sql.placeholder('issue_id')}, id from (${named}) named on conflict do nothing`)

/** The ids of the issues that details name. */
export const namedIn = ({
  problem_id,
  caused_by_change_id,
  incident_ids,
  action_issue_ids,
}: StoredDetails): string[] =>
  [problem_id, caused_by_change_id, incident_ids, action_issue_ids]
    .flat()
    .filter((id) => typeof id === 'string')

/** Stores which issues an issue names. Send the statements after the statements that store its custom fields. */
export function saveMentions(tx: Transaction, issue_id: string, details: StoredDetails): Promise<unknown> {
  const ids = namedIn(details)
  return Promise.all([tx.run(drop, { issue_id, ids }), tx.run(add, { issue_id, ids })])
}
