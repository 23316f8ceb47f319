import type { Issue } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleDot } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { api } from '../../api.ts'
import { useScreenActions } from '../../app/screen-actions.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useMayChange, useMayEdit } from '../../issues/use-may-change.ts'
import { useCan } from '../../records/can.ts'
import { FirstStep, ListPage } from '../../records/list-page.tsx'
import { ResourceTable } from '../../records/resource-table.tsx'
import { ANY, useView } from '../../records/view.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useFirstInput } from '../../ui/use-first-input.ts'
import { useMedia } from '../../ui/use-media.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { BulkActions, type Selection, type Work } from './bulk-actions.tsx'
import { useIssueColumns } from './issue-columns.tsx'
import { useIssueFilters } from './issue-filters.ts'
import { IssueViews } from './issue-views.tsx'
import { useKeys } from './use-keys.ts'
import { useListedIssue } from './use-listed-issue.ts'
import { useAssign, useMyself } from './use-work.ts'

/** Loaded when the form for a new issue opens for the first time. */
const NewIssue = lazy(() => import('./new-issue.tsx'))
/** Loaded on the first input of the user, or when an issue is shown beside the list. */
const loadPane = () => import('./issue-pane.tsx')
const IssuePane = lazy(loadPane)

/** Loaded on the first input of the user, or when issues are changed or moved. */
const loadDialogs = () => import('./list-dialogs.ts')
const MoveChooser = lazy(async () => ({ default: (await loadDialogs()).MoveChooser }))
const BulkChangeDialog = lazy(async () => ({ default: (await loadDialogs()).BulkChangeDialog }))
const BulkMoveDialog = lazy(async () => ({ default: (await loadDialogs()).BulkMoveDialog }))

interface Asked {
  readonly what: Work
  readonly selection: Selection
}

const rowLink = (at: number) =>
  document.querySelector<HTMLElement>(`.grid tr[data-index="${at}"] .row-link`) ??
  document.querySelector<HTMLElement>('.grid .row-link')

/** The list of issues, with keyboard shortcuts. */
export function Issues() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const can = useCan()
  const mayChange = useMayChange()
  const mayEdit = useMayEdit()
  const [view, change] = useView()
  const mayWrite = can('issues:write', 'anywhere')
  // On a narrow screen, `split.css` shows neither the issue nor the button, and a click opens the page of the issue.
  const isSplit = useMedia('(width >= 64rem)') && view.view === 'split'
  const listed = useListedIssue('list')
  const [asked, setAsked] = useState<Asked>()
  const chosen = useRef<Selection>(undefined)
  const last = useRef(0)
  /** The issue that got the focus last, and its link, as long as it is in the list. */
  const reached = useRef<{ readonly id: string; readonly link: Element }>(undefined)
  const split = useRef<HTMLButtonElement>(null)
  const assign = useAssign()
  const myself = useMyself()

  const currentIssue = () => (reached.current?.link.isConnected ? listed(reached.current.id) : undefined)
  const selectionFor = (what: Work): Selection | undefined => {
    const current = currentIssue()
    const found = chosen.current ?? (current && { issues: [current], done: () => undefined })
    return found?.issues.every(what === 'move' ? mayChange : mayEdit) ? found : undefined
  }
  const ask = (what: Work) => {
    const found = selectionFor(what)
    if (!found) return false
    return setAsked({ what, selection: found })
  }
  const focusList = () => {
    if (document.activeElement?.closest('.grid')) return false
    rowLink(last.current)?.focus()
    return true
  }
  useFirstInput(loadDialogs)
  useFirstInput(loadPane)
  useKeys({
    j: focusList,
    k: focusList,
    a: () => ask('assign'),
    m: () => ask('move'),
    e: () => ask('change'),
    i: () => {
      const found = selectionFor('assign')
      if (!found || !myself) return false
      return void assign(found.issues, myself, found.done)
    },
    c: () => mayWrite && change({ new: 'yes' }),
    Escape: () => {
      if (!isSplit || !view.open) return false
      // The focus would be lost with the issue.
      if (document.activeElement?.closest('.pane')) split.current?.focus()
      return change({ open: '' })
    },
    '/': () => document.querySelector<HTMLElement>('.table-bar input[type="search"]')?.focus(),
  })

  const link = (issue: Issue) => (
    <Link
      className="row-link"
      to="/t/$tenant/issues/$issue"
      params={{ tenant: slug, issue: issue.key }}
      title={issue.title}
      onFocus={(event) => {
        last.current = Number(event.currentTarget.closest('tr')?.dataset.index ?? 0)
        reached.current = { id: issue.id, link: event.currentTarget }
        if (isSplit) void change({ open: issue.key })
      }}
      onClick={(event) => {
        // In the split view, a click shows the issue beside the list, and Enter opens its page.
        if (isSplit && event.detail > 0 && !event.metaKey && !event.ctrlKey) event.preventDefault()
      }}
    >
      {issue.title}
    </Link>
  )
  const columns = useIssueColumns(link, (issue) =>
    mayChange(issue)
      ? () => setAsked({ what: 'move', selection: { issues: [issue], done: () => undefined } })
      : undefined,
  )
  const close = () => setAsked(undefined)
  const addNew = () => void change({ new: 'yes' })
  useScreenActions(mayWrite ? [{ label: t`New issue`, run: addNew }] : [])
  const add = mayWrite && (
    <button type="button" className="button primary" onClick={addNew}>
      <Trans>New issue</Trans>
    </button>
  )
  return (
    <ListPage
      title={t`Issues`}
      add={add}
      action={
        <>
          <IssueViews />
          <button
            type="button"
            ref={split}
            className="button outlined small split-button"
            aria-pressed={isSplit}
            onClick={() =>
              change({ view: isSplit ? '' : 'split', open: isSplit ? '' : (currentIssue()?.key ?? '') })
            }
          >
            <Trans>Split view</Trans>
          </button>
        </>
      }
    >
      <div className={isSplit ? 'split' : 'split is-single'}>
        <ResourceTable
          name="issues"
          label={t`Issues`}
          list={{
            page: (query, options) =>
              api.issues.list.safe(
                { ...query, include: ['project', 'reporter', 'assignee', 'assignee_group'] },
                options,
              ),
            csv: (query) => api.issues.list.csv(query),
          }}
          columns={columns}
          filters={useIssueFilters()}
          sort="-opened_at"
          bulk={(records, done) => (
            <BulkActions
              selection={{ issues: records, done }}
              onSelection={(next) => {
                chosen.current = next
              }}
              onAsk={ask}
            />
          )}
          isHalf={isSplit}
          isCurrent={isSplit ? ({ key }) => key === view.open : undefined}
          emptyDespite={{ is_closed: 'false' }}
          empty={
            <EmptyState
              icon={CircleDot}
              title={view.is_closed === 'false' ? t`No open issues` : t`No issues yet`}
              text={t`An issue is a piece of work: an incident, a request, a change, a task.`}
            >
              {view.is_closed === 'false' && (
                <button type="button" className="link" onClick={() => change({ is_closed: ANY })}>
                  <Trans>Show closed ones, too</Trans>
                </button>
              )}
              {add && <FirstStep>{add}</FirstStep>}
            </EmptyState>
          }
        />
        {isSplit && (
          <section className="pane" aria-label={t`Chosen issue`}>
            {view.open ? (
              <Suspense fallback={<SkeletonLines />}>
                <IssuePane issueKey={view.open} />
              </Suspense>
            ) : (
              <p className="muted">
                <Trans>Choose an issue with j and k, or with the mouse.</Trans>
              </p>
            )}
          </section>
        )}
      </div>
      <Suspense fallback={null}>
        {mayWrite && view.new && <NewIssue onClose={() => change({ new: '' })} />}
        {asked?.what === 'assign' && (
          <AssignDialog issues={asked.selection.issues} onDone={asked.selection.done} onClose={close} />
        )}
        {asked?.what === 'change' && (
          <BulkChangeDialog issues={asked.selection.issues} onDone={asked.selection.done} onClose={close} />
        )}
        {asked?.what === 'move' && <AskedMove selection={asked.selection} onClose={close} />}
      </Suspense>
    </ListPage>
  )
}

function AskedMove({ selection, onClose }: { readonly selection: Selection; readonly onClose: () => void }) {
  const [first, second] = selection.issues
  const ends = { onDone: selection.done, onClose }
  if (second) return <BulkMoveDialog issues={selection.issues} {...ends} />
  return first ? <MoveChooser issue={first} {...ends} /> : null
}
