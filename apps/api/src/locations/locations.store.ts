import type { Location } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { Store } from '../store/store.ts'
import { locationTypeStore } from './location-types.store.ts'
import { locations } from './locations.table.ts'

/** Resolves the references of locations to locations, because `locationStore` cannot refer to itself. */
const knownLocations = new Store({
  table: locations,
  record: 'location',
  kind: 'owned',
  visibleWith: ['locations:read', 'locations:write'],
})

export const locationStore = new Store({
  table: locations,
  record: 'location',
  visibleWith: ['locations:read', 'locations:write'],
  kind: 'owned',
  references: { parent_id: knownLocations, type_id: locationTypeStore, ancestor_id: knownLocations },
  computed: {
    // Computed from the ancestors of the parent, because those of a row that is being inserted or moved are not stored yet.
    path: sql<Location['path']>`(
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by a.distance desc), '[]')
             || jsonb_build_array(jsonb_build_object('id', locations.id, 'name', locations.name))
        from location_ancestors a join locations l on l.tenant_id = a.tenant_id and l.id = a.ancestor_id
       where a.tenant_id = locations.tenant_id and a.location_id = locations.parent_id)`.as('path'),
    depth: sql<number>`(
      select count(*)::int from location_ancestors a
       where a.tenant_id = locations.tenant_id and a.location_id = locations.parent_id)`.as('depth'),
    asset_count: sql<number>`(
      select (select count(*) from assets a where a.tenant_id = locations.tenant_id and a.location_id = locations.id)::int
           + (select count(*) from asset_stock s join assets a on a.tenant_id = s.tenant_id and a.id = s.asset_id
               where s.tenant_id = locations.tenant_id and s.location_id = locations.id and s.quantity > 0
                 and a.location_id is null)::int)`.as('asset_count'),
  },
  searched: [locations.name, locations.code],
})
