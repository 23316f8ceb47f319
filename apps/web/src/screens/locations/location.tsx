import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { isId } from '../../app/code-match.ts'
import { FoundByCode } from '../../app/found-by-code.tsx'
import { useTenant } from '../../app/tenant-scope.tsx'
import { externalIdsText } from '../../records/external-ids.ts'
import { History } from '../../records/history.tsx'
import { RecordPage } from '../../records/record-page.tsx'
import { Facts } from '../../records/section.tsx'
import { Code, Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { LocationActions } from './location-actions.tsx'
import { LocationContents } from './location-contents.tsx'

/** The page of one location: its facts, the locations within it, its assets and its history. */
export function LocationPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { location: location_id } = useParams({ from: '/t/$tenant/locations/$location' })
  const within = {
    text: t`Locations`,
    link: { to: '/t/$tenant/locations', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['locations', location_id],
    enabled: isId(location_id),
    queryFn: ({ signal }) => api.locations.get({ location_id }, { signal, include: ['type'] }),
  })
  if (!query.data) return <FoundByCode type="location" code={location_id} query={query} within={within} />
  const location = query.data
  const { line1, line2, postal_code, city, region, country } = location.address
  return (
    <RecordPage
      within={within}
      above={location.path.slice(0, -1).map(({ id, name }) => ({
        text: name,
        link: { to: '/t/$tenant/locations/$location', params: { tenant: slug, location: id } },
      }))}
      title={location.name}
      marks={location.archived_at && <Status tone="quiet">{t`Archived`}</Status>}
      actions={<LocationActions key={location.id} location={location} />}
      side={
        <Facts
          facts={[
            [t`Type`, location.type?.name],
            [t`Code`, location.code && <Code>{location.code}</Code>],
            [t`Assets here`, String(location.asset_count)],
            [
              t`Address`,
              [line1, line2, [postal_code, city].filter(Boolean).join(' '), region, country]
                .filter(Boolean)
                .join(', '),
            ],
            [t`Time zone`, location.timezone],
            [
              t`Coordinates`,
              location.latitude !== null && `${location.latitude}, ${location.longitude ?? ''}`,
            ],
            [t`In other systems`, externalIdsText(location.external_ids)],
            [t`Added`, <When key="at" at={location.created_at} />],
          ]}
        />
      }
    >
      <LocationContents location={location} />
      <History
        key={`history ${location_id}`}
        queryKey={['locations', location_id]}
        page={(query, options) =>
          api.locations.history.list.safe({ location_id }, { ...query, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}
