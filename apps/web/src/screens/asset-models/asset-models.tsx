import { useLingui } from '@lingui/react/macro'
import { Shapes } from 'lucide-react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { useModelColumns, useModelFilters } from './model-columns.tsx'
import { ModelForm } from './model-form.tsx'

/** The list of asset models. */
export function AssetModels() {
  const { t } = useLingui()
  const can = useCan()
  const { slug: tenant } = useTenant()
  return (
    <ListScreen
      name="asset-models"
      title={t`Models`}
      list={{
        page: (query, options) => api.assetModels.list.safe(query, options),
        csv: (query) => api.assetModels.list.csv(query),
      }}
      columns={useModelColumns()}
      filters={useModelFilters()}
      sort="name"
      empty={{
        icon: Shapes,
        title: t`No models yet`,
        text: t`A model is a kind of asset, such as one type of laptop. Every asset has a model, so register the model first.`,
      }}
      add={{
        label: t`Register a model`,
        isOffered: can('assets:write'),
        form: (events) => <ModelForm {...events} />,
        pageOf: ({ id }) => ({ to: '/t/$tenant/asset-models/$model', params: { tenant, model: id } }),
        said: ({ name }) => t`${name} was registered.`,
      }}
    />
  )
}
