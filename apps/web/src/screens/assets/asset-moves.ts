import { assetMoves } from 'virtual:whole-contract'
import type { Asset } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import type { Move } from '../../records/moves.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { openCustodyQuery } from './custody.tsx'
import { isHandedOut } from './handed-out.ts'
import { disposalMethods } from './words.ts'

/** The moves of an asset's lifecycle, with the fields of their forms. */
export function useAssetMoves(asset: Asset): readonly Move<Asset>[] {
  const { t } = useLingui()
  const can = useCan()
  const { slug } = useTenant()
  const navigate = useNavigate()
  const mayWrite = can('assets:write', asset.project_id)
  const params = { asset_id: asset.id }
  const { name } = asset
  const offered = (move: keyof typeof assetMoves) => mayWrite && assetMoves[move].from.includes(asset.status)
  const reason: FormField = { kind: 'text', name: 'reason', label: t`Reason`, maxLength: 500 }
  const custody = useQuery(openCustodyQuery(asset.id)).data
  // Restoring makes the asset active. This undoes a move only if the asset was active before.
  const isUndone = asset.status === 'active' && { undo: () => api.assets.restore(params) }
  const deletion = useDeletion<Asset>({
    record: asset,
    name,
    mayDelete: can('assets:delete', asset.project_id),
    remove: () => api.assets.delete(params),
    onRemoved: () => void navigate({ to: '/t/$tenant/assets', params: { tenant: slug } }),
  })
  // Restoring an asset does not hand it out again.
  // Until its custody is read, the asset itself says whether it is handed out.
  const isHeld = custody ? custody.length > 0 : isHandedOut(asset)
  const endsCustody = isHeld
    ? { warning: t`It is handed out. This ends the assignment, and cannot be undone.` }
    : custody && isUndone
  return [
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: offered('restore'),
      isNext: true,
      run: (body) => api.assets.restore(params, body),
      done: t`${name} is active again.`,
    },
    {
      id: 'retire',
      label: t`Retire`,
      isOffered: offered('retire'),
      fields: [reason],
      run: (body) => api.assets.retire(params, body),
      done: t`${name} was retired.`,
      ...endsCustody,
    },
    {
      id: 'lost',
      label: t`Mark as lost`,
      isOffered: offered('markLost'),
      fields: [reason],
      run: (body) => api.assets.markLost(params, body),
      done: t`${name} is marked as lost.`,
      ...isUndone,
    },
    {
      id: 'stolen',
      label: t`Mark as stolen`,
      isOffered: offered('markStolen'),
      fields: [
        reason,
        { kind: 'text', name: 'report_reference', label: t`Number of the report`, maxLength: 255 },
      ],
      run: (body) => api.assets.markStolen(params, body),
      done: t`${name} is marked as stolen.`,
      ...isUndone,
    },
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: offered('archive'),
      run: (body) => api.assets.archive(params, body),
      done: t`${name} was archived.`,
      ...endsCustody,
    },
    {
      id: 'dispose',
      label: t`Dispose of it`,
      isOffered: offered('dispose'),
      isDangerous: true,
      warning: t`Disposal is final. This cannot be undone.`,
      fields: [
        {
          kind: 'choice',
          name: 'disposal_method',
          label: t`How it leaves`,
          options: Object.entries(disposalMethods).map(([value, label]) => [value, t(label)] as const),
        },
        reason,
      ],
      run: (body) => api.assets.dispose(params, body),
      done: t`${name} was disposed of.`,
    },
    deletion,
  ]
}
