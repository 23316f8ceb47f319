import { locationLifecycle, operationGroups } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import { lastChange } from '../store/context.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { assertSelected } from '../store/store.ts'
import { timeZoneNamed } from '../store/time-zones.ts'
import { belowAncestor } from './location-lists.repository.ts'
import {
  insertLocationAncestors,
  lockTree,
  lockTreeShared,
  placementOf,
  updateLocationAncestors,
} from './locations.repository.ts'
import { assertCoordinates, assertDepth, NO_ADDRESS } from './locations.rules.ts'
import { locationStore } from './locations.store.ts'

export const locationHandlers = implement(operationGroups.locations, {
  ...crudHandlers(operationGroups.locations, locationStore),
  ...moveHandlers(locationLifecycle, locationStore),
  list: async ({ query }, context) => {
    const { collection } = operationGroups.locations.list
    return listRecords(locationStore, context, collection, query, belowAncestor(collection, query))
  },
  create: async ({ body: { tenant_id, ...body } }, context) => {
    const { parent_id = null, latitude = null, longitude = null } = body
    await assertSelected(context, tenant_id)
    const timezone = await timeZoneNamed(context.tx, 'timezone', body.timezone)
    assertCoordinates(latitude, longitude)
    if (parent_id !== null) void lockTreeShared(context.tx)
    const placement = parent_id === null ? undefined : ignoreUnhandled(placementOf(context.tx, '', parent_id))
    const address = { ...NO_ADDRESS, ...body.address }
    const id = newId()
    const inserted = ignoreUnhandled(locationStore.insert(context, { ...body, timezone, address }, id))
    const ancestors = insertLocationAncestors(context.tx, id, parent_id)
    if (placement) assertDepth(await placement)
    const location = await inserted
    await ancestors
    return location
  },
  update: async ({ params, body }, context) => {
    // The tree is locked before the location, in the same order as elsewhere: adding a location locks its parent last.
    if (body.parent_id !== undefined) void lockTree(context.tx)
    const before = await locationStore.lock(context, params.location_id)
    const { latitude, longitude } = { ...before, ...body }
    const timezone = await timeZoneNamed(context.tx, 'timezone', body.timezone)
    assertCoordinates(latitude, longitude)
    const { parent_id = before.parent_id } = body
    const isMoved = parent_id !== before.parent_id
    if (isMoved && parent_id !== null) {
      const placement = await placementOf(context.tx, before.id, parent_id)
      if (placement.is_within) throw problem('cycle_detected')
      assertDepth(placement)
    }
    const address =
      body.address === undefined ? undefined : { ...before.address, ...(body.address ?? NO_ADDRESS) }
    const changing = isMoved ? context : lastChange(context)
    const after = await locationStore.update(changing, before, { ...body, timezone, address })
    if (isMoved) await updateLocationAncestors(context.tx, before.id, parent_id)
    return after
  },
})
