import { type Address, LOCATION_LEVELS } from '@commonhold/contract'
import { invalid } from '../base/problem.ts'
import type { Placement } from './locations.repository.ts'

/** An address without any known member. */
export const NO_ADDRESS: Address = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  region: null,
  country: null,
}

/** Throws if a location would be nested deeper than the contract allows. */
export function assertDepth({ above, below }: Placement): void {
  if (above + 1 + below <= LOCATION_LEVELS) return
  throw invalid({
    field: 'parent_id',
    code: 'out_of_range',
    message: `locations can be nested at most ${LOCATION_LEVELS} levels deep; choose a parent at a higher level`,
  })
}

/** Requires both coordinates, or neither of them. */
export function assertCoordinates(latitude: number | null, longitude: number | null): void {
  if ((latitude === null) === (longitude === null)) return
  throw invalid({
    field: latitude === null ? 'latitude' : 'longitude',
    code: 'required',
    message: 'send both latitude and longitude, or neither of them',
  })
}
