import { sql } from 'drizzle-orm'
import { invalid, problem } from '../base/problem.ts'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from '../store/context.ts'
import type { Referable } from '../store/references.ts'
import { Store } from '../store/store.ts'
import { belongsTo } from './grants.repository.ts'
import { preferences } from './preferences.table.ts'
import { projectStore } from './projects.store.ts'
import { enterSelected } from './users.repository.ts'

const ownTenants = sqlStatement<{ id: string; archived_at: string | null }>(sql`
  select tenants.id, tenants.archived_at from tenants
   where tenants.id = any(${sql.placeholder('ids')}::text[]) and ${belongsTo(sql`current_setting('app.user_id')`, sql`tenants.id`)}`)

/** Resolves references to tenants that the caller belongs to. */
const ownTenantReferences: Referable = {
  async reference(tx, field, id) {
    const [tenant] = await tx.run(ownTenants, { ids: [id] })
    if (!tenant)
      throw invalid({ field, code: 'reference_not_found', message: 'you are not a member of such a tenant' })
    if (tenant.archived_at !== null)
      throw invalid({ field, code: 'reference_archived', message: 'the tenant is archived' })
    return tenant
  },
  visibleIds: async (reader, ids) => (await reader.run(ownTenants, { ids })).map(({ id }) => id),
}

export const preferencesStore = new Store({
  table: preferences,
  record: 'preferences',
  kind: 'global',
  // A default project may belong to a tenant other than the selected one: see `assertProjectIn`.
  references: { default_tenant_id: ownTenantReferences },
})

const begin = sqlStatement<unknown>(
  sql`insert into preferences (id) values (${sql.placeholder('id')}) on conflict do nothing`,
)

/** Inserts the row of a user's preferences unless it exists. */
export const beginPreferences = (tx: Transaction, userId: string) => tx.run(begin, { id: userId })

/** Throws unless the default project belongs to the default tenant, or to the selected tenant if there is no default tenant. */
export async function assertProjectIn(
  context: WriteContext,
  defaultTenantId: string | null,
  projectId: string,
): Promise<void> {
  const { tx } = context
  const tenantId = defaultTenantId ?? (await context.authorized()).tenantId
  if (tenantId === null) throw problem('no_tenant_selected')
  tx.selectTenant(tenantId)
  await projectStore.reference(tx, 'default_project_id', projectId)
  await enterSelected(context)
}
