import { locationLifecycle, operationGroups } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { timeZoneNamed } from '../store/time-zones.ts'
import { belowAncestor } from './location-lists.ts'
import {
  holdTree,
  lockTreeShared,
  placementOf,
  plantLocation,
  replantLocation,
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
  create: async ({ body }, context) => {
    const { parent_id = null, latitude = null, longitude = null } = body
    const timezone = await timeZoneNamed(context.tx, 'timezone', body.timezone)
    assertCoordinates(latitude, longitude)
    if (parent_id !== null) {
      await lockTreeShared(context.tx)
      assertDepth(await placementOf(context.tx, '', parent_id))
    }
    const location = await locationStore.insert(context, {
      ...body,
      timezone,
      address: { ...NO_ADDRESS, ...body.address },
    })
    await plantLocation(context.tx, location.id, parent_id)
    return location
  },
  update: async ({ params, body }, context) => {
    // Before the record's own lock, in the same order as elsewhere: adding a location locks its parent last.
    if (body.parent_id !== undefined) await holdTree(context.tx)
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
    const after = await locationStore.update(context, before, { ...body, timezone, address })
    if (isMoved) await replantLocation(context.tx, before.id, parent_id)
    return after
  },
})
