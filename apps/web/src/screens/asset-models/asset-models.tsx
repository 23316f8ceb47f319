import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Shapes } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useModelColumns, useModelFilters } from './model-columns.tsx'
import { ModelForm } from './model-form.tsx'

/** All models that assets can be of. */
export function AssetModels() {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const [isAdding, setAdding] = useState(false)
  const add = can('assets:write') && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Register a model</Trans>
    </button>
  )
  return (
    <ListPage title={t`Models`} action={add}>
      <ResourceTable
        name="asset-models"
        label={t`Models`}
        list={{
          page: (query, options) => api.assetModels.list.safe(query, options),
          csv: (query) => api.assetModels.list.csv(query),
        }}
        columns={useModelColumns()}
        filters={useModelFilters()}
        sort="name"
        empty={
          <div className="empty-state">
            <Shapes aria-hidden="true" />
            <h2>
              <Trans>No models yet</Trans>
            </h2>
            <p>
              <Trans>
                A model is a kind of asset, such as one type of laptop. Every asset is of a model, so register
                it first.
              </Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <ModelForm
          onClose={() => setAdding(false)}
          onDone={({ id, name }) => {
            setAdding(false)
            void askAnew(queries, { queryKey: ['asset-models'] })
            toast(t`${name} was registered.`, {
              label: t`Open`,
              run: () =>
                void navigate({ to: '/t/$tenant/asset-models/$model', params: { tenant: slug, model: id } }),
            })
          }}
        />
      )}
    </ListPage>
  )
}
