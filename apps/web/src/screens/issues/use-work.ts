import type { Issue, IssueUpdate } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../account/me-query.ts'
import { api } from '../../api.ts'
import { problemText } from '../../problem-text.ts'
import { onEach } from '../../records/bulk.ts'
import { userText } from '../../records/pickables.ts'
import { refetch } from '../../refetch.ts'
import { toast, toastProblem } from '../../ui/toasts.tsx'

/** The user to whom issues are assigned; null means nobody. */
export type Assignee = { readonly id: string; readonly name: string } | null

/** Returns a function that reloads all queries of issues. */
export function useRefreshIssues() {
  const queries = useQueryClient()
  return () =>
    refetch(queries, { predicate: ({ queryKey: [first] }) => first === 'issues' || first === 'issue' })
}

/** The signed-in user as an assignee. */
export function useMyself(): Assignee {
  const me = useQuery(meQuery).data
  return me ? { id: me.id, name: userText(me) } : null
}

/** Returns a function that runs work on issues, shows a message if it fails, and then reloads the issues. */
export function useAttempt() {
  const refresh = useRefreshIssues()
  return async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      toastProblem(problemText(error))
    }
    await refresh()
  }
}

/** Changes issues independently of each other, and returns the changed ones (`onEach`). */
export const changeEach = (
  issues: readonly Issue[],
  bodyOf: (issue: Issue) => IssueUpdate,
  refused: (count: number) => string,
): Promise<readonly Issue[]> =>
  onEach(
    issues,
    (issue) => ({ op: 'update' as const, id: issue.id, body: bodyOf(issue) }),
    (items) => api.issues.bulk({ mode: 'each', items }),
    refused,
  )

/** Returns a function that assigns issues, and offers to undo it. */
export function useAssign() {
  const { t } = useLingui()
  const attempt = useAttempt()
  const write = (issues: readonly Issue[], assigneeOf: (issue: Issue) => string | null) =>
    changeEach(
      issues,
      (issue) => ({ assignee_id: assigneeOf(issue) }),
      (count) =>
        plural(count, {
          one: '# issue could not be assigned.',
          other: '# issues could not be assigned.',
        }),
    )
  const takeBack = (given: readonly Issue[]) =>
    attempt(async () => {
      const back = await write(given, ({ assignee_id }) => assignee_id)
      if (back.length > 0) toast(t`Undone.`)
    })
  return (issues: readonly Issue[], assignee: Assignee, onDone?: () => void) =>
    attempt(async () => {
      const given = await write(issues, () => assignee?.id ?? null)
      const [first] = given
      if (!first) return
      onDone?.()
      const what =
        issues.length === 1 ? first.key : plural(given.length, { one: '# issue', other: '# issues' })
      toast(assignee ? t`${what}: assigned to ${assignee.name}.` : t`${what}: no longer assigned.`, {
        label: t`Undo`,
        run: () => void takeBack(given),
      })
    })
}

/** Returns a function that moves an issue back to its status in `before`, or undefined if no transition does so without input. */
export async function wayBack(before: Issue): Promise<(() => Promise<unknown>) | undefined> {
  const ways = await api.issues.transitions.list({ issue_id: before.id }, { limit: 100 })
  const back = ways.find(
    ({ to_status, is_available, requires_comment, fields }) =>
      to_status.key === before.status &&
      is_available &&
      !requires_comment &&
      fields.every(({ is_required, value }) => !is_required || value !== null),
  )
  return back && (() => api.issues.transition({ issue_id: before.id }, { transition_id: back.id }))
}

const kindOf = ({ issue_type, project_id, status }: Issue) => `${issue_type} ${project_id} ${status}`

/** One issue for each combination of type, project and status. The issues of a combination have the same transitions. */
export const samplesOf = (issues: readonly Issue[]): readonly Issue[] => [
  ...new Map(issues.map((issue) => [kindOf(issue), issue])).values(),
]

/** The moved issues whose workflow has a transition back. Only samples are checked; the service decides about each issue. */
export async function withWayBack(moved: readonly Issue[]): Promise<readonly Issue[]> {
  const found = await Promise.all(
    samplesOf(moved).map(async (issue) => ((await wayBack(issue)) ? kindOf(issue) : '')),
  )
  return moved.filter((issue) => found.includes(kindOf(issue)))
}
