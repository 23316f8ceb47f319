import {
  type RelatedConfigurationItem,
  type RelationshipInverse,
  relationshipRules,
  relationshipTypes,
} from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { Store } from '../store/store.ts'
import { configurationItemStore } from './configuration-items.store.ts'
import { relationships } from './relationships.table.ts'

const inverse = sql.join(
  relationshipTypes.map((type) => sql.raw(`when '${type}' then '${relationshipRules[type].inverse}'`)),
  sql` `,
)

const end = (column: 'source_id' | 'target_id') =>
  sql<RelatedConfigurationItem>`(
    select jsonb_build_object('id', c.id, 'name', c.name, 'ci_type', c.ci_type, 'is_archived', c.archived_at is not null)
      from configuration_items c
     where c.tenant_id = relationships.tenant_id and c.id = relationships.${sql.raw(column)})`

export const relationshipStore = new Store({
  table: relationships,
  record: 'relationship',
  kind: 'owned',
  references: { source_id: configurationItemStore, target_id: configurationItemStore },
  computed: {
    inverse_name: sql<RelationshipInverse>`(case relationships.relationship_type ${inverse} end)`.as(
      'inverse_name',
    ),
    source: end('source_id').as('source'),
    target: end('target_id').as('target'),
  },
})
