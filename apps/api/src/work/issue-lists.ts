import type { ApiContract, QueryOf } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { assetStore } from '../assets/assets.store.ts'
import { configurationItemStore } from '../cmdb/configuration-items.store.ts'
import type { ReadContext } from '../kernel/context.ts'
import type { ListQuery } from '../kernel/list.ts'
import type { Scope } from '../kernel/listing.ts'
import { filterReferences } from '../kernel/references.ts'
import { memberReferences } from '../system/members.ts'
import { isFound } from './issue-search.store.ts'

/** What a list of issues is asked for. */
export type IssueQuery = QueryOf<ApiContract['issues']['list']>

const having = (table: string, column: string, parameter: string) =>
  sql`exists (select from ${sql.raw(table)} p where p.tenant_id = issues.tenant_id and p.issue_id = issues.id and p.${sql.raw(column)} = any(${sql.placeholder(parameter)}::text[]))`

const conditions: Readonly<Record<string, SQL>> = {
  words: isFound,
  of_project: sql`issues.project_id = ${sql.placeholder('of_project')}`,
  of_label: having('issue_labels', 'label', 'of_label'),
  of_asset: having('issue_assets', 'asset_id', 'of_asset'),
  of_item: having('issue_configuration_items', 'configuration_item_id', 'of_item'),
  of_watcher: having('issue_watchers', 'id', 'of_watcher'),
}

/** A query, apart in what columns answer and what takes a condition of its own. */
export async function narrowed(
  { reader }: ReadContext,
  query: IssueQuery,
  projectId: string | undefined,
): Promise<{ columns: ListQuery; scope: Scope | undefined }> {
  const { q, label, asset_id, configuration_item_id, watcher_id, ...asked } = query
  // Without an order of its own a search answers the best first.
  const columns = q === undefined ? asked : { ...asked, q, sort: asked.sort ?? ['-rank'] }
  await filterReferences(
    { asset_id: assetStore, configuration_item_id: configurationItemStore, watcher_id: memberReferences },
    reader,
    { asset_id, configuration_item_id, watcher_id },
  )
  const values = Object.fromEntries(
    Object.entries({
      words: q,
      of_project: projectId,
      of_label: label,
      of_asset: asset_id,
      of_item: configuration_item_id,
      of_watcher: watcher_id,
    }).filter(([, value]) => value !== undefined),
  )
  const names = Object.keys(values)
  if (names.length === 0) return { columns, scope: undefined }
  const condition = sql.join(
    names.flatMap((name) => conditions[name] ?? []),
    sql` and `,
  )
  return { columns, scope: { name: names.join(), condition, values } }
}
