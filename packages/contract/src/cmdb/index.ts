import {
  configurationItems,
  configurationItemsBulk,
  configurationItemsHistory,
  configurationItemsSummary,
  configurationItemsUpsert,
} from './configuration-items.ts'
import { relationships, relationshipsBulk, relationshipsHistory } from './relationships.ts'

export * from './configuration-items.ts'
export { ciTypes, criticalities, environments, itemStatuses } from './configuration-values.ts'
export { ImpactedItem } from './impact.ts'
export {
  type RelationshipInverse,
  type RelationshipType,
  relationshipRules,
  relationshipTypes,
} from './relationship-types.ts'
export {
  ConfigurationItemReference,
  RelatedConfigurationItem,
  Relationship,
  RelationshipCreate,
  RelationshipUpdate,
  relationships,
} from './relationships.ts'

export const configurationGroups = { configurationItems, relationships }

export const configurationDerivedOperations = {
  configurationItems: {
    bulk: configurationItemsBulk,
    upsert: configurationItemsUpsert,
    history: { list: configurationItemsHistory },
    summary: { list: configurationItemsSummary },
  },
  relationships: { bulk: relationshipsBulk, history: { list: relationshipsHistory } },
}
