import { z } from 'zod'
import { recordReference } from '../kernel/external-ids.ts'
import { lifecycle, moveMembers } from '../kernel/lifecycle.ts'
import { name } from '../kernel/schema.ts'

/** The ways to dispose of an asset. */
export const disposalMethods = [
  'sale',
  'donation',
  'recycling',
  'destruction',
  'return_to_vendor',
  'trade_in',
  'other',
] as const

export const disposalMethod = z
  .enum(disposalMethods)
  .meta({ id: 'DisposalMethod', description: 'How an asset was disposed of.' })

const part = z.int().min(1).max(1_000_000).optional().meta({
  description:
    'Number of affected pieces of a countable asset, if not all. They are subtracted from the quantity, and the other pieces stay as they are. The history records what happened to them.',
})
const place = recordReference('locations', 'the location of the pieces').optional().meta({
  description:
    'Id (ULID) of the location of the pieces of a countable asset. Default: the only location that has pieces. Without `quantity`, all pieces at the location are affected.',
})
const assetDisposal = z
  .strictObject({
    ...moveMembers,
    disposal_method: disposalMethod.optional(),
    quantity: part,
    location_id: place,
  })
  .meta({ id: 'AssetDisposal', description: 'Circumstances of a disposal; all optional.' })
const assetTheft = z
  .strictObject({
    ...moveMembers,
    report_reference: name()
      .optional()
      .meta({ description: 'Number of a report of the theft, such as a police report.' }),
    quantity: part,
    location_id: place,
  })
  .meta({ id: 'AssetTheft', description: 'Circumstances of a theft; all optional.' })
const assetLoss = z
  .strictObject({ ...moveMembers, quantity: part, location_id: place })
  .meta({ id: 'AssetLoss', description: 'Circumstances of a loss; all optional.' })
const assetRestoration = z
  .strictObject({
    ...moveMembers,
    quantity: z.int().min(1).max(1_000_000).optional().meta({
      description:
        'Number of pieces of a lost or stolen countable asset that were found, if not all of them. The other missing pieces are subtracted from the quantity. Pieces that are assigned to persons are not counted.',
    }),
    location_id: recordReference('locations', 'the location where the pieces are').optional(),
  })
  .meta({ id: 'AssetRestoration', description: 'Circumstances of a restoration; all optional.' })
export interface AssetRestoration extends z.infer<typeof assetRestoration> {}
/** The optional body of `restore`. */
export const AssetRestoration: z.core.$ZodType<AssetRestoration, AssetRestoration> = assetRestoration
export interface AssetLoss extends z.infer<typeof assetLoss> {}
export interface AssetDisposal extends z.infer<typeof assetDisposal> {}
export interface AssetTheft extends z.infer<typeof assetTheft> {}
/** The optional body of `dispose`. */
export const AssetDisposal: z.core.$ZodType<AssetDisposal, AssetDisposal> = assetDisposal
/** The optional body of `mark-lost`. */
export const AssetLoss: z.core.$ZodType<AssetLoss, AssetLoss> = assetLoss
/** The optional body of `mark-stolen`. */
export const AssetTheft: z.core.$ZodType<AssetTheft, AssetTheft> = assetTheft

/** Disposal is final. A lost or stolen asset cannot be disposed of; it is written off by retiring it. */
export const assetLifecycle = lifecycle({
  states: {
    active: { column: 'status', equals: 'active' },
    archived: { column: 'status', equals: 'archived', stamp: 'archived_at' },
    retired: { column: 'status', equals: 'retired', stamp: 'retired_at' },
    disposed: { column: 'status', equals: 'disposed', stamp: 'disposed_at' },
    lost: { column: 'status', equals: 'lost', stamp: 'lost_at' },
    stolen: { column: 'status', equals: 'stolen', stamp: 'stolen_at' },
  },
  moves: {
    archive: {
      operationId: 'archiveAsset',
      path: '/assets/{asset_id}/archive',
      summary: 'Archive an asset',
      from: ['active', 'retired', 'disposed', 'lost', 'stolen'],
      to: 'archived',
      sets: ['available_quantity'],
    },
    restore: {
      operationId: 'restoreAsset',
      path: '/assets/{asset_id}/restore',
      summary: 'Restore an asset',
      description:
        'The asset becomes `active`. Disposal is final: an asset that was disposed of before it was archived becomes `disposed` again.',
      from: ['archived', 'retired', 'lost', 'stolen'],
      to: 'active',
      sets: ['available_quantity'],
      stamp: 'restored_at',
      clearsLeft: true,
      body: AssetRestoration,
    },
    retire: {
      operationId: 'retireAsset',
      path: '/assets/{asset_id}/retire',
      summary: 'Retire an asset',
      from: ['active', 'lost', 'stolen'],
      to: 'retired',
      sets: ['available_quantity'],
    },
    dispose: {
      operationId: 'disposeAsset',
      path: '/assets/{asset_id}/dispose',
      summary: 'Dispose of an asset',
      from: ['active', 'retired'],
      to: 'disposed',
      sets: ['available_quantity'],
      body: AssetDisposal,
    },
    markLost: {
      operationId: 'markAssetLost',
      path: '/assets/{asset_id}/mark-lost',
      summary: 'Mark an asset as lost',
      from: ['active', 'retired', 'stolen'],
      to: 'lost',
      sets: ['available_quantity'],
      body: AssetLoss,
    },
    markStolen: {
      operationId: 'markAssetStolen',
      path: '/assets/{asset_id}/mark-stolen',
      summary: 'Mark an asset as stolen',
      from: ['active', 'retired', 'lost'],
      to: 'stolen',
      sets: ['available_quantity'],
      body: AssetTheft,
    },
  },
})
