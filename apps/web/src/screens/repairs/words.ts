import type { AssetRepair } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The name of each type of repair. */
export const repairTypes = {
  repair: msg`Repair`,
  maintenance: msg`Maintenance`,
  upgrade: msg`Upgrade`,
  calibration: msg`Calibration`,
  inspection: msg`Inspection`,
  replacement_part: msg`Replacement part`,
  other: msg`Other`,
} as const satisfies Record<AssetRepair['repair_type'], MessageDescriptor>

/** The name of each outcome of a repair. */
export const repairOutcomes = {
  repaired: msg`Repaired`,
  replaced: msg`Replaced`,
  no_fault_found: msg`No fault found`,
  not_repairable: msg`Not repairable`,
  cancelled: msg`Cancelled`,
} as const satisfies Record<NonNullable<AssetRepair['outcome']>, MessageDescriptor>
