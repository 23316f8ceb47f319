import type { watchOccasions, watchReasons } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { changedAt } from '../../db/columns.ts'
import { nextNumber } from '../../db/counters.ts'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import { changesBetween } from '../../store/audit.ts'
import type { WriteContext } from '../../store/context.ts'
import { memberGrants } from '../../system/grants.repository.ts'

/** The statements that replace the values to which a table relates an issue. */
function relation(table: string, column: string) {
  const [related, value] = [sql.raw(table), sql.raw(column)]
  const values = sql`${sql.placeholder('values')}::text[]`
  return {
    remove: sqlStatement<unknown>(sql`
      delete from ${related} where tenant_id = ${tenantId} and issue_id = ${sql.placeholder('id')}
         and ${value} <> all(${values})`),
    add: sqlStatement<unknown>(sql`
      insert into ${related} (tenant_id, issue_id, ${value}) select distinct ${tenantId}, ${sql.placeholder('id')}, value
        from unnest(${values}) value on conflict do nothing`),
  }
}

const relations = {
  labels: relation('issue_labels', 'label'),
  asset_ids: relation('issue_assets', 'asset_id'),
  configuration_item_ids: relation('issue_configuration_items', 'configuration_item_id'),
} as const

type Relation = keyof typeof relations

/** Replaces the labels, assets and configuration items of an issue by those of a body. Missing members do not change. */
export async function setRelations(
  tx: Transaction,
  id: string,
  body: { readonly [R in Relation]?: readonly string[] | undefined },
): Promise<void> {
  await Promise.all(
    (['labels', 'asset_ids', 'configuration_item_ids'] as const).flatMap((member) => {
      const values = body[member]
      const { remove, add } = relations[member]
      return values ? [tx.run(remove, { id, values }), tx.run(add, { id, values })] : []
    }),
  )
}

const touch = sqlStatement<unknown>(sql`
  update issues set version = version + 1, updated_at = ${changedAt}
   where tenant_id = ${tenantId} and id = ${sql.placeholder('id')}`)

/** Increases the version of an issue for a change that is stored in another table. */
export const touchIssue = (tx: Transaction, id: string) => tx.run(touch, { id })

const renewal = sqlStatement<unknown>(sql`
  update issues set updated_at = ${changedAt}
   where tenant_id = ${tenantId} and id = ${sql.placeholder('id')}`)

/** Updates `updated_at` of an issue for a comment, a link or an attachment. These do not change its version. */
export const renewUpdatedAt = (tx: Transaction, id: string) => tx.run(renewal, { id })

/** SQL that is true if the user may read the issue. */
const isReader = sql`exists (
  select from issues i join ${memberGrants}
      on m.tenant_id = i.tenant_id and m.user_id = ${sql.placeholder('id')}
     and g.project_id in ('', i.project_id) and g.permissions && array['issues:read', '*']
   where i.tenant_id = ${tenantId} and i.id = ${sql.placeholder('issue_id')})`

const watch = sqlStatement<{ id: string }>(sql`
  insert into issue_watchers (tenant_id, issue_id, id, reason)
  select ${tenantId}, ${sql.placeholder('issue_id')}, ${sql.placeholder('id')}, ${sql.placeholder('reason')}
   where ${sql.placeholder('occasion')} = '' or (${isReader} and coalesce(
           (select ${sql.placeholder('occasion')} = any(p.auto_watch_on) from preferences p where p.id = ${sql.placeholder('id')}), true))
  on conflict do nothing returning id`)

interface Cause {
  readonly reason: (typeof watchReasons)[number]
  readonly occasion: (typeof watchOccasions)[number] | ''
}

/**
 * The causes for which a user starts to watch an issue: the reason that responses contain, and the occasion, which users
 * choose in their preferences. The reason for an internal comment is `manual`, because not every reader may know of it.
 */
const causes = {
  manual: { reason: 'manual', occasion: '' },
  reporter: { reason: 'reporter', occasion: 'issue_created' },
  assignee: { reason: 'assignee', occasion: 'issue_assigned' },
  commenter: { reason: 'commenter', occasion: 'issue_commented' },
  internal_commenter: { reason: 'manual', occasion: 'issue_commented' },
} as const satisfies Readonly<Record<string, Cause>>

/**
 * Makes a user watch an issue. On an occasion, only a user who may read the issue and whose preferences allow the occasion
 * is added. Returns true if the user is a new watcher.
 */
export async function addWatcher(
  { tx, audit }: WriteContext,
  issue_id: string,
  id: string,
  cause: keyof typeof causes,
): Promise<boolean> {
  const { reason, occasion } = causes[cause]
  const added = await tx.first(watch, { issue_id, id, reason, occasion })
  if (!added) return false
  const changes = changesBetween(['issue_id', 'user_id', 'reason'], {}, { issue_id, user_id: id, reason })
  audit({ action: 'created', recordType: 'issue_watcher', recordId: id, changes })
  return true
}

const addActivity = sqlStatement<unknown>(sql`
  insert into issue_activities (tenant_id, id, issue_id, type, visibility, data)
  values (${tenantId}, ${sql.placeholder('id')}, ${sql.placeholder('issue_id')}, ${sql.placeholder('type')},
          ${sql.placeholder('visibility')}, ${sql.placeholder('data')}::text::jsonb)`)

/** An entry of the activity of an issue. */
export interface ActivityEntry {
  readonly type: string
  readonly visibility?: 'public' | 'internal'
  readonly data?: Readonly<Record<string, unknown>>
}

/** Adds entries to the activity of an issue. Their actor is the user of the request. */
export const recordActivity = (tx: Transaction, issueId: string, entries: readonly ActivityEntry[]) =>
  Promise.all(
    entries.map(({ type, visibility = 'public', data = {} }) =>
      tx.run(addActivity, { id: newId(), issue_id: issueId, type, visibility, data: JSON.stringify(data) }),
    ),
  )

/** The next number of the tenant's issues in a project. */
export const newNumber = (tx: Transaction, projectId: string) => nextNumber(tx, `issue ${projectId}`)
