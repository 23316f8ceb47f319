import { sql } from 'drizzle-orm'
import { tenantId } from '../db/tenant.ts'
import { Store } from '../store/store.ts'
import { assetModels } from './asset-models.table.ts'

export const assetModelStore = new Store({
  table: assetModels,
  record: 'asset_model',
  visibleWith: ['assets:read', 'assets:write'],
  kind: 'catalogue',
  computed: {
    asset_count:
      sql<number>`(select count(*)::int from assets a where a.tenant_id = ${tenantId} and a.model_id = asset_models.id)`.as(
        'asset_count',
      ),
  },
  searched: [
    assetModels.name,
    assetModels.manufacturer,
    assetModels.model_number,
    assetModels.category,
    assetModels.description,
  ],
})
