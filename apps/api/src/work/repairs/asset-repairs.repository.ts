import type { AssetRepair, operationGroups, QueryOf } from '@commonhold/contract'
import { and, type SQL, sql } from 'drizzle-orm'
import { changedAt } from '../../db/columns.ts'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { WriteContext } from '../../store/context.ts'
import type { Scope } from '../../store/page-statements.ts'
import { issueStore } from '../issues/issues.store.ts'

const ofIssue = sqlStatement<{ id: string; asset_id: string }>(sql`
  select id, asset_id from asset_repairs where tenant_id = ${tenantId} and issue_id = ${sql.placeholder('issue_id')}`)

/** The ids of the repair of an issue and of its asset; undefined if the issue has no repair. */
export const repairOfIssue = (tx: Transaction, issueId: string) => tx.first(ofIssue, { issue_id: issueId })

const openOf = sqlStatement<{ issue_id: string }>(sql`
  select r.issue_id from asset_repairs r join issues i on i.tenant_id = r.tenant_id and i.id = r.issue_id
   where r.tenant_id = ${tenantId} and r.asset_id = ${sql.placeholder('asset_id')}
     and not i.is_closed and i.archived_at is null
   order by r.issue_id`)

/** The issues of the open repairs of an asset. */
export const openRepairIssues = (tx: Transaction, assetId: string) => tx.run(openOf, { asset_id: assetId })

const lockAsset = sqlStatement<unknown>(sql`
  select from assets where tenant_id = ${tenantId} and id = ${sql.placeholder('asset_id')} for no key update`)

const settle = sqlStatement<{ in_repair: boolean; version: number }>(sql`
  update assets set in_repair = not in_repair, version = version + 1, updated_at = ${changedAt}
   where tenant_id = ${tenantId} and id = ${sql.placeholder('asset_id')}
     and in_repair <> exists (
       select from asset_repairs r join issues i on i.tenant_id = r.tenant_id and i.id = r.issue_id
        where r.tenant_id = ${tenantId} and r.asset_id = assets.id
          and not i.is_closed and i.archived_at is null)
   returning in_repair, version`)

/** Updates `in_repair` of an asset from the issues of its repairs; the lock serializes concurrent updates. */
export async function settleRepairs({ tx, audit }: WriteContext, assetId: string): Promise<void> {
  const locked = tx.run(lockAsset, { asset_id: assetId })
  const [settled] = await Promise.all([tx.first(settle, { asset_id: assetId }), locked])
  if (!settled) return
  const changes = [{ field: 'in_repair', from: !settled.in_repair, to: settled.in_repair }]
  const { version } = settled
  audit({ action: 'updated', recordType: 'asset', recordId: assetId, version, changes })
}

const at = sql.placeholder

/** The conditions on the issue of a repair, by parameter of the list. */
const issueFilters: Readonly<Record<string, SQL>> = {
  status: sql`i.status = any(${at('of_status')}::text[])`,
  outcome: sql`coalesce(i.details->>'outcome', 'null') = any(${at('of_outcome')}::text[])`,
  is_closed: sql`i.is_closed = ${at('of_is_closed')}::boolean`,
  priority: sql`i.priority = any(${at('of_priority')}::text[])`,
  assignee_id: sql`i.assignee_id = any(${at('of_assignee_id')}::text[])`,
  assignee_id__is_null: sql`(i.assignee_id is null) = ${at('of_assignee_id__is_null')}::boolean`,
  project_id: sql`i.project_id = any(${at('of_project_id')}::text[])`,
  opened_at__gte: sql`i.opened_at >= ${at('of_opened_at__gte')}::timestamptz`,
  opened_at__lt: sql`i.opened_at < ${at('of_opened_at__lt')}::timestamptz`,
  closed_at__gte: sql`i.closed_at >= ${at('of_closed_at__gte')}::timestamptz`,
  closed_at__lt: sql`i.closed_at < ${at('of_closed_at__lt')}::timestamptz`,
}
const isVisible = issueStore.visibleIn(sql`i.project_id`)
const archival = {
  exclude: sql`(i.archived_at is null or not ${isVisible})`,
  include: sql`true`,
  only: sql`(i.archived_at is not null and ${isVisible})`,
} as const

/**
 * Restricts a list of repairs by their issues; repairs of archived issues are left out by default. An issue that the caller
 * may not read counts as not archived, and matches no other condition.
 */
export function repairsWhose(query: QueryOf<typeof operationGroups.assetRepairs.list>): Scope {
  const { archived = 'exclude' } = query
  const given = new Map(Object.entries(query))
  const requested = Object.entries(issueFilters).filter(([name]) => given.get(name) !== undefined)
  const conditions = [
    archival[archived],
    ...requested.map(([, condition]) => condition),
    ...(requested.length > 0 ? [isVisible] : []),
  ]
  return {
    name: `whose issue ${archived} ${requested.map(([name]) => name)}`,
    condition: sql`exists (
      select from issues i where i.tenant_id = asset_repairs.tenant_id and i.id = asset_repairs.issue_id and ${and(...conditions)})`,
    values: Object.fromEntries(requested.map(([name]) => [`of_${name}`, given.get(name)])),
  }
}

/** Members of a repair that its issue stores, as the audit log records them. */
export const auditedOfIssue = [
  'outcome',
  'title',
  'description',
  'priority',
  'assignee_id',
  'project_id',
  'status',
  'resolution_notes',
  'opened_at',
  'closed_at',
  'archived_at',
] as const satisfies readonly (keyof AssetRepair)[]

const touch = sqlStatement<{ version: number }>(sql`
  update asset_repairs set version = version + 1, updated_at = ${changedAt}
   where tenant_id = ${tenantId} and id = ${sql.placeholder('id')} and xmin <> pg_current_xact_id()::xid
  returning version`)

/**
 * Makes a new version of a repair after a change of members that its issue stores, and returns the version. Returns undefined
 * if the transaction has already changed the repair, so that one request makes one version.
 */
export const touchRepair = async (tx: Transaction, id: string): Promise<number | undefined> =>
  (await tx.first(touch, { id }))?.version
