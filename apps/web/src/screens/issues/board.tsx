import type { Issue } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { useMayChange, useMayEdit } from '../../issues/use-may-change.ts'
import { useCan } from '../../records/can.ts'
import { queryOf } from '../../records/list.ts'
import { FirstStep, ListPage } from '../../records/list-page.tsx'
import { NothingMatches } from '../../records/nothing-matches.tsx'
import { TableBar } from '../../records/table-bar.tsx'
import { clearedView } from '../../records/table-filters.tsx'
import { isNarrowed, parametersOf, useView } from '../../records/view.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { useCardDrag } from './card-drag.tsx'
import { FurtherStatuses } from './further-statuses.tsx'
import { useIssueFilters } from './issue-filters.ts'
import { IssueViews } from './issue-views.tsx'
import { Lanes } from './lanes.tsx'
import { MoveChooser } from './move-chooser.tsx'
import { statusesQuery } from './queries.ts'
import { useKeys } from './use-keys.ts'
import { useListedIssue } from './use-listed-issue.ts'

/** Loaded when the form for a new issue opens for the first time. */
const NewIssue = lazy(() => import('./new-issue.tsx'))

const NOTHING = new Set<string>()

interface Asked {
  readonly what: 'assign' | 'move'
  readonly issue: Issue
}

/**
 * The open issues, in one lane for each status. A card is moved by dragging it. The key `m` moves the focused card, and `a`
 * assigns it.
 */
export function Board() {
  const { t } = useLingui()
  const can = useCan()
  const may = { move: useMayChange(), assign: useMayEdit() }
  const [view, change] = useView()
  const filters = useIssueFilters().filter(({ name }) => name !== 'is_closed')
  const statuses = useQuery(statusesQuery)
  const { sort: _, is_closed: __, month: ___, ...narrowed } = parametersOf(view)
  const open = { ...narrowed, is_closed: 'false' }
  const counts = useQuery({
    queryKey: ['issues', 'board counts', open],
    queryFn: ({ signal }) => api.issues.summary.list({ ...queryOf(open), group_by: ['status'] }, { signal }),
  })
  const listed = useListedIssue('board')
  /** The issue that got the focus last, and its card, as long as it is on the board. */
  const reached = useRef<{ readonly id: string; readonly card: Element }>(undefined)
  const [asked, setAsked] = useState<Asked>()
  const ask = (what: Asked['what']) => {
    const issue = reached.current?.card.isConnected ? listed(reached.current.id) : undefined
    return issue && may[what](issue) ? setAsked({ what, issue }) : false
  }
  useKeys({ m: () => ask('move'), a: () => ask('assign') })
  const drag = useCardDrag()
  const countOf = (key: string) => counts.data?.find(({ status }) => status === key)?.count ?? 0
  const lanes = (statuses.data ?? []).filter(({ key }) => countOf(key) > 0)
  const mayWrite = can('issues:write', 'anywhere')
  const add = mayWrite && (
    <button type="button" className="button primary" onClick={() => change({ new: 'yes' })}>
      <Trans>New issue</Trans>
    </button>
  )
  return (
    <ListPage title={t`Board`} action={<IssueViews />} add={add}>
      <TableBar
        label={t`Board`}
        view={narrowed}
        onChange={change}
        filters={filters}
        isSearched
        total={counts.data?.reduce((sum, { count }) => sum + count, 0)}
        columns={[]}
        hidden={NOTHING}
        onHidden={() => undefined}
      />
      {(counts.isPending || statuses.isPending) && <SkeletonLines />}
      {counts.isError ? <Unloaded query={counts} /> : statuses.isError && <Unloaded query={statuses} />}
      {counts.data?.length === 0 && (
        <div className="table-state">
          {isNarrowed(narrowed) ? (
            <NothingMatches onClear={() => change(clearedView(narrowed, filters))} />
          ) : (
            <EmptyState icon={CircleDot} title={t`No open issues`} text={t`The board shows what is open.`}>
              {add && <FirstStep>{add}</FirstStep>}
            </EmptyState>
          )}
        </div>
      )}
      {lanes.length > 0 && (
        <Lanes
          statuses={lanes}
          countOf={countOf}
          parameters={{ ...open, sort: 'priority_level,due_date' }}
          chosen={view.lane}
          onChoose={(lane) => change({ lane })}
          drag={drag}
          onFocus={({ id }, card) => {
            reached.current = { id, card }
          }}
          onMove={(issue) => setAsked({ what: 'move', issue })}
        />
      )}
      {mayWrite && view.new && (
        <Suspense>
          <NewIssue onClose={() => change({ new: '' })} />
        </Suspense>
      )}
      <FurtherStatuses drag={drag} shown={lanes.map(({ key }) => key)} />
      {drag.dialog}
      {asked?.what === 'move' && <MoveChooser issue={asked.issue} onClose={() => setAsked(undefined)} />}
      {asked?.what === 'assign' && (
        <AssignDialog issues={[asked.issue]} onClose={() => setAsked(undefined)} />
      )}
    </ListPage>
  )
}
