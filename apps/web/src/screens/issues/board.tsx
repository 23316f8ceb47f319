import type { Issue } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { type ListQuery, readPage } from '../../records/list.ts'
import { ListPage } from '../../records/list-page.tsx'
import { TableBar } from '../../records/table-bar.tsx'
import { parametersOf, useView } from '../../records/view.ts'
import { Code, Person, Status } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { useIssueFilters } from './issue-filters.ts'
import { IssueViews } from './issue-views.tsx'
import { Priority } from './marks.tsx'
import { MoveChooser } from './move-dialogs.tsx'
import { statusesQuery } from './queries.ts'
import { useKeys } from './use-keys.ts'
import { categoryTones } from './words.ts'

const NOTHING = new Set<string>()

/** The open issues in a column for each status. `m` moves the card that has the focus, `a` assigns it. */
export function Board() {
  const { t } = useLingui()
  const can = useCan()
  const [view, change] = useView()
  const statuses = useQuery(statusesQuery)
  const { sort: _, is_closed: __, month: ___, ...narrowed } = parametersOf(view)
  const parameters = { ...narrowed, is_closed: 'false', sort: 'priority_level,due_date' }
  const issues = useQuery({
    queryKey: ['issues', 'board', parameters],
    queryFn: ({ signal }) =>
      readPage(
        {
          page: (query: ListQuery, options) =>
            api.issues.list.safe({ ...query, limit: 500, include: ['assignee'] }, options),
        },
        parameters,
        undefined,
        signal,
      ),
  })
  const [current, setCurrent] = useState<Issue>()
  const [asked, setAsked] = useState<'assign' | 'move'>()
  const ask = (what: 'assign' | 'move') => {
    if (!current || !can('issues:write', current.project_id)) return false
    return setAsked(what)
  }
  useKeys({ m: () => ask('move'), a: () => ask('assign') })
  const records = issues.data?.records ?? []
  const columns = (statuses.data ?? []).filter(({ key }) => records.some(({ status }) => status === key))
  return (
    <ListPage title={t`Board`} action={<IssueViews />}>
      <TableBar
        label={t`Board`}
        view={view}
        onChange={change}
        filters={useIssueFilters().filter(({ name }) => name !== 'is_closed')}
        isSearched
        total={issues.data?.total}
        columns={[]}
        hidden={NOTHING}
        onHidden={() => undefined}
      />
      {issues.isPending && <SkeletonLines />}
      {issues.isError && <Unloaded query={issues} />}
      <div className="board">
        {columns.map(({ id, key, name, category }) => {
          const own = records.filter(({ status }) => status === key)
          return (
            <section key={id} className="lane" aria-label={name}>
              <header>
                <h2>
                  <Status tone={categoryTones[category]}>{name}</Status>
                </h2>
                <span className="count">{own.length}</span>
              </header>
              <ul>
                {own.map((issue) => (
                  <Card
                    key={issue.id}
                    issue={issue}
                    onFocus={() => setCurrent(issue)}
                    {...(can('issues:write', issue.project_id) && {
                      onMove: () => {
                        setCurrent(issue)
                        setAsked('move')
                      },
                    })}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
      {asked === 'move' && current && <MoveChooser issue={current} onClose={() => setAsked(undefined)} />}
      {asked === 'assign' && current && (
        <AssignDialog issues={[current]} onClose={() => setAsked(undefined)} />
      )}
    </ListPage>
  )
}

interface CardProps {
  readonly issue: Issue
  readonly onFocus: () => void
  readonly onMove?: () => void
}

function Card({ issue, onFocus, onMove }: CardProps) {
  const { t } = useLingui()
  const { slug } = useTenant()
  return (
    <li className="card-issue">
      <Link
        to="/t/$tenant/issues/$issue"
        params={{ tenant: slug, issue: issue.key }}
        className="card-title"
        onFocus={onFocus}
      >
        <Code>{issue.key}</Code>
        <span>{issue.title}</span>
      </Link>
      <footer>
        <Priority issue={issue} />
        {issue.assignee?.name && (
          <span title={issue.assignee.name}>
            <Person name={issue.assignee.name} isOnlyMark />
            <span className="unseen">{issue.assignee.name}</span>
          </span>
        )}
        {onMove && (
          <button
            type="button"
            className="button quiet small at-end"
            aria-label={t`Move ${issue.key}`}
            onClick={onMove}
          >
            <Trans>Move</Trans>
          </button>
        )}
      </footer>
    </li>
  )
}
