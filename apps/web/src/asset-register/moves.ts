import { assetMoves } from 'virtual:whole-contract'
import type { Asset, AssetStatus } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** A move of an asset that `restore` can undo, or `restore` itself. */
export type AssetMove = keyof typeof labels

const labels = {
  restore: msg`Restore`,
  retire: msg`Retire`,
  markLost: msg`Mark as lost`,
  markStolen: msg`Mark as stolen`,
  archive: msg`Archive`,
} as const satisfies Partial<Record<keyof typeof assetMoves, MessageDescriptor>>

/** Names of the statuses. */
export const statusLabels: Readonly<Record<AssetStatus, MessageDescriptor>> = {
  active: msg`Active`,
  archived: msg`Archived`,
  retired: msg`Retired`,
  disposed: msg`Disposed`,
  lost: msg`Lost`,
  stolen: msg`Stolen`,
}

const all = Object.entries(labels) as [AssetMove, MessageDescriptor][]

/** The moves that the contract's lifecycle allows from the asset's state. Disposal is final and not offered here. */
export const movesFrom = ({ status }: Pick<Asset, 'status'>) =>
  all.filter(([move]) => assetMoves[move].from.includes(status))
