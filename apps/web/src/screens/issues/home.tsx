import type { Issue } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { permissionsQuery } from '../../account/queries.ts'
import { api } from '../../api.ts'
import { places } from '../../app/places.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { FirstSteps, useFirstSteps } from '../../organisations/first-steps.tsx'
import { dayAhead } from '../../preferences.ts'
import { canWith, useCan } from '../../records/can.ts'
import { type ListQuery, readPage } from '../../records/list.ts'
import { Section } from '../../records/section.tsx'
import { useView } from '../../records/view.ts'
import { Day } from '../../ui/day.tsx'
import { Code } from '../../ui/marks.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { HomeCounts } from './home-counts.tsx'
import { IssueLine } from './issue-link.tsx'
import { IssueStatus, Priority } from './marks.tsx'

/** Loaded when the form for a new issue opens for the first time. */
const NewIssue = lazy(() => import('./new-issue.tsx'))

/** Records that a box shows. */
const SHOWN = 8

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
              <IssuesOf
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
              <IssuesOf
                title={t`Due or overdue`}
                query={{ assignee_id: 'me', is_closed: 'false', due_date__lt: dayAhead(1), sort: 'due_date' }}
                empty={<Trans>Issues that are assigned to you appear here on the day they are due.</Trans>}
              />
            </div>
          )}
          <div className="section-column">
            {hasIssues && (
              <>
                <IssuesOf
                  title={t`Waiting for my approval`}
                  query={{ pending_approver_id: 'me', is_closed: 'false' }}
                  empty={<Trans>Changes and requests that need your vote appear here.</Trans>}
                />
                <IssuesOf
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

interface BoxProps<R> {
  readonly title: string
  /** The first part of the query key. */
  readonly of: string
  readonly query: Readonly<Record<string, string>>
  readonly list: Parameters<typeof readPage<R>>[0]
  readonly all: ReactNode
  readonly line: (record: R) => ReactNode
  /** Shown while the list is empty: which records appear here, and when. */
  readonly empty: ReactNode
}

/** The first records of a list, and the total count. */
function Box<R extends { readonly id: string }>({ title, of, query, list, all, line, empty }: BoxProps<R>) {
  const found = useQuery({
    queryKey: [of, 'home', query],
    queryFn: ({ signal }) => readPage(list, query, undefined, signal),
  })
  const records = found.data?.records ?? []
  const total = found.data?.total
  return (
    <Section title={title} action={total ? <span className="count">{total}</span> : undefined}>
      {found.isPending && <SkeletonLines />}
      {found.isError && <Unloaded query={found} />}
      {found.data && records.length === 0 && <p className="muted">{empty}</p>}
      {records.length > 0 && (
        <ul className="line-list">
          {records.map((record) => (
            <li key={record.id}>{line(record)}</li>
          ))}
        </ul>
      )}
      {total !== undefined && total > records.length && all}
    </Section>
  )
}

function IssuesOf({
  title,
  query,
  empty,
}: {
  readonly title: string
  readonly query: Readonly<Record<string, string>>
  readonly empty: ReactNode
}) {
  const { slug } = useTenant()
  return (
    <Box
      title={title}
      of="issues"
      query={query}
      list={{
        page: (parameters: ListQuery, options) =>
          api.issues.list.safe({ ...parameters, limit: SHOWN }, options),
      }}
      empty={empty}
      all={
        <Link to="/t/$tenant/issues" params={{ tenant: slug }} search={query}>
          <Trans>Show all</Trans>
        </Link>
      }
      line={(issue: Issue) => (
        <>
          <IssueLine issueKey={issue.key} title={issue.title} />
          <span className="at-end home-marks">
            {issue.due_date && <Day on={issue.due_date} isDue />}
            <Priority issue={issue} />
            <IssueStatus issue={issue} />
          </span>
        </>
      )}
    />
  )
}

function DueBack() {
  const { t } = useLingui()
  const mayHandOut = useCan()(['assets:write', 'persons:read'])
  const { slug } = useTenant()
  const query = { expected_return_date__lt: dayAhead(1), sort: 'expected_return_date' }
  return (
    <Box
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
