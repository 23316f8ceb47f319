import type { Issue, IssueStatus } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useMayChange } from '../../issues/use-may-change.ts'
import { type ListQuery, readPage } from '../../records/list.ts'
import { Day } from '../../ui/day.tsx'
import { Code, Person } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { type CardDrag, useDropTarget } from './card-drag.tsx'
import { Priority, IssueStatus as StatusMark } from './marks.tsx'

/** Issues that a lane loads per page. */
const LANE_SIZE = 50

interface LaneProps {
  readonly status: IssueStatus
  /** The number of issues with the status. */
  readonly count: number
  readonly parameters: Readonly<Record<string, string>>
  /** The drag of cards to other lanes. Without it, the cards cannot be dragged. */
  readonly drag: CardDrag | undefined
  readonly onFocus: (issue: Issue, card: Element) => void
  readonly onMove: (issue: Issue) => void
}

/** The issues of one status, loaded page by page. */
export function Lane({
  status: { key, name, category },
  count,
  parameters,
  drag,
  onFocus,
  onMove,
}: LaneProps) {
  const mayChange = useMayChange()
  const { reason, events } = useDropTarget(drag, key)
  const own = { ...parameters, status: key }
  const query = useInfiniteQuery({
    queryKey: ['issues', 'board', own],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readPage(
        {
          page: (asked: ListQuery, options) =>
            api.issues.list.safe({ ...asked, limit: LANE_SIZE, include: ['assignee', 'project'] }, options),
        },
        own,
        pageParam,
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  })
  const records = query.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <section className="lane" aria-label={name} {...events}>
      <header>
        <h2>
          <StatusMark issue={{ status: key, status_category: category }} />
        </h2>
        <span className="count">{count}</span>
      </header>
      {query.isPending && <SkeletonLines />}
      {query.isError && <Unloaded query={query} />}
      <ul>
        {records.map((issue) => (
          <Card
            key={issue.id}
            issue={issue}
            onFocus={(card) => onFocus(issue, card)}
            {...(mayChange(issue) && { drag, onMove: () => onMove(issue) })}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <button
          type="button"
          className="button quiet small"
          aria-disabled={query.isFetchingNextPage}
          onClick={() => query.isFetchingNextPage || void query.fetchNextPage()}
        >
          <Trans>
            {records.length} of {count}: show more
          </Trans>
          <span className="unseen">{name}</span>
        </button>
      )}
      {reason && (
        <p className="lane-refusal">
          <span>{reason}</span>
        </p>
      )}
    </section>
  )
}

interface CardProps {
  readonly issue: Issue
  readonly drag?: CardDrag | undefined
  readonly onFocus: (card: Element) => void
  readonly onMove?: () => void
}

function Card({ issue, drag, onFocus, onMove }: CardProps) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const isDragged = drag?.dragged?.id === issue.id
  const end = drag?.end
  // A card that leaves its lane while it is dragged, because somebody else moved it, gets no event `dragend`.
  useEffect(() => (isDragged ? end : undefined), [isDragged, end])
  return (
    <li
      className={isDragged ? 'card-issue is-dragged' : 'card-issue'}
      draggable={drag !== undefined}
      onFocus={(event) => onFocus(event.currentTarget)}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', issue.key)
        drag?.start(issue)
      }}
      onDragEnd={end}
    >
      <Link
        to="/t/$tenant/issues/$issue"
        params={{ tenant: slug, issue: issue.key }}
        className="card-title"
        // Otherwise, the browser would drag the link instead of the card.
        draggable={drag === undefined}
      >
        <Code>{issue.key}</Code>
        <span>{issue.title}</span>
      </Link>
      <footer>
        <Priority issue={issue} />
        {issue.due_date && <Day on={issue.due_date} isDue />}
        {issue.assignee?.name && (
          <span title={issue.assignee.name}>
            <Person name={issue.assignee.name} isOnlyMark />
            <span className="unseen">{issue.assignee.name}</span>
          </span>
        )}
      </footer>
      {onMove && (
        <button
          type="button"
          className="button quiet small"
          aria-label={t`Move ${issue.key}`}
          onClick={onMove}
        >
          <Trans context="issue">Move</Trans>
        </button>
      )}
    </li>
  )
}
