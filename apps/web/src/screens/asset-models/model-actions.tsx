import type { AssetModel } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { Moves } from '../../records/moves.tsx'
import { useDeletion, useUsualMoves } from '../../records/usual-moves.ts'
import { toast } from '../../ui/toasts.tsx'
import { ModelForm } from './model-form.tsx'

/** What can be done with a model. A shared one belongs to the root organisation. */
export function ModelActions({ model }: { readonly model: AssetModel }) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const mayWrite = can('assets:write') && !model.is_shared
  const params = { asset_model_id: model.id }
  const removal = {
    record: model,
    name: model.name,
    mayDelete: can('assets:delete') && !model.is_shared,
    remove: () => api.assetModels.delete(params),
    onRemoved: () => void navigate({ to: '/t/$tenant/asset-models', params: { tenant: slug } }),
  }
  const usual = useUsualMoves<AssetModel>({
    ...removal,
    mayWrite,
    archive: () => api.assetModels.archive(params),
    restore: () => api.assetModels.restore(params),
  })
  const deletion = useDeletion(removal)
  return (
    <>
      {mayWrite && model.archived_at === null && (
        <button type="button" className="button outlined small" onClick={() => setEditing(true)}>
          <Trans>Edit</Trans>
        </button>
      )}
      <Moves
        of={model.name}
        moves={[...usual.filter(({ id }) => id !== 'delete'), deletion]}
        touches={['asset-models']}
        buttons={0}
      />
      {isEditing && (
        <ModelForm
          model={model}
          onClose={() => setEditing(false)}
          onDone={({ name }) => {
            setEditing(false)
            void askAnew(queries, { queryKey: ['asset-models'] })
            toast(t`${name} was saved.`)
          }}
        />
      )}
    </>
  )
}
