import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { worded } from '../../issues/words.ts'
import { History } from '../../records/history.tsx'
import { pickableLocations, pickableUsers } from '../../records/pickables.ts'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Person, Status } from '../../ui/marks.tsx'
import { Money } from '../../ui/money.tsx'
import { When } from '../../ui/when.tsx'
import { AssetLink } from '../assets/asset-link.tsx'
import { IssueLine } from '../issues/issue-link.tsx'
import { prioritiesQuery } from '../issues/queries.ts'
import { LocationLink } from '../locations/location-link.tsx'
import { ProjectLink } from '../projects/project-link.tsx'
import { RepairActions } from './repair-actions.tsx'
import { RepairStatus } from './repair-status.tsx'
import { repairOutcomes, repairTypes } from './words.ts'

/** The page of one repair: its facts, description, result and history. */
export function RepairPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { repair: repair_id } = useParams({ from: '/t/$tenant/repairs/$repair' })
  const within = {
    text: t`Repairs`,
    link: { to: '/t/$tenant/repairs', params: { tenant: slug } },
  } as const
  const priorities = useQuery(prioritiesQuery).data
  const query = useQuery({
    queryKey: ['repairs', repair_id],
    queryFn: ({ signal }) =>
      api.assetRepairs.get(
        { repair_id },
        { signal, include: ['issue', 'asset', 'location', 'assignee', 'project'] },
      ),
  })
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const repair = query.data
  const { issue, asset, location, project, priority, cost, outcome } = repair
  const title = repair.title ?? t(repairTypes[repair.repair_type])
  return (
    <RecordPage
      within={within}
      title={title}
      marks={
        <>
          {repair.status && <RepairStatus repair={repair} />}
          {repair.archived_at && <Status tone="quiet">{t`Archived`}</Status>}
        </>
      }
      actions={<RepairActions key={repair.id} repair={repair} name={title} />}
      side={
        <Facts
          facts={[
            [t`Asset`, asset?.name && <AssetLink asset={asset}>{asset.name}</AssetLink>],
            [t`Issue`, issue?.name && <IssueLine issueKey={issue.key ?? issue.id} title={issue.name} />],
            [t`Type`, t(repairTypes[repair.repair_type])],
            [
              t`Priority`,
              priority && (priorities?.find(({ key }) => key === priority)?.name ?? worded(priority)),
            ],
            [t`Assignee`, repair.assignee?.name && <Person name={repair.assignee.name} />],
            [t`Repaired by`, repair.vendor],
            [
              t`Where it is repaired`,
              location?.name && <LocationLink id={location.id} name={location.name} />,
            ],
            [
              t`Due back`,
              repair.expected_return_date && (
                <Day on={repair.expected_return_date} isDue={repair.closed_at === null} />
              ),
            ],
            [t`Warranty`, repair.is_warranty && t`The warranty pays`],
            [t`Cost`, cost !== null && <Money key="cost" amount={cost} currency={repair.currency} />],
            [t`Outcome`, outcome && t(repairOutcomes[outcome])],
            [t`Project`, project?.name && <ProjectLink id={project.id} name={project.name} />],
            [t`Reported`, <When key="at" at={repair.opened_at ?? repair.created_at} />],
            [t`Closed`, repair.closed_at && <When at={repair.closed_at} />],
          ]}
        />
      }
    >
      <Section title={t`Description`}>
        <p className={repair.description ? 'prose' : 'hint'}>
          {repair.redacted.includes('description')
            ? t`You may not see the issue of this repair.`
            : (repair.description ?? t`Nothing was written.`)}
        </p>
      </Section>
      {repair.resolution_notes && (
        <Section title={t`What was done`}>
          <Markdown text={repair.resolution_notes} />
        </Section>
      )}
      <History
        key={`history ${repair_id}`}
        queryKey={['repairs', repair_id]}
        names={{ assignee_id: t`Assignee`, location_id: t`Where it is repaired` }}
        references={{ assignee_id: pickableUsers, location_id: pickableLocations }}
        page={(query, options) =>
          api.assetRepairs.history.list.safe({ repair_id }, { ...query, include: ['actor'] }, options)
        }
      />
    </RecordPage>
  )
}
