import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { isId } from '../../app/code-match.ts'
import { FoundByCode } from '../../app/found-by-code.tsx'
import { useTenant } from '../../app/tenant-scope.tsx'
import { History } from '../../records/history.tsx'
import { RecordPage } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Code, Person, Status } from '../../ui/marks.tsx'
import { When } from '../../ui/when.tsx'
import { AssetLink } from '../assets/asset-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { Impact } from './impact.tsx'
import { ItemActions } from './item-actions.tsx'
import { Relationships } from './relationships.tsx'
import { criticalities, environments, itemStatuses, itemTypes } from './words.ts'

/** The page of one configuration item: its facts, relationships, impact and history. */
export function ConfigurationItemPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { item: ci_id } = useParams({ from: '/t/$tenant/configuration-items/$item' })
  const within = {
    text: t`Configuration items`,
    link: { to: '/t/$tenant/configuration-items', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['configuration-items', ci_id],
    enabled: isId(ci_id),
    queryFn: ({ signal }) =>
      api.configurationItems.get(
        { ci_id },
        { signal, include: ['asset', 'location', 'owner_group', 'owner_person'] },
      ),
  })
  if (!query.data) return <FoundByCode type="configuration_item" code={ci_id} query={query} within={within} />
  const item = query.data
  const { status, ci_type, criticality, environment, asset, location } = item
  return (
    <RecordPage
      within={within}
      title={item.name}
      marks={
        <>
          <Status tone={itemStatuses[status].tone}>{t(itemStatuses[status].label)}</Status>
          {item.archived_at && <Status tone="quiet">{t`Archived`}</Status>}
        </>
      }
      actions={<ItemActions key={item.id} item={item} />}
      side={
        <Facts
          facts={[
            [t`Type`, ci_type && t(itemTypes[ci_type])],
            [t`Criticality`, criticality && t(criticalities[criticality])],
            [t`Environment`, environment && t(environments[environment])],
            [t`Version`, item.product_version],
            [t`Responsible group`, item.owner_group?.name],
            [t`Responsible person`, item.owner_person?.name && <Person name={item.owner_person.name} />],
            [t`Asset`, asset?.name && <AssetLink asset={asset}>{asset.name}</AssetLink>],
            [t`Location`, location?.name && <LocationLink id={location.id} name={location.name} />],
            [t`Id in another system`, item.external_id && <Code>{item.external_id}</Code>],
            [t`Added`, <When key="at" at={item.created_at} />],
          ]}
        />
      }
    >
      {item.description && (
        <Section title={t`Description`}>
          <Markdown text={item.description} />
        </Section>
      )}
      <Relationships key={`relationships ${item.id}`} item={item} />
      <Impact key={`impact ${item.id}`} item={item} />
      <History
        key={`history ${ci_id}`}
        queryKey={['configuration-items', ci_id]}
        page={(query, options) =>
          api.configurationItems.history.list.safe({ ci_id }, { ...query, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}
