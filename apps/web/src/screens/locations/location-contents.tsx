import type { Location } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { Related } from '../../records/related.tsx'
import { Section } from '../../records/section.tsx'
import { Code } from '../../ui/marks.tsx'
import { AssetLink } from '../assets/asset-link.tsx'
import { LocationLevel } from './location-tree.tsx'

/** The locations within a location, and the assets that are there or in one of these. */
export function LocationContents({ location }: { readonly location: Location }) {
  const { t } = useLingui()
  const can = useCan()
  const { id } = location
  return (
    <>
      <Section title={t`Locations inside`}>
        <LocationLevel
          parent={location}
          empty={
            <p className="hint">
              <Trans>No locations inside yet, such as rooms of a building.</Trans>
            </p>
          }
        />
      </Section>
      {can('assets:read', 'anywhere') && (
        <Related
          title={t`Assets here and inside`}
          queryKey={['assets', 'at', id]}
          list={{
            page: (query, options) =>
              api.assets.list.safe(
                { ...query, location_id: [id], include_descendants: true, include: ['model', 'location'] },
                options,
              ),
          }}
          sort="name"
          empty={t`No assets here or inside.`}
          line={(asset) => (
            <>
              <AssetLink asset={asset}>{asset.name}</AssetLink>
              <Code>{asset.asset_tag}</Code>
              {asset.location_id !== id && <span className="hint">{asset.location?.name}</span>}
              <span className="hint at-end">{asset.model?.name}</span>
            </>
          )}
        />
      )}
    </>
  )
}
