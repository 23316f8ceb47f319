import { assetMoves } from 'virtual:whole-contract'
import type { Asset, AssetCirculationCreate } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { problemText, Refused } from '../../problem-text.ts'
import { onEach } from '../../records/bulk.ts'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import { type Move, Moves } from '../../records/moves.tsx'
import { oneByOne } from '../../records/one-by-one.ts'
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
  /** The move, with a message that counts what it changed, and with an undo for that if all of it can be undone. */
  const counted = (
    move: Omit<Move<unknown>, 'run' | 'done' | 'undo'>,
    work: (body: object) => Promise<readonly Asset[]>,
    undo: (changed: readonly Asset[]) => Promise<unknown>,
    isUndoable: (asset: Asset) => boolean = () => true,
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
        return changed.length > 0 && changed.every(isUndoable) ? () => undo(changed) : undefined
      },
    }
  }
  const circulate = (
    moved: readonly Asset[],
    bodyOf: (asset: Asset) => Omit<AssetCirculationCreate, 'asset_id'>,
  ) =>
    onEach(
      moved,
      (asset) => ({ op: 'create' as const, body: { ...bodyOf(asset), asset_id: asset.id } }),
      (items) => api.assetCirculations.bulk({ mode: 'each', items }),
      refused,
    )
  const shelve = (op: 'retire' | 'archive' | 'restore', shelved: readonly Asset[], body: object = {}) =>
    onEach(
      shelved,
      ({ id }) => ({ op, id, body }),
      (items) => api.assets.bulk({ mode: 'each', items }),
      refused,
    )
  const restore = (shelved: readonly Asset[]) => shelve('restore', shelved)
  const isRestorable = (asset: Asset) => !isHandedOut(asset) && asset.status === 'active'
  const giveAllBack = async (returned: readonly Asset[]) => {
    const { giveBack } = await import('./give-back.ts')
    const { failures } = await oneByOne(
      returned.map((asset) => async () => {
        const { name } = asset
        if (!(await giveBack(asset, timezone)))
          toast(t`${name} is handed out without a due date, because the old due date has passed.`)
      }),
    )
    const [failure] = failures
    if (failure) throw new Refused(`${refused(failures.length)} ${problemText(failure.error)}`)
  }
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
      (body) => circulate(assets, () => ({ ...body, circulation_type: 'return' })),
      giveAllBack,
    ),
    counted(
      {
        id: 'move',
        label: t`Move to a location`,
        isOffered: mayWrite && areIndividual && held.length === 0,
        fields: [{ ...place, label: t`Where they go`, isRequired: true }],
      },
      (body) => circulate(assets, () => ({ ...body, circulation_type: 'move' })),
      (moved) => circulate(moved, ({ location_id }) => ({ circulation_type: 'move', location_id })),
      ({ location_id }) => location_id !== null,
    ),
    counted(
      {
        id: 'retire',
        label: t`Retire`,
        isOffered: isPossible('retire'),
        ...endsCustody,
        fields: [{ kind: 'text', name: 'reason', label: t`Reason`, maxLength: 500 }],
      },
      (body) => shelve('retire', assets, body),
      restore,
      isRestorable,
    ),
    counted(
      { id: 'archive', label: t`Archive`, isOffered: isPossible('archive'), ...endsCustody },
      (body) => shelve('archive', assets, body),
      restore,
      isRestorable,
    ),
  ]
}
