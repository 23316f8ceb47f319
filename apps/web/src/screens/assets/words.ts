import type { AssetAssignment, AssetCirculation, AssetStatus } from '@commonhold/contract'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/marks.tsx'

/** The name and the tone of each status of an asset. */
export const assetStatuses = {
  active: { label: msg`Active`, tone: 'good' },
  archived: { label: msg`Archived`, tone: 'quiet' },
  retired: { label: msg`Retired`, tone: 'quiet' },
  disposed: { label: msg`Disposed of`, tone: 'quiet' },
  lost: { label: msg`Lost`, tone: 'caution' },
  stolen: { label: msg`Stolen`, tone: 'problem' },
} as const satisfies Record<AssetStatus, { label: ReturnType<typeof msg>; tone: Tone }>

/** The name of each disposal method. */
export const disposalMethods = {
  sale: msg`Sale`,
  donation: msg`Donation`,
  recycling: msg`Recycling`,
  destruction: msg`Destruction`,
  return_to_vendor: msg`Return to the vendor`,
  trade_in: msg`Trade-in`,
  other: msg`Other`,
} as const

/** The name and the tone of each status of an assignment. */
export const assignmentStatuses = {
  scheduled: { label: msg`Planned`, tone: 'waiting' },
  active: { label: msg`Out`, tone: 'active' },
  closed: { label: msg`Back`, tone: 'quiet' },
} as const satisfies Record<AssetAssignment['status'], { label: ReturnType<typeof msg>; tone: Tone }>

/** The name of each type of circulation. */
export const circulationTypes = {
  issue: msg`Handed out`,
  return: msg`Taken back`,
  move: msg`Moved`,
  receive: msg`Brought in`,
  confirm_location: msg`Seen`,
  loss: msg`Lost`,
  theft: msg`Stolen`,
  disposal: msg`Disposed of`,
  restore: msg`Restored`,
} as const satisfies Record<AssetCirculation['circulation_type'], ReturnType<typeof msg>>
