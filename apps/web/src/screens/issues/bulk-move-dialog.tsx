import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { transitionsQuery } from '../../issues/queries.ts'
import { problemText, refusalText } from '../../problem-text.ts'
import { loadRefusals } from '../../refusals/load.ts'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { Chooser } from './chooser.tsx'
import { samplesOf, useRefreshIssues, withWayBack } from './use-work.ts'

interface BulkMoveDialogProps {
  readonly issues: readonly Issue[]
  readonly onClose: () => void
}

/**
 * Moves several issues to one status, each by its own workflow. Those that cannot go there stay, and are counted; those
 * whose workflow leads back can be taken back.
 */
export function BulkMoveDialog({ issues, onClose }: BulkMoveDialogProps) {
  const { t } = useLingui()
  const answers = useQueries({ queries: samplesOf(issues).map(({ id }) => transitionsQuery(id)) })
  const isRead = answers.every(({ isPending }) => !isPending)
  const ways = answers.flatMap(({ data = [] }) => data.filter(({ is_available }) => is_available))
  const statuses = [...new Map(ways.map(({ to_status }) => [to_status.key, to_status])).values()]
  const move = useBulkMove()
  return (
    <Chooser
      title={t`Move ${issues.length} issues`}
      label={t`Status`}
      options={isRead ? statuses.map(({ key, name }) => ({ id: key, text: name })) : undefined}
      onClose={onClose}
      onChoose={(key) => {
        const status = statuses.find((one) => one.key === key)
        if (status) void move(issues, status)
        onClose()
      }}
    />
  )
}

function useBulkMove() {
  const { t } = useLingui()
  const refresh = useRefreshIssues()
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      toastProblem(problemText(error))
    }
    await refresh()
  }
  /** Writes the status of each issue, and returns those that have it now. */
  const write = async (issues: readonly Issue[], statusOf: (issue: Issue) => string) => {
    const { failed, results } = await api.issues.bulk({
      mode: 'each',
      items: issues.map((issue) => ({
        op: 'update' as const,
        id: issue.id,
        body: { status: statusOf(issue) },
      })),
    })
    if (failed > 0) {
      await loadRefusals()
      const problem = results.find(({ problem }) => problem)?.problem
      const why = problem ? refusalText(problem) : ''
      toastProblem(t`${failed} issues stay where they are. ${why}`)
    }
    return issues.filter((_, at) => results[at]?.problem === undefined)
  }
  const takeBack = (moved: readonly Issue[]) =>
    attempt(async () => {
      const back = await write(moved, ({ status }) => status)
      if (back.length > 0) toast(t`${back.length} issues moved back.`)
    })
  return (issues: readonly Issue[], { key, name }: { readonly key: string; readonly name: string }) =>
    attempt(async () => {
      const moved = await write(issues, () => key)
      if (moved.length === 0) return
      const ways = await withWayBack(moved).catch(() => [])
      toast(
        t`${moved.length} issues are now “${name}”.`,
        ways.length > 0 ? { label: t`Undo`, run: () => void takeBack(ways) } : undefined,
      )
    })
}
