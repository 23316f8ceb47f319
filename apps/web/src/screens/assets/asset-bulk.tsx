import { assetMoves } from 'virtual:whole-contract'
import type { Asset } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { onEach } from '../../records/bulk.ts'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import { type Move, Moves } from '../../records/moves.tsx'
import { pickableLocations } from '../../records/pickables.ts'
import { toast } from '../../ui/toasts.tsx'
import { EndedCustody } from './ended-custody.tsx'
import { isHandedOut } from './handed-out.ts'

interface AssetBulkProps {
  readonly assets: readonly Asset[]
  /** Called when the assets have changed, to clear the selection. */
  readonly onDone: () => void
}

/** The moves of selected assets. Only what is possible for all of them is offered. */
export default function AssetBulk({ assets, onDone }: AssetBulkProps) {
  const moves = useBulkMoves(assets, onDone)
  const of = plural(assets.length, { one: '# asset', other: '# assets' })
  return (
    <Moves
      of={of}
      moves={moves}
      touches={['assets', 'asset-assignments', 'persons']}
      buttons={moves.length}
    />
  )
}

function useBulkMoves(assets: readonly Asset[], onDone: () => void): readonly Move<unknown>[] {
  const { t } = useLingui()
  const can = useCan()
  const { timezone } = useTenant()
  const mayWrite = assets.every(({ project_id }) => can('assets:write', project_id))
  const areIndividual = assets.every(
    ({ serial_number, status }) => serial_number !== null && status === 'active',
  )
  const isPossible = (move: 'retire' | 'archive') =>
    mayWrite && assets.every(({ status }) => assetMoves[move].from.includes(status))
  const held = assets.filter(({ person_id }) => person_id !== null)
  const handedOut = assets.filter(isHandedOut)
  const place: FormField = { kind: 'record', name: 'location_id', label: t`Location`, of: pickableLocations }
  const refused = (count: number) =>
    plural(count, { one: '# asset could not be changed.', other: '# assets could not be changed.' })
  /** The move, with a message that counts what it changed, and with an undo for that. */
  const counted = (
    move: Omit<Move<unknown>, 'run' | 'done' | 'undo'>,
    work: (body: object) => Promise<readonly Asset[]>,
    undoOf?: (asset: Asset) => (() => Promise<unknown>) | undefined,
  ): Move<unknown> => {
    let changed: readonly Asset[] = []
    return {
      ...move,
      run: async (body) => {
        changed = await work(body)
        onDone()
        return changed
      },
      get done() {
        return plural(changed.length, { one: '# asset was changed.', other: '# assets were changed.' })
      },
      get undo() {
        const undos = changed.map((asset) => undoOf?.(asset))
        return undos.length > 0 && undos.every((undo) => undo !== undefined)
          ? () => Promise.all(undos.map((undo) => undo?.()))
          : undefined
      },
    }
  }
  const circulate = (circulation_type: 'return' | 'move') => (body: object) =>
    onEach(
      assets,
      ({ id }) => ({ op: 'create' as const, body: { ...body, asset_id: id, circulation_type } }),
      (items) => api.assetCirculations.bulk({ mode: 'each', items }),
      refused,
    )
  const shelve = (op: 'retire' | 'archive') => (body: object) =>
    onEach(
      assets,
      ({ id }) => ({ op, id, body }),
      (items) => api.assets.bulk({ mode: 'each', items }),
      refused,
    )
  const restored = (asset: Asset) =>
    isHandedOut(asset) || asset.status !== 'active'
      ? undefined
      : () => api.assets.restore({ asset_id: asset.id })
  // Shown in the dialog, which opens for it even if the move has no fields.
  const endsCustody = handedOut.length > 0 ? { subject: <EndedCustody assets={handedOut} />, fields: [] } : {}
  return [
    counted(
      {
        id: 'return',
        label: t`Take back`,
        isOffered: mayWrite && areIndividual && held.length === assets.length,
        fields: [{ ...place, label: t`Where they are put` }],
      },
      circulate('return'),
      (asset) => async () => {
        const { giveBack } = await import('./give-back.ts')
        const { name } = asset
        if (!(await giveBack(asset, timezone)))
          toast(t`${name} is handed out without a due date, because the old due date has passed.`)
      },
    ),
    counted(
      {
        id: 'move',
        label: t`Move to a location`,
        isOffered: mayWrite && areIndividual && held.length === 0,
        fields: [{ ...place, label: t`Where they go`, isRequired: true }],
      },
      circulate('move'),
      ({ id: asset_id, location_id }) =>
        location_id === null
          ? undefined
          : () => api.assetCirculations.create({ asset_id, circulation_type: 'move', location_id }),
    ),
    counted(
      {
        id: 'retire',
        label: t`Retire`,
        isOffered: isPossible('retire'),
        ...endsCustody,
        fields: [{ kind: 'text', name: 'reason', label: t`Reason`, maxLength: 500 }],
      },
      shelve('retire'),
      restored,
    ),
    counted(
      { id: 'archive', label: t`Archive`, isOffered: isPossible('archive'), ...endsCustody },
      shelve('archive'),
      restored,
    ),
  ]
}
