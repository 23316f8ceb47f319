import type { Asset, AssetAssignment } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { pickableLocations } from '../../records/pickables.ts'
import { RecordName } from '../../records/record-name.tsx'
import { Section } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { PersonLink } from '../people/person-link.tsx'

/** The assignments of an asset, the latest first. */
export const custodyQuery = (asset_id: string) => ({
  queryKey: ['assets', asset_id, 'custody'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.assets.assignments.list(
      { asset_id },
      { include: ['person', 'location'], sort: ['-start_date'], limit: 100 },
      { signal },
    ),
})

/** The assignments of an asset: the person or location, and the dates. */
export function Custody({ asset }: { readonly asset: Asset }) {
  const { t } = useLingui()
  const query = useQuery(custodyQuery(asset.id))
  return (
    <Section title={t`Custody`}>
      {query.isPending ? (
        <SkeletonLines />
      ) : !query.data ? (
        <Unloaded query={query} />
      ) : query.data.length === 0 ? (
        <p className="lead">
          <Trans>Nobody has had it yet.</Trans>
        </p>
      ) : (
        <ul className="line-list">
          {query.data.map((assignment) => (
            <li key={assignment.id}>
              <Holder assignment={assignment} />
              {assignment.quantity > 1 && <span>× {assignment.quantity}</span>}
              <span className="at-end">
                <Day on={assignment.start_date} /> –{' '}
                {assignment.end_date ? <Day on={assignment.end_date} /> : t`today`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Holder({ assignment: { person_id, person, location } }: { readonly assignment: AssetAssignment }) {
  if (person_id === null) return <span className="ellipsis">{location?.name}</span>
  return <PersonLink id={person_id}>{person?.name ?? person_id}</PersonLink>
}

/** The number of pieces of a stock at each location. */
export function StockByPlace({ asset }: { readonly asset: Asset }) {
  const { t } = useLingui()
  const query = useQuery({
    queryKey: ['assets', asset.id, 'stock'],
    queryFn: ({ signal }) => api.assets.stock.list({ asset_id: asset.id }, { signal }),
  })
  if (!query.data || query.data.length === 0) return null
  return (
    <Section title={t`Stock by location`}>
      <ul className="line-list">
        {query.data.map(({ location_id, quantity }) => (
          <li key={location_id ?? 'unknown'}>
            <span className="ellipsis">
              {location_id ? <RecordName of={pickableLocations} id={location_id} /> : t`Location not known`}
            </span>
            <span className="at-end">{quantity}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
