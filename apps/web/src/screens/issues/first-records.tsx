import type { Issue } from '@commonhold/contract'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { type ListQuery, readPage } from '../../records/list.ts'
import { Section } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { IssueLine } from './issue-link.tsx'
import { IssueStatus, Priority } from './marks.tsx'

/** The most records that are shown. */
export const SHOWN = 8

interface FirstRecordsProps<R> {
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
export function FirstRecords<R extends { readonly id: string }>(props: FirstRecordsProps<R>) {
  const { title, of, query, list, all, line, empty } = props
  const found = useQuery({
    queryKey: [of, 'first', query],
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

/** The first issues of a list, with a link to all of them. */
export function FirstIssues({
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
    <FirstRecords
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
