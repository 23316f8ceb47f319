import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { problemText } from '../../problem-text.ts'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { Chooser } from './chooser.tsx'
import { statusesQuery } from './queries.ts'
import { useRefreshIssues } from './use-work.ts'

interface BulkMoveDialogProps {
  readonly issues: readonly Issue[]
  readonly onClose: () => void
}

/** Moves several issues to one status, each by its own workflow. Those that cannot go there stay, and are counted. */
export function BulkMoveDialog({ issues, onClose }: BulkMoveDialogProps) {
  const { t } = useLingui()
  const statuses = useQuery(statusesQuery).data
  const refresh = useRefreshIssues()
  const move = async (status: string, name: string) => {
    try {
      const { succeeded, failed, results } = await api.issues.bulk({
        mode: 'each',
        items: issues.map(({ id }) => ({ op: 'update' as const, id, body: { status } })),
      })
      if (succeeded > 0) toast(t`${succeeded} issues are now “${name}”.`)
      if (failed > 0) {
        const why = results.find(({ problem }) => problem)?.problem?.detail ?? ''
        toastProblem(t`${failed} issues stay where they are. ${why}`)
      }
    } catch (error) {
      toastProblem(problemText(error))
    }
    await refresh()
  }
  return (
    <Chooser
      title={t`Move ${issues.length} issues`}
      label={t`Status`}
      options={statuses?.map(({ id, name }) => ({ id, text: name }))}
      onClose={onClose}
      onChoose={(id) => {
        const status = statuses?.find((one) => one.id === id)
        if (status) void move(status.key, status.name)
        onClose()
      }}
    />
  )
}
