import type { Issue } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useMayChange } from '../../issues/use-may-change.ts'
import { problemText } from '../../problem-text.ts'
import { toastProblem } from '../../ui/toasts.tsx'
import { useMyself, useRefreshIssues } from './use-work.ts'

/** The watchers of an issue, and the button with which the user starts or stops watching it. */
export function Watchers({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const refresh = useRefreshIssues()
  const myself = useMyself()
  const mayWrite = useMayChange()(issue)
  const params = { issue_id: issue.id }
  const watchers = useQuery({
    queryKey: ['issue', issue.id, 'watchers'],
    queryFn: ({ signal }) => api.issues.watchers.list(params, { limit: 500 }, { signal }),
  }).data
  const isWatching = watchers?.some(({ user_id }) => user_id === myself?.id) ?? false
  const change = useMutation<unknown>({
    mutationFn: () =>
      isWatching && myself
        ? api.issues.watchers.delete({ ...params, user_id: myself.id })
        : api.issues.watchers.create(params),
    onError: (error) => toastProblem(problemText(error)),
    onSettled: refresh,
  })
  if (!watchers) return null
  const names = watchers.map(({ user }) => user.display_name ?? t`Somebody`).join(', ')
  return (
    <span className="watchers">
      <span title={names}>
        <Plural value={watchers.length} one="# person" other="# people" />
      </span>
      {mayWrite && (
        <button
          type="button"
          className="button quiet small"
          aria-pressed={isWatching}
          aria-disabled={change.isPending}
          onClick={() => change.isPending || change.mutate()}
        >
          {isWatching ? <Trans>Stop watching</Trans> : <Trans>Watch</Trans>}
        </button>
      )}
    </span>
  )
}
