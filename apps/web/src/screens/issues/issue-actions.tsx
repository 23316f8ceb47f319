import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { transitionsQuery } from '../../issues/queries.ts'
import { useMayChange, useMayEdit } from '../../issues/use-may-change.ts'
import { useCan } from '../../records/can.ts'
import type { Move } from '../../records/moves.tsx'
import { RecordActions } from '../../records/record-actions.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { useTransitionMoves } from './move-dialogs.tsx'

/** Loaded when an issue is edited for the first time. */
const IssueEditForm = lazy(() => import('./issue-form.tsx'))

/** The actions of an issue: its transitions, editing, archiving, restoring and deletion. */
export function IssueActions({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const can = useCan()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const movesOf = useTransitionMoves()
  const mayWrite = can('issues:write', issue.project_id)
  const transitions = useQuery({ ...transitionsQuery(issue.id), enabled: mayWrite }).data ?? []
  const params = { issue_id: issue.id }
  const isArchived = issue.archived_at !== null
  const isProjectOpen = issue.project?.is_archived !== true
  const mayChange = useMayChange()(issue)
  const mayEdit = useMayEdit()(issue)
  const moves: readonly Move<Issue>[] = [
    ...movesOf(issue, transitions),
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: mayChange,
      run: () => api.issues.archive(params),
      done: t`${issue.key} was archived.`,
      undo: () => api.issues.restore(params),
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: mayWrite && isArchived && isProjectOpen,
      isNext: true,
      run: () => api.issues.restore(params),
      done: t`${issue.key} is back.`,
    },
    useDeletion({
      record: issue,
      name: issue.key,
      mayDelete: can('issues:delete', issue.project_id) && isProjectOpen,
      remove: () => api.issues.delete(params),
      onRemoved: () => void navigate({ to: '/t/$tenant/issues', params: { tenant: slug } }),
    }),
  ]
  return (
    <RecordActions<Issue>
      of={issue.key}
      touches={['issues', 'issue']}
      moves={moves}
      mayEdit={mayEdit}
      form={(events) => (
        <Suspense fallback={null}>
          <IssueEditForm issue={issue} {...events} />
        </Suspense>
      )}
    />
  )
}
