import type { Issue } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { transitionsQuery } from '../../issues/queries.ts'
import { Chooser } from '../../records/chooser.tsx'
import { toast } from '../../ui/toasts.tsx'
import { cancellingLast } from './move-dialogs.tsx'
import { changeEach, samplesOf, useAttempt, withWayBack } from './use-work.ts'

interface BulkMoveDialogProps {
  readonly issues: readonly Issue[]
  /** Called after at least one issue was moved. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * The dialog that moves several issues to one status, each by its own workflow. A message counts the issues that cannot move.
 * Undo applies to the issues whose workflow has a transition back.
 */
export function BulkMoveDialog({ issues, onDone, onClose }: BulkMoveDialogProps) {
  const { t } = useLingui()
  const answers = useQueries({ queries: samplesOf(issues).map(({ id }) => transitionsQuery(id)) })
  const isRead = answers.every(({ data }) => data)
  const failed = answers.filter(({ isError }) => isError)
  const ways = cancellingLast(
    answers.flatMap(({ data = [] }) => data.filter(({ is_available }) => is_available)),
  )
  const statuses = [...new Map(ways.map(({ to_status }) => [to_status.key, to_status])).values()]
  const move = useBulkMove()
  return (
    <Chooser
      title={t`Move ${issues.length} issues`}
      label={t`Status`}
      options={
        isRead
          ? statuses.map(({ key, name, category }) => ({
              id: key,
              text: name,
              isDangerous: category === 'cancelled',
            }))
          : undefined
      }
      query={{
        error: failed[0]?.error ?? null,
        isFetching: answers.some(({ isFetching }) => isFetching),
        refetch: () => failed.map(({ refetch }) => refetch()),
      }}
      onClose={onClose}
      onChoose={(key) => {
        const status = statuses.find((one) => one.key === key)
        if (status) void move(issues, status, onDone)
        onClose()
      }}
    />
  )
}

function useBulkMove() {
  const { t } = useLingui()
  const attempt = useAttempt()
  const write = (issues: readonly Issue[], statusOf: (issue: Issue) => string) =>
    changeEach(
      issues,
      (issue) => ({ status: statusOf(issue) }),
      (count) => plural(count, { one: '# issue stays where it is.', other: '# issues stay where they are.' }),
    )
  const takeBack = (moved: readonly Issue[]) =>
    attempt(async () => {
      const back = await write(moved, ({ status }) => status)
      if (back.length > 0)
        toast(plural(back.length, { one: '# issue moved back.', other: '# issues moved back.' }))
    })
  return (
    issues: readonly Issue[],
    { key, name }: { readonly key: string; readonly name: string },
    onDone: () => void,
  ) =>
    attempt(async () => {
      const moved = await write(issues, () => key)
      if (moved.length === 0) return
      onDone()
      const ways = await withWayBack(moved).catch(() => [])
      toast(
        plural(moved.length, { one: `# issue is now “${name}”.`, other: `# issues are now “${name}”.` }),
        ways.length > 0 ? { label: t`Undo`, run: () => void takeBack(ways) } : undefined,
      )
    })
}
