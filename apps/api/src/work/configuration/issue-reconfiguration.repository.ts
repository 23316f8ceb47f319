import { type SQL, sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { changedAt } from '../../db/columns.ts'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'

const mine = (alias: string) => sql`${sql.raw(alias)}.tenant_id = ${tenantId}`

/** An issue that a change of the configuration affects, in its former state. */
export interface Reached {
  readonly id: string
  /** The version after the change. */
  readonly version: number
  readonly resolved_at: string | null
  readonly closed_at: string | null
}

const lockWhere = (condition: SQL) =>
  sqlStatement<Reached>(sql`
  select i.id, i.version + 1 as version, i.resolved_at, i.closed_at from issues i where ${mine('i')} and ${condition}
   order by i.id limit ${sql.placeholder('limit')} for update`)
const inStatus = lockWhere(sql`i.status_id = ${sql.placeholder('id')}`)
const ofPriority = lockWhere(sql`i.priority_id = ${sql.placeholder('id')}`)

/** Locks and returns at most `limit` of the tenant's issues in a status. */
export const lockInStatus = (tx: Transaction, id: string, limit: number) => tx.run(inStatus, { id, limit })

/** Locks and returns at most `limit` of the tenant's issues of a priority. */
export const lockOfPriority = (tx: Transaction, id: string, limit: number) =>
  tx.run(ofPriority, { id, limit })

/*
 * One statement changes a record and the copies of its values in issues, because the foreign key between them is checked
 * at the end of the statement. The statement fails if issues of another tenant contain the same values.
 */

const categorize = sqlStatement<unknown>(sql`
  with changed as (
    update issue_statuses s set category = ${sql.placeholder('category')}
     where ${mine('s')} and s.id = ${sql.placeholder('id')} returning s.id, s.category
  )
  update issues i set version = i.version + 1, updated_at = ${changedAt}, status_category = changed.category,
         resolved_at = case when changed.category = 'completed' then coalesce(i.resolved_at, i.closed_at) end
    from changed where ${mine('i')} and i.status_id = changed.id`)

/** Changes the category of a status and its copies in issues. */
export const categorizeIn = (tx: Transaction, id: string, category: string) =>
  tx.run(categorize, { id, category })

const level = sqlStatement<unknown>(sql`
  with changed as (
    update issue_priorities p set level = ${sql.placeholder('level')}
     where ${mine('p')} and p.id = ${sql.placeholder('id')} returning p.id, p.level
  )
  update issues i set version = i.version + 1, updated_at = ${changedAt}, priority_level = changed.level
    from changed where ${mine('i')} and i.priority_id = changed.id`)

/** Changes the level of a priority and its copies in issues. */
export const levelIn = (tx: Transaction, id: string, value: number) => tx.run(level, { id, level: value })

const addActivities = sqlStatement<unknown>(sql`
  insert into issue_activities (tenant_id, id, issue_id, type, data)
  select ${tenantId}, e.id, e.issue_id, 'field_changed', e.data::jsonb
    from unnest(${sql.placeholder('ids')}::text[], ${sql.placeholder('issue_ids')}::text[], ${sql.placeholder('data')}::text[]) e(id, issue_id, data)`)

/** A member of an issue that changed. */
interface ChangedMember {
  readonly issueId: string
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

/** Records the changed member in the activity of each issue. */
export const recordMembers = (tx: Transaction, changed: readonly ChangedMember[]) =>
  tx.run(addActivities, {
    ids: changed.map(newId),
    issue_ids: changed.map(({ issueId }) => issueId),
    data: changed.map(({ field, from, to }) => JSON.stringify({ field, from, to })),
  })
