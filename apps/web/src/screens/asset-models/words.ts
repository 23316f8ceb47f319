import type { TrackingType } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The name of each tracking type. */
export const trackingTypes = {
  serialized: msg`Individual items`,
  countable: msg`Stock`,
} as const satisfies Record<TrackingType, MessageDescriptor>
