import type { AssetCirculationCreate } from '@commonhold/contract'
import { personStore } from '../census/persons.store.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import { locationStore } from '../locations/locations.store.ts'
import type { WriteContext } from '../store/context.ts'
import { todayIn } from '../store/days.ts'
import { references } from '../store/references.ts'
import { pendingMove } from './asset-circulations.repository.ts'
import { assertReported } from './asset-circulations.rules.ts'
import { assetCirculationStore } from './asset-circulations.store.ts'
import { decideCirculation } from './circulation-decision.rules.ts'
import { notActive } from './custody.rules.ts'
import { applyChanges } from './custody.service.ts'
import { lockReferred } from './custody-load.service.ts'

/**
 * The references of a return. Its location must not be archived; its person, and the location that pieces are taken from, may be.
 */
const referencesOfReturn = { ...assetCirculationStore.spec.references, location_id: locationStore }

/** The references of other events, whose person must not be archived either. */
const referencesOfOthers = { ...referencesOfReturn, person_id: personStore }

/** Records an event of an asset, with all of its effects. */
export async function circulate(context: WriteContext, body: AssetCirculationCreate) {
  const { tx } = context
  const { circulation_type, person_id = null, location_id = null, from_location_id = null } = body
  const locking = lockReferred(context, body.asset_id)
  const named = { person_id, location_id, from_location_id }
  const referring = ignoreUnhandled(
    references(circulation_type === 'return' ? referencesOfReturn : referencesOfOthers, tx, named),
  )
  const moving = ignoreUnhandled(
    circulation_type === 'receive' ? pendingMove(tx, body.asset_id) : Promise.resolve(undefined),
  )
  const custody = await locking
  const { asset } = custody
  assertReported(asset.tracking_type, body)
  if (asset.status === 'disposed' || asset.status === 'archived') throw notActive(asset)
  await referring
  const changes = decideCirculation(custody, {
    reported: {
      circulation_type,
      person_id,
      location_id,
      quantity: body.quantity,
      occurred_at: body.occurred_at ?? context.clock.now().toISOString(),
    },
    from_location_id,
    isForced: body.force === true,
    unreceivedMove: await moving,
    notes: body.notes,
    tenant_id: body.tenant_id,
    today: todayIn(custody.timezone, context),
  })
  const { recorded } = await applyChanges(context, custody, changes)
  const made = recorded.at(-1)
  if (!made) throw new Error('the circulation was not recorded')
  return made
}
