import { assetMoves } from 'virtual:whole-contract'
import type { Asset, AssetStatus } from '@commonhold/contract'

/** A move of an asset that `restore` can undo, or `restore` itself. */
export type AssetMove = keyof typeof labels

const labels = {
  restore: 'Restore',
  retire: 'Retire',
  markLost: 'Mark as lost',
  markStolen: 'Mark as stolen',
  archive: 'Archive',
} as const satisfies Partial<Record<keyof typeof assetMoves, string>>

/** The states in words. */
export const statusLabels: Readonly<Record<AssetStatus, string>> = {
  active: 'Active',
  archived: 'Archived',
  retired: 'Retired',
  disposed: 'Disposed',
  lost: 'Lost',
  stolen: 'Stolen',
}

const all = Object.entries(labels) as [AssetMove, string][]

/** The moves that the contract's lifecycle allows from the asset's state. Disposal is final and not offered here. */
export const movesFrom = ({ status }: Pick<Asset, 'status'>) =>
  all.filter(([move]) => assetMoves[move].from.includes(status))
