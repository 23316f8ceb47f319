import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { permissionsQuery } from '../../account/queries.ts'
import { api } from '../../api.ts'
import { places } from '../../app/places.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { FirstSteps, useFirstSteps } from '../../organisations/first-steps.tsx'
import { dayAhead } from '../../preferences.ts'
import { canWith, useCan } from '../../records/can.ts'
import type { ListQuery } from '../../records/list.ts'
import { useView } from '../../records/view.ts'
import { Day } from '../../ui/day.tsx'
import { Code } from '../../ui/marks.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { FirstIssues, FirstRecords, SHOWN } from './first-records.tsx'
import { HomeCounts } from './home-counts.tsx'

/** Loaded when the form for a new issue opens for the first time. */
const NewIssue = lazy(() => import('./new-issue.tsx'))

/** The start page: counts of the organisation, the user's own issues and approvals, and assets that are due back. */
export function Home() {
  const { t } = useLingui()
  const can = useCan()
  const hasIssues = can('issues:read', 'anywhere')
  const { slug } = useTenant()
  const { isUnknown, begun } = useFirstSteps()
  const mayNothing = useMayNothing()
  const mayWrite = can('issues:write', 'anywhere')
  const [view, change] = useView()
  return (
    <main id="main" className="record" tabIndex={-1}>
      <Page title={t`Home`}>
        {isUnknown && <SkeletonLines />}
        {begun && <FirstSteps begun={begun} />}
        {!isUnknown && !begun && <HomeCounts />}
        {mayNothing && (
          <p className="lead">
            <Trans>
              You may not see anything in this organisation yet. Ask one of its owners to add you to a group.
            </Trans>
          </p>
        )}
        <div className="section-columns" hidden={isUnknown}>
          {hasIssues && (
            <div className="section-column">
              <FirstIssues
                title={t`Assigned to me`}
                query={{ assignee_id: 'me', is_closed: 'false', sort: 'priority_level,due_date' }}
                empty={
                  <>
                    <Trans>Issues that are assigned to you appear here.</Trans>{' '}
                    <Link to="/t/$tenant/issues" params={{ tenant: slug }}>
                      <Trans>See all open issues</Trans>
                    </Link>
                  </>
                }
              />
              <FirstIssues
                title={t`Due or overdue`}
                query={{ assignee_id: 'me', is_closed: 'false', due_date__lt: dayAhead(1), sort: 'due_date' }}
                empty={<Trans>Issues that are assigned to you appear here on the day they are due.</Trans>}
              />
            </div>
          )}
          <div className="section-column">
            {hasIssues && (
              <>
                <FirstIssues
                  title={t`Waiting for my approval`}
                  query={{ pending_approver_id: 'me', is_closed: 'false' }}
                  empty={<Trans>Changes and requests that need your vote appear here.</Trans>}
                />
                <FirstIssues
                  title={t`Reported by me`}
                  query={{ reporter_id: 'me', is_closed: 'false' }}
                  empty={
                    <>
                      <Trans>Issues that you report appear here until they are closed.</Trans>{' '}
                      {mayWrite && (
                        <button type="button" className="link" onClick={() => change({ new: 'yes' })}>
                          <Trans>Report an issue</Trans>
                        </button>
                      )}
                    </>
                  }
                />
              </>
            )}
            {can('assets:read', 'anywhere') && <DueBack />}
          </div>
        </div>
        {mayWrite && view.new && (
          <Suspense fallback={null}>
            <NewIssue onClose={() => change({ new: '' })} />
          </Suspense>
        )}
      </Page>
    </main>
  )
}

/** True when the permissions are known, and none of them opens a screen that needs one. */
function useMayNothing(): boolean {
  const { data } = useQuery(permissionsQuery)
  if (!data) return false
  const can = canWith(data)
  return places.every(({ permission }) => !permission || !can(permission, 'anywhere'))
}

function DueBack() {
  const { t } = useLingui()
  const mayHandOut = useCan()(['assets:write', 'persons:read'])
  const { slug } = useTenant()
  const query = { expected_return_date__lt: dayAhead(1), sort: 'expected_return_date' }
  return (
    <FirstRecords
      title={t`Assets due back`}
      of="assets"
      query={query}
      list={{
        page: (parameters: ListQuery, options) =>
          api.assets.list.safe({ ...parameters, limit: SHOWN }, options),
      }}
      empty={
        <>
          <Trans>Assets that were handed out with a due date appear here on that day.</Trans>{' '}
          {mayHandOut && (
            <Link to="/t/$tenant/scan/issue" params={{ tenant: slug }}>
              <Trans>Hand out assets</Trans>
            </Link>
          )}
        </>
      }
      all={
        <Link to="/t/$tenant/assets" params={{ tenant: slug }} search={query}>
          <Trans>Show all</Trans>
        </Link>
      }
      line={({ id, name, asset_tag, expected_return_date }) => (
        <>
          <Link
            className="issue-line"
            to="/t/$tenant/assets/$asset"
            params={{ tenant: slug, asset: id }}
            title={name}
          >
            <Code>{asset_tag}</Code> <span className="ellipsis">{name}</span>
          </Link>
          {expected_return_date && (
            <span className="at-end">
              <Day on={expected_return_date} isDue />
            </span>
          )}
        </>
      )}
    />
  )
}
