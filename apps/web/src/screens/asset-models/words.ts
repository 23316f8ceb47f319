import type { TrackingType } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Names of the tracking types: each asset by itself, or a quantity. */
export const trackingTypes = {
  serialized: msg`Individual items`,
  countable: msg`Stock`,
} as const satisfies Record<TrackingType, MessageDescriptor>
