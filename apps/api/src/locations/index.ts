import { type Area, resource } from '../store/area.ts'
import { locationTypeHandlers } from './location-types.handlers.ts'
import { locationTypeStore } from './location-types.store.ts'
import { locationHandlers } from './locations.handlers.ts'
import { locationStore } from './locations.store.ts'
import { locationAncestors } from './locations.table.ts'
import { seedLocationTypes } from './seeds.ts'

/** Locations and their types. */
export const locationArea: Area<unknown> = {
  resources: [
    resource({ store: locationTypeStore, handlers: locationTypeHandlers }),
    resource({ store: locationStore, handlers: locationHandlers }),
  ],
  tables: { owned: [locationAncestors] },
  seed: seedLocationTypes,
}
