import { assetStore } from '../assets/assets.store.ts'
import { personStore } from '../census/persons.store.ts'
import { Store } from '../kernel/store.ts'
import { locationStore } from '../locations/locations.store.ts'
import { groupReferences } from '../system/groups.store.ts'
import { issueConfigurationItems, issueFieldValues } from '../work/issue-parts.table.ts'
import { configurationItems } from './configuration-items.table.ts'
import { relationships } from './relationships.table.ts'

export const configurationItemStore = new Store({
  table: configurationItems,
  record: 'configuration_item',
  seenWith: ['configuration_items:read', 'configuration_items:write'],
  kind: 'owned',
  references: {
    asset_id: assetStore,
    location_id: locationStore,
    owner_group_id: groupReferences,
    owner_person_id: personStore,
  },
  searched: [
    configurationItems.name,
    configurationItems.description,
    configurationItems.product_version,
    configurationItems.external_id,
  ],
  dependents: [
    relationships.source_id,
    relationships.target_id,
    issueConfigurationItems.configuration_item_id,
    issueFieldValues.record_id,
  ],
})
