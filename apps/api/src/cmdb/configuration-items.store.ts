import { assetStore } from '../assets/assets.store.ts'
import { personStore } from '../census/persons.store.ts'
import { locationStore } from '../locations/locations.store.ts'
import { Store } from '../store/store.ts'
import { groupReferences } from '../system/groups.store.ts'
import { configurationItems } from './configuration-items.table.ts'

export const configurationItemStore = new Store({
  table: configurationItems,
  record: 'configuration_item',
  visibleWith: ['configuration_items:read', 'configuration_items:write'],
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
})
