import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { askAnew } from '../../ask-anew.ts'
import { useCan } from '../../records/can.ts'
import { ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { RowLink } from '../../records/row-link.tsx'
import { toast } from '../../ui/toasts.tsx'
import { LabelsLink } from '../labels/labels-link.tsx'
import { useAssetColumns } from './asset-columns.tsx'
import { useAssetFilters } from './asset-filters.ts'
import { AssetForm } from './asset-form.tsx'

/** All assets that one may see. */
export function Assets() {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const [isAdding, setAdding] = useState(false)
  const mayWrite = can('assets:write', 'anywhere')
  const add = mayWrite && (
    <button type="button" className="button primary" onClick={() => setAdding(true)}>
      <Trans>Register an asset</Trans>
    </button>
  )
  return (
    <ListPage title={t`Assets`} action={add}>
      <ResourceTable
        name="assets"
        label={t`Assets`}
        list={{
          page: (query, options) =>
            api.assets.list.safe({ ...query, include: ['model', 'person', 'location'] }, options),
          csv: (query) => api.assets.list.csv(query),
        }}
        columns={useAssetColumns()}
        filters={useAssetFilters()}
        sort="asset_tag"
        bulk={(chosen) => <LabelsLink assets={chosen} />}
        empty={
          <div className="empty-state">
            <Boxes aria-hidden="true" />
            <h2>
              <Trans>No assets yet</Trans>
            </h2>
            <p>
              <Trans>
                An asset is a thing that your organisation owns and hands out: one laptop, or forty cables of
                a kind.
              </Trans>
            </p>
            {add}
          </div>
        }
      />
      {isAdding && (
        <AssetForm
          onClose={() => setAdding(false)}
          onDone={({ id, name, asset_tag }) => {
            setAdding(false)
            void askAnew(queries, { queryKey: ['assets'] })
            toast(t`${name} was registered as ${asset_tag}.`, {
              label: t`Open`,
              run: () =>
                void navigate({ to: '/t/$tenant/assets/$asset', params: { tenant: slug, asset: id } }),
            })
          }}
        />
      )}
    </ListPage>
  )
}

/** The link from a row to the asset's page. */
export function AssetLink({
  asset,
  children,
}: {
  readonly asset: { readonly id: string }
  readonly children: string
}) {
  const { slug } = useTenant()
  return (
    <RowLink link={{ to: '/t/$tenant/assets/$asset', params: { tenant: slug, asset: asset.id } }}>
      {children}
    </RowLink>
  )
}
