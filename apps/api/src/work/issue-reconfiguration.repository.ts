import { type SQL, sql } from 'drizzle-orm'
import type { WriteContext } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { ToldChange } from './issue-history.rules.ts'

const mine = (alias: string) => sql.raw(`${alias}.tenant_id = current_setting('app.tenant_id')`)

/** An issue that a change of the configuration reaches, as it was. */
export interface Reached {
  readonly id: string
  readonly resolved_at: string | null
  readonly closed_at: string | null
}

const lockWhere = (condition: SQL) =>
  sqlStatement<Reached>(sql`
  select i.id, i.resolved_at, i.closed_at from issues i where ${mine('i')} and ${condition}
   order by i.id limit ${sql.placeholder('limit')} for update`)
const inStatus = lockWhere(sql`i.status_id = ${sql.placeholder('id')}`)
const ofPriority = lockWhere(sql`i.priority_id = ${sql.placeholder('id')}`)

/** Some of the tenant's issues in a status, locked. */
export const lockInStatus = (tx: Transaction, id: string, limit: number) => tx.run(inStatus, { id, limit })

/** Some of the tenant's issues of a priority, locked. */
export const lockOfPriority = (tx: Transaction, id: string, limit: number) =>
  tx.run(ofPriority, { id, limit })

/*
 * What issues hold of a record changes in one statement with the record: the foreign key between them is checked at its
 * end, and refuses it where issues of another tenant hold the same.
 */

const categorize = sqlStatement<unknown>(sql`
  with held as (
    update issue_statuses s set category = ${sql.placeholder('category')}
     where ${mine('s')} and s.id = ${sql.placeholder('id')} returning s.id, s.category
  )
  update issues i set version = i.version + 1, updated_at = now(), status_category = held.category,
         resolved_at = case when held.category = 'completed' then coalesce(i.resolved_at, i.closed_at) end
    from held where ${mine('i')} and i.status_id = held.id`)

/** Gives a status another category, and what its issues hold of it. */
export const categorizeIn = (tx: Transaction, id: string, category: string) =>
  tx.run(categorize, { id, category })

const level = sqlStatement<unknown>(sql`
  with held as (
    update issue_priorities p set level = ${sql.placeholder('level')}
     where ${mine('p')} and p.id = ${sql.placeholder('id')} returning p.id, p.level
  )
  update issues i set version = i.version + 1, updated_at = now(), priority_level = held.level
    from held where ${mine('i')} and i.priority_id = held.id`)

/** Gives a priority another level, and what its issues hold of it. */
export const levelIn = (tx: Transaction, id: string, value: number) => tx.run(level, { id, level: value })

const each = sql`unnest(${sql.placeholder('ids')}::text[], ${sql.placeholder('issue_ids')}::text[], ${sql.placeholder('values')}::text[]) e(id, issue_id, value)`

const addEntries = sqlStatement<unknown>(sql`
  insert into audit_log (id, tenant_id, actor_id, actor_name, session_id, request_id, source, operation, action, record_type, record_id, changes)
  select e.id, current_setting('app.tenant_id'), ${sql.placeholder('actor_id')}, a.name, ${sql.placeholder('session_id')},
         ${sql.placeholder('request_id')}, ${sql.placeholder('source')}, ${sql.placeholder('operation')}, 'updated', 'issue', e.issue_id, e.value::jsonb
    from ${each}
    left join (select coalesce(u.display_name, u.username, u.email) as name from users u where u.id = ${sql.placeholder('actor_id')}) a on true`)

const addActivities = sqlStatement<unknown>(sql`
  insert into issue_activities (id, issue_id, type, data)
  select e.id, e.issue_id, 'field_changed', e.value::jsonb from ${each}`)

/** Changes of one issue, each by its words. */
export interface ToldIssue {
  readonly id: string
  readonly changes: readonly ToldChange[]
}

/** Notes one entry for each issue in the history, and its first change in the activity. */
export function noteEach(
  { tx, actor, requestId, source }: WriteContext,
  operation: string,
  told: readonly ToldIssue[],
): Promise<unknown> {
  const issue_ids = told.map(({ id }) => id)
  const origin = {
    actor_id: actor.userId,
    session_id: actor.sessionId,
    request_id: requestId,
    source,
    operation,
  }
  const deeds = told.map(({ changes: [first] }) => ({
    field: first?.field,
    from: first?.from,
    to: first?.to,
  }))
  return Promise.all([
    tx.run(addEntries, {
      ...origin,
      ids: told.map(newId),
      issue_ids,
      values: told.map(({ changes }) => JSON.stringify(changes)),
    }),
    tx.run(addActivities, {
      ids: told.map(newId),
      issue_ids,
      values: deeds.map((deed) => JSON.stringify(deed)),
    }),
  ])
}
