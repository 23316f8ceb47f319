import type { TrackingType } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** How the assets of a model are told apart, in words. */
export const trackingTypes = {
  serialized: msg`Single pieces`,
  countable: msg`Stock`,
} as const satisfies Record<TrackingType, MessageDescriptor>
