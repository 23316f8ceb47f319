import type { Asset, AssetModel } from '@commonhold/contract'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Can } from '../records/can.ts'
import { Unloaded } from '../ui/unloaded.tsx'
import { AssetItem } from './asset-item.tsx'
import { assetsQuery, LATEST } from './queries.ts'

interface AssetListProps {
  readonly models: readonly AssetModel[]
  readonly can: Can
  readonly onMoved: (asset: Asset) => void
}

/** The assets that were registered last. */
export function AssetList({ models, can, onMoved }: AssetListProps) {
  const [withArchived, setWithArchived] = useState(false)
  const assets = useQuery(assetsQuery(withArchived))

  return (
    <section className="card" aria-labelledby="latest-assets">
      <div className="card-head">
        <h2 id="latest-assets">
          <Trans>Latest assets</Trans>
        </h2>
        <label className="check">
          <input
            type="checkbox"
            checked={withArchived}
            onChange={(event) => setWithArchived(event.target.checked)}
          />
          <Trans>Show archived</Trans>
        </label>
      </div>
      {assets.data ? (
        <Items assets={assets.data} models={models} can={can} onMoved={onMoved} />
      ) : (
        <Unloaded query={assets} />
      )}
    </section>
  )
}

function Items({ assets, models, can, onMoved }: AssetListProps & { assets: readonly Asset[] }) {
  if (assets.length === 0)
    return (
      <p className="empty">
        <Trans>No assets yet. The latest assets appear here.</Trans>
      </p>
    )
  return (
    <>
      <ul>
        {assets.map((asset) => (
          <AssetItem
            key={asset.id}
            asset={asset}
            model={models.find(({ id }) => id === asset.model_id)}
            mayChange={can('assets:write', asset.project_id)}
            onMoved={onMoved}
          />
        ))}
      </ul>
      {assets.length === LATEST && (
        <p className="hint">
          <Trans>These are the latest {LATEST}.</Trans>
        </p>
      )}
    </>
  )
}
