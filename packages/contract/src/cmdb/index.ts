import { configurationItems } from './configuration-items.ts'
import { relationships } from './relationships.ts'

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
