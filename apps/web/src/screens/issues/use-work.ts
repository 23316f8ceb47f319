import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../account/me-query.ts'
import { api } from '../../api.ts'
import { askAnew } from '../../ask-anew.ts'
import { problemText } from '../../problem-text.ts'
import { userText } from '../../records/pickables.ts'
import { toast, toastProblem } from '../../ui/toasts.tsx'

/** Whom work is given to; null = nobody. */
export type Assignee = { readonly id: string; readonly name: string } | null

/** Asks anew for whatever shows issues. */
export function useRefreshIssues() {
  const queries = useQueryClient()
  return () =>
    askAnew(queries, { predicate: ({ queryKey: [first] }) => first === 'issues' || first === 'issue' })
}

/** The signed-in user as an assignee. */
export function useMyself(): Assignee {
  const me = useQuery(meQuery).data
  return me ? { id: me.id, name: userText(me) } : null
}

/** Gives issues to somebody, one or many, and offers to undo it. */
export function useAssign() {
  const { t } = useLingui()
  const refresh = useRefreshIssues()
  const write = async (wanted: readonly (readonly [id: string, assignee: string | null])[]) => {
    const [first] = wanted
    if (!first) return 0
    if (wanted.length === 1) {
      await api.issues.update({ issue_id: first[0] }, { assignee_id: first[1] })
      return 0
    }
    const { failed } = await api.issues.bulk({
      mode: 'each',
      items: wanted.map(([id, assignee_id]) => ({ op: 'update' as const, id, body: { assignee_id } })),
    })
    return failed
  }
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      toastProblem(problemText(error))
    }
    await refresh()
  }
  return (issues: readonly Issue[], assignee: Assignee) =>
    attempt(async () => {
      const failed = await write(issues.map(({ id }) => [id, assignee?.id ?? null]))
      if (failed > 0) toastProblem(t`${failed} of ${issues.length} could not be assigned.`)
      const what = issues.length === 1 ? (issues[0]?.key ?? '') : t`${issues.length - failed} issues`
      const undo = () =>
        void attempt(async () => {
          await write(issues.map(({ id, assignee_id }) => [id, assignee_id]))
          toast(t`Undone.`)
        })
      toast(assignee ? t`${what}: given to ${assignee.name}.` : t`${what}: given to nobody.`, {
        label: t`Undo`,
        run: undo,
      })
    })
}

/** How a move can be taken back: the move that leads from here to where the issue was, if it asks for nothing. */
export async function wayBack(before: Issue): Promise<(() => Promise<unknown>) | undefined> {
  const ways = await api.issues.transitions.list({ issue_id: before.id }, { limit: 100 })
  const back = ways.find(
    ({ to_status, requires_comment, fields }) =>
      to_status.key === before.status &&
      !requires_comment &&
      fields.every(({ is_required, value }) => !is_required || value !== null),
  )
  return back && (() => api.issues.transition({ issue_id: before.id }, { transition_id: back.id }))
}

const kindOf = ({ issue_type, project_id, status }: Issue) => `${issue_type} ${project_id} ${status}`

/** One issue of each type, project and status: the others share its workflow, and what it can do. */
export const samplesOf = (issues: readonly Issue[]): readonly Issue[] => [
  ...new Map(issues.map((issue) => [kindOf(issue), issue])).values(),
]

/** Those of several moved issues whose workflow leads back. Samples are looked at; the service decides about each. */
export async function withWayBack(moved: readonly Issue[]): Promise<readonly Issue[]> {
  const found = await Promise.all(
    samplesOf(moved).map(async (issue) => ((await wayBack(issue)) ? kindOf(issue) : '')),
  )
  return moved.filter((issue) => found.includes(kindOf(issue)))
}
