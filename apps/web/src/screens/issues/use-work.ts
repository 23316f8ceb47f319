import { MOST_BULK_ITEMS } from 'virtual:whole-contract'
import type { BulkItemResult, Issue, IssueUpdate } from '@commonhold/contract'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../account/me-query.ts'
import { api } from '../../api.ts'
import { askAnew } from '../../ask-anew.ts'
import { problemText, refusalText } from '../../problem-text.ts'
import { userText } from '../../records/pickables.ts'
import { loadRefusals } from '../../refusals/load.ts'
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

/** Does something with issues: says what was wrong where it fails, and asks anew for them. */
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

/** Changes each of several issues for itself, and returns those that were changed. Of the others it says why. */
export async function changeEach(
  issues: readonly Issue[],
  bodyOf: (issue: Issue) => IssueUpdate,
  refused: (count: number) => string,
): Promise<readonly Issue[]> {
  const results: BulkItemResult[] = []
  for (let at = 0; at < issues.length; at += MOST_BULK_ITEMS) {
    const items = issues
      .slice(at, at + MOST_BULK_ITEMS)
      .map((issue) => ({ op: 'update' as const, id: issue.id, body: bodyOf(issue) }))
    results.push(...(await api.issues.bulk({ mode: 'each', items })).results)
  }
  const problems = results.flatMap(({ problem }) => problem ?? [])
  const [problem] = problems
  if (problem) {
    await loadRefusals()
    toastProblem(`${refused(problems.length)} ${refusalText(problem)}`)
  }
  return issues.filter((_, at) => !results[at]?.problem)
}

/** Gives issues to somebody, one or many, and offers to undo it. */
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
      toast(assignee ? t`${what}: given to ${assignee.name}.` : t`${what}: given to nobody.`, {
        label: t`Undo`,
        run: () => void takeBack(given),
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
