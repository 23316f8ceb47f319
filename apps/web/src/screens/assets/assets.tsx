import type { Asset } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { lazy } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { WithTexts } from '../../app/with-texts.tsx'
import { useCan } from '../../records/can.ts'
import type { ListQuery } from '../../records/list.ts'
import { ListScreen } from '../../records/list-screen.tsx'
import { LabelsLink } from '../labels/labels-link.tsx'
import { useAssetColumns } from './asset-columns.tsx'
import { useAssetFilters } from './asset-filters.ts'
import { AssetForm } from './asset-form.tsx'
import { AssetViews } from './asset-views.tsx'

/** Makes a filter by location include the locations within it: an asset in a room is in the building, too. */
const withinPlaces = (query: ListQuery) =>
  'location_id' in query ? { ...query, include_descendants: true } : query

/** Loaded with the first selection. */
const AssetBulk = lazy(() => import('./asset-bulk.tsx'))

/** The list of assets. */
export function Assets() {
  const { t } = useLingui()
  const can = useCan()
  const { slug: tenant } = useTenant()
  const models = useQuery({
    queryKey: ['asset-models', 'is there one'],
    queryFn: ({ signal }) => api.assetModels.list({ limit: 1 }, { signal }),
  }).data
  return (
    <ListScreen<Asset>
      name="assets"
      title={t`Assets`}
      list={{
        page: (query, options) =>
          api.assets.list.safe({ ...withinPlaces(query), include: ['model', 'person', 'location'] }, options),
        csv: (query) => api.assets.list.csv(withinPlaces(query)),
      }}
      columns={useAssetColumns()}
      filters={useAssetFilters()}
      sort="asset_tag"
      beside={<AssetViews />}
      bulk={(chosen, clear) => (
        <>
          <WithTexts of="assetBulk">
            <AssetBulk assets={chosen} onDone={clear} />
          </WithTexts>
          <LabelsLink assets={chosen} />
        </>
      )}
      empty={{
        icon: Boxes,
        title: t`No assets yet`,
        text: t`An asset is a thing that your organisation owns and hands out: one laptop, or forty cables of a kind.`,
      }}
      firstStep={
        models?.length === 0 &&
        can('assets:write') && (
          <>
            <p>
              <Trans>Every asset has a model, such as one type of laptop.</Trans>
            </p>
            <Link className="button primary" to="/t/$tenant/asset-models" params={{ tenant }}>
              <Trans>Register a model first</Trans>
            </Link>
          </>
        )
      }
      add={{
        label: t`Register an asset`,
        isOffered: can('assets:write', 'anywhere'),
        form: (events) => <AssetForm {...events} />,
        pageOf: ({ id }) => ({ to: '/t/$tenant/assets/$asset', params: { tenant, asset: id } }),
        said: ({ name, asset_tag }) => t`${name} was registered as ${asset_tag}.`,
      }}
    />
  )
}
