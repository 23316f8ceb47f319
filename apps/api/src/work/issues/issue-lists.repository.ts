import { type ApiContract, issueColumns, type QueryOf } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { assetStore } from '../../assets/assets.store.ts'
import { configurationItemStore } from '../../cmdb/configuration-items.store.ts'
import type { ReadContext } from '../../store/context.ts'
import type { ListQuery } from '../../store/list.ts'
import { readPage } from '../../store/listing.ts'
import type { Scope } from '../../store/page-statements.ts'
import { respondWithPage } from '../../store/paging.ts'
import { withVisibleIds } from '../../store/references.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { assertKeysKnown } from '../configuration/issue-key-filters.repository.ts'
import { detailsApart, detailsReferences } from './issue-details-filters.repository.ts'
import { apart, type FieldOrder, fieldFilters } from './issue-field-filters.repository.ts'
import { listByField } from './issue-field-order.repository.ts'
import { presentKeys } from './issue-former-keys.repository.ts'
import { isFound, rankedIssues } from './issue-search.store.ts'
import { type IssueRow, issueStore } from './issues.store.ts'

/** The query of a list of issues. */
export type IssueQuery = QueryOf<ApiContract['issues']['list']>

const having = (table: string, column: string, parameter: string, also = sql`true`) =>
  sql`exists (select from ${sql.raw(table)} p where p.tenant_id = issues.tenant_id and p.issue_id = issues.id and p.${sql.raw(column)} = any(${sql.placeholder(parameter)}::text[]) and ${also})`

/** The stores of records that parameters name, in addition to the references of `issueStore`. */
const named = {
  asset_id: assetStore,
  configuration_item_id: configurationItemStore,
  watcher_id: memberReferences,
  pending_approver_id: memberReferences,
  ...detailsReferences,
}

const conditions: Readonly<Record<string, SQL>> = {
  words: isFound,
  of_project: sql`issues.project_id = ${sql.placeholder('of_project')}`,
  of_label: having('issue_labels', 'label', 'of_label'),
  of_asset: having('issue_assets', 'asset_id', 'of_asset'),
  of_item: having('issue_configuration_items', 'configuration_item_id', 'of_item'),
  of_watcher: having('issue_watchers', 'id', 'of_watcher'),
  // A vote is pending also before the approval is requested, and after another vote has decided it.
  of_voter: sql`issues.details ->> 'approval_status' = 'requested' and ${having('issue_approvals', 'approver_id', 'of_voter', sql`p.status = 'pending'`)}`,
}

/** One page of issues; `projectId` limits it to a project. */
export async function listIssues(
  context: ReadContext,
  query: IssueQuery,
  projectId?: string | null,
): Promise<IssueRow[]> {
  const { columns, scope, order } = await narrowed(context, query, projectId ?? undefined)
  const store = columns.q === undefined ? issueStore : rankedIssues
  const page = order
    ? await listByField(context, columns, scope, order)
    : await readPage(store, context, issueColumns, columns, scope)
  await assertKeysKnown(context.reader, query, page.rows)
  return respondWithPage(context, page)
}

/** Splits a query into filters by columns, a scope with all other conditions, and the custom field to sort by. */
async function narrowed(
  { reader }: ReadContext,
  query: IssueQuery,
  projectId: string | undefined,
): Promise<{ columns: ListQuery; scope: Scope | undefined; order: FieldOrder | undefined }> {
  const { open, declared } = apart(query)
  const { key, ...seen } = await withVisibleIds(named, reader, declared)
  const present = key === undefined ? {} : { key: await presentKeys(reader, key) }
  const { details, rest } = detailsApart({ ...seen, ...present })
  const { q, label, asset_id, configuration_item_id, watcher_id, pending_approver_id, ...others } = rest
  // Without `sort`, a search returns the best matches first.
  const columns = q === undefined ? others : { ...others, q, sort: others.sort ?? ['-rank'] }
  const { filters, order } = await fieldFilters(reader, open, others.sort)
  const values = Object.fromEntries(
    Object.entries({
      words: q,
      of_project: projectId,
      of_label: label,
      of_asset: asset_id,
      of_item: configuration_item_id,
      of_watcher: watcher_id,
      of_voter: pending_approver_id,
    }).filter(([, value]) => value !== undefined),
  )
  // Ranked issues are matches of the search. For another order or a count, the search must be a condition.
  const names = Object.keys(values).filter((name) => name !== 'words' || order || others.count)
  const apartFromFields = [...names.flatMap((name) => conditions[name] ?? []), ...details.conditions]
  const all = [...apartFromFields, ...filters.conditions]
  const ordered = order && { ...order, conditions: [...apartFromFields, ...order.conditions] }
  if (all.length === 0 && q === undefined) return { columns, scope: undefined, order: ordered }
  return {
    columns,
    scope: {
      name: [...names, ...details.names, filters.name].join(),
      condition: all.length === 0 ? sql`true` : sql.join(all, sql` and `),
      values: { ...values, ...details.values, ...filters.values },
    },
    order: ordered,
  }
}
