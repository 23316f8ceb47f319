import type { ApiContract, QueryOf } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { assetStore } from '../assets/assets.store.ts'
import type { ReadContext } from '../kernel/context.ts'
import type { ListQuery } from '../kernel/list.ts'
import type { Scope } from '../kernel/listing.ts'
import { filterReferences } from '../kernel/references.ts'
import { memberReferences } from '../system/members.ts'

/** What a list of issues is asked for. */
export type IssueQuery = QueryOf<ApiContract['issues']['list']>

const having = (table: string, column: string, parameter: string) =>
  sql`exists (select from ${sql.raw(table)} p where p.tenant_id = issues.tenant_id and p.issue_id = issues.id and p.${sql.raw(column)} = any(${sql.placeholder(parameter)}::text[]))`

const conditions: Readonly<Record<string, SQL>> = {
  of_project: sql`issues.project_id = ${sql.placeholder('of_project')}`,
  of_label: having('issue_labels', 'label', 'of_label'),
  of_asset: having('issue_assets', 'asset_id', 'of_asset'),
  of_watcher: having('issue_watchers', 'id', 'of_watcher'),
}

/** A query, apart in what columns answer and what takes a condition of its own. */
export async function narrowed(
  { reader }: ReadContext,
  query: IssueQuery,
  projectId: string | undefined,
): Promise<{ columns: ListQuery; scope: Scope | undefined }> {
  const { label, asset_id, watcher_id, ...columns } = query
  await filterReferences({ asset_id: assetStore, watcher_id: memberReferences }, reader, {
    asset_id,
    watcher_id,
  })
  const values = Object.fromEntries(
    Object.entries({
      of_project: projectId,
      of_label: label,
      of_asset: asset_id,
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
