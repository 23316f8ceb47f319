import type { Asset, AssetAssignment } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { pickableLocations } from '../../records/pickables.ts'
import { RecordName } from '../../records/record-name.tsx'
import { Related } from '../../records/related.tsx'
import { Section } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { PersonLink } from '../people/person-link.tsx'

/** The open assignment of an asset, if it has one: of a stock, the latest of them. */
export const openCustodyQuery = (asset_id: string) => ({
  queryKey: ['assets', asset_id, 'open custody'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.assets.assignments.list(
      { asset_id },
      { status: ['active', 'scheduled'], sort: ['-start_date'], limit: 1 },
      { signal },
    ),
})

/** The assignments of an asset: the person or location, and the dates. */
export function Custody({ asset }: { readonly asset: Asset }) {
  const { t } = useLingui()
  return (
    <Related
      title={t`Custody`}
      queryKey={['assets', asset.id, 'custody']}
      list={{
        page: (query, options) =>
          api.assets.assignments.list.safe(
            { asset_id: asset.id },
            { ...query, include: ['person', 'location'] },
            options,
          ),
      }}
      sort="-start_date"
      empty={t`Nobody has had it yet.`}
      line={(assignment) => (
        <>
          <Holder assignment={assignment} />
          {assignment.quantity > 1 && <span>× {assignment.quantity}</span>}
          <span className="at-end">
            <Day on={assignment.start_date} /> –{' '}
            {assignment.end_date ? <Day on={assignment.end_date} /> : t`today`}
          </span>
        </>
      )}
    />
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
