import type { AssetModel } from '@commonhold/contract'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { RecordActions } from '../../records/record-actions.tsx'
import { useIsOwn } from '../../records/use-is-own.ts'
import { useUsualMoves } from '../../records/usual-moves.ts'
import { ModelForm } from './model-form.tsx'

/** The actions of a model's page. */
export function ModelActions({ model }: { readonly model: AssetModel }) {
  const { slug } = useTenant()
  const can = useCan()
  const navigate = useNavigate()
  const isOwn = useIsOwn()(model)
  const mayWrite = can('assets:write') && isOwn
  const params = { asset_model_id: model.id }
  const usual = useUsualMoves<AssetModel>({
    record: model,
    name: model.name,
    mayWrite,
    mayDelete: can('assets:delete') && isOwn,
    archive: () => api.assetModels.archive(params),
    restore: () => api.assetModels.restore(params),
    remove: () => api.assetModels.delete(params),
    onRemoved: () => void navigate({ to: '/t/$tenant/asset-models', params: { tenant: slug } }),
  })
  return (
    <RecordActions<AssetModel>
      of={model.name}
      touches={['asset-models']}
      moves={usual}
      mayEdit={mayWrite && model.archived_at === null}
      form={(events) => <ModelForm model={model} {...events} />}
    />
  )
}
