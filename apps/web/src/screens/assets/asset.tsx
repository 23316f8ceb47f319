import type { Asset } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { isId } from '../../app/code-match.ts'
import { FoundByCode } from '../../app/found-by-code.tsx'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { externalIdsText } from '../../records/external-ids.ts'
import { History } from '../../records/history.tsx'
import type { Move } from '../../records/moves.tsx'
import {
  pickableLocations,
  pickableModels,
  pickablePersons,
  pickableProjects,
} from '../../records/pickables.ts'
import { RecordActions } from '../../records/record-actions.tsx'
import { RecordPage } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Code, Person, Status } from '../../ui/marks.tsx'
import { Money } from '../../ui/money.tsx'
import { When } from '../../ui/when.tsx'
import { ModelLink } from '../asset-models/model-link.tsx'
import { LabelsLink } from '../labels/labels-link.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { PersonLink } from '../people/person-link.tsx'
import { ProjectLink } from '../projects/project-link.tsx'
import { AssetForm } from './asset-form.tsx'
import { useAssetMoves } from './asset-moves.ts'
import { AssetRepairs } from './asset-repairs.tsx'
import { Custody, StockByPlace } from './custody.tsx'
import { useCustodyMoves } from './custody-moves.ts'
import { Movements } from './movements.tsx'
import { assetStatuses } from './words.ts'

/** The page of one asset: its facts, assignments, circulations, repairs and history. */
export function AssetPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { asset: asset_id } = useParams({ from: '/t/$tenant/assets/$asset' })
  const within = {
    text: t`Assets`,
    link: { to: '/t/$tenant/assets', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['assets', asset_id],
    enabled: isId(asset_id),
    queryFn: ({ signal }) =>
      api.assets.get({ asset_id }, { signal, include: ['model', 'person', 'location', 'project'] }),
  })
  if (!query.data) return <FoundByCode type="asset" code={asset_id} query={query} within={within} />
  const asset = query.data
  const { status, in_repair } = asset
  return (
    <RecordPage
      within={within}
      title={asset.name}
      code={<Code>{asset.asset_tag}</Code>}
      marks={
        <>
          <Status tone={assetStatuses[status].tone}>{t(assetStatuses[status].label)}</Status>
          {in_repair && (
            <Status tone="waiting">
              <Trans>In repair</Trans>
            </Status>
          )}
        </>
      }
      actions={<AssetActions asset={asset} />}
      side={
        <Facts
          facts={[
            [t`Tag`, <Code key="tag">{asset.asset_tag}</Code>],
            [t`Model`, asset.model?.name && <ModelLink id={asset.model_id} name={asset.model.name} />],
            [
              t`Holder`,
              asset.person?.name && (
                <span className="person">
                  <Person name={asset.person.name} isOnlyMark />
                  <PersonLink id={asset.person.id}>{asset.person.name}</PersonLink>
                </span>
              ),
            ],
            [t`Due back`, asset.expected_return_date && <Day on={asset.expected_return_date} isDue />],
            [
              t`Location`,
              asset.location?.name && <LocationLink id={asset.location.id} name={asset.location.name} />,
            ],
            [t`Seen there`, asset.last_confirmed_at && <When at={asset.last_confirmed_at} />],
            [t`Serial number`, asset.serial_number && <Code>{asset.serial_number}</Code>],
            [t`In other systems`, externalIdsText(asset.external_ids)],
            [t`Available`, asset.serial_number === null && `${asset.available_quantity} / ${asset.quantity}`],
            [
              t`Project`,
              asset.project?.name && <ProjectLink id={asset.project.id} name={asset.project.name} />,
            ],
            [t`Bought on`, asset.purchase_date && <Day on={asset.purchase_date} />],
            [
              t`Cost`,
              asset.purchase_cost !== null && (
                <Money key="cost" amount={asset.purchase_cost} currency={asset.currency} />
              ),
            ],
            [t`Warranty until`, asset.warranty_end_date && <Day on={asset.warranty_end_date} />],
            [t`Reason`, asset.status_reason],
            [t`Registered`, <When key="at" at={asset.created_at} />],
          ]}
        />
      }
    >
      {asset.notes && (
        <Section title={t`Notes`}>
          <Markdown text={asset.notes} />
        </Section>
      )}
      {asset.serial_number === null && <StockByPlace asset={asset} />}
      <Custody asset={asset} />
      <Movements asset={asset} />
      <AssetRepairs asset={asset} />
      <History
        queryKey={['assets', asset_id]}
        names={{
          name: t`Name`,
          asset_tag: t`Tag`,
          status: t`Status`,
          model_id: t`Model`,
          person_id: t`Holder`,
          location_id: t`Location`,
          project_id: t`Project`,
          serial_number: t`Serial number`,
          available_quantity: t`Available`,
          in_repair: t`In repair`,
        }}
        references={{
          model_id: pickableModels,
          person_id: pickablePersons,
          location_id: pickableLocations,
          project_id: pickableProjects,
        }}
        page={(parameters, options) =>
          api.assets.history.list.safe({ asset_id }, { ...parameters, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}

function AssetActions({ asset }: { readonly asset: Asset }) {
  const can = useCan()
  const moves: readonly Move<unknown>[] = [...useCustodyMoves(asset), ...useAssetMoves(asset)]
  return (
    <>
      <LabelsLink assets={[asset]} />
      <RecordActions<Asset>
        of={asset.name}
        touches={['assets', 'persons', 'repairs']}
        moves={moves}
        mayEdit={can('assets:write', asset.project_id) && asset.archived_at === null}
        form={(events) => <AssetForm asset={asset} {...events} />}
      />
    </>
  )
}
