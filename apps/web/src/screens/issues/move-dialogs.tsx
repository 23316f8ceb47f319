import type { Issue, IssueTransition, IssueUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { problemText } from '../../problem-text.ts'
import type { FormField } from '../../records/form-field.tsx'
import { type Move, MoveDialog, useMove } from '../../records/moves.tsx'
import { toastProblem } from '../../ui/toasts.tsx'
import { formField, textOfField } from './form-fields.ts'
import { wayBack } from './use-work.ts'

/** The first parts of the query keys that a move makes stale. */
const TOUCHED = ['issues', 'issue']

/** Returns a function that converts a transition of the workflow to a move, with its form fields and its undo. */
export function useTransitionMove(onDone?: () => void) {
  const { t } = useLingui()
  return (issue: Issue, transition: IssueTransition): Move<Issue> => {
    const asked = transition.fields
      .filter(({ is_read_only }) => !is_read_only)
      .map((field) => ({
        field: formField(field, { yes: t`Yes`, no: t`No` }, 'fields/'),
        value: field.value,
      }))
    const comment: FormField = {
      kind: 'long',
      name: 'comment',
      label: transition.requires_comment ? t`Comment` : t`Comment (optional)`,
      isRequired: transition.requires_comment,
    }
    const asks = transition.requires_comment || asked.length > 0
    const undo = { current: undefined as (() => Promise<unknown>) | undefined }
    return {
      id: transition.id,
      label: transition.name,
      isOffered: transition.is_available,
      isDangerous: cancels(transition),
      ...(asks && { fields: [...asked.map(({ field }) => field), comment] }),
      start: Object.fromEntries(asked.map(({ field, value }) => [field.name, textOfField(field, value)])),
      run: async (body) => {
        // The workflow decides which members there are; the service checks them.
        const given = body as { fields?: IssueUpdate; comment?: string | null }
        const after = await api.issues.transition(
          { issue_id: issue.id },
          {
            transition_id: transition.id,
            ...(given.fields && { fields: given.fields }),
            ...(given.comment && { comment: given.comment }),
          },
        )
        onDone?.()
        undo.current = await wayBack(issue).catch(() => undefined)
        return after
      },
      done: t`${issue.key} is now “${transition.to_status.name}”.`,
      get undo() {
        return undo.current
      },
    }
  }
}

/** True if a transition cancels the issue. */
export const cancels = ({ to_status }: Pick<IssueTransition, 'to_status'>) =>
  to_status.category === 'cancelled'

/** Moves transitions that cancel the issue to the end, and keeps the order of the workflow otherwise. */
export const cancellingLast = (transitions: readonly IssueTransition[]) =>
  transitions.toSorted((a, b) => Number(cancels(a)) - Number(cancels(b)))

/** The status categories by progress. A cancelled issue has none. */
const progress = ['backlog', 'unstarted', 'started', 'completed']

/**
 * The most likely next transition: the first available one to a later category, otherwise one within the category, such as
 * `Resume`. Never one back to an earlier category or to a cancelled status.
 */
function nextOf(
  { status_category }: Issue,
  transitions: readonly IssueTransition[],
): IssueTransition | undefined {
  const at = progress.indexOf(status_category)
  const leadTo = (isReached: (category: number) => boolean) =>
    transitions.find(
      ({ is_available, to_status }) => is_available && isReached(progress.indexOf(to_status.category)),
    )
  return at < 0 ? undefined : (leadTo((to) => to > at) ?? leadTo((to) => to === at))
}

/** Returns a function that converts the transitions of an issue to moves. The most likely next one is primary. */
export function useTransitionMoves() {
  const moveOf = useTransitionMove()
  return (issue: Issue, transitions: readonly IssueTransition[]): readonly Move<Issue>[] => {
    const next = nextOf(issue, transitions)
    // `Object.assign` keeps `undo` a getter. Spreading the move would read it now, before there is an undo.
    return cancellingLast(transitions).map((transition) =>
      Object.assign(moveOf(issue, transition), { isNext: transition === next }),
    )
  }
}

/** Returns a function that makes a move without a dialog, and shows a message if it fails. */
export function useDirectMove() {
  const make = useMove(TOUCHED)
  return (move: Move<Issue>) => make(move, {}).catch((error: unknown) => toastProblem(problemText(error)))
}

/** The dialog of a move that has form fields. */
export function AskingMove({
  issue,
  move,
  onClose,
}: {
  readonly issue: Issue
  readonly move: Move<Issue>
  readonly onClose: () => void
}) {
  return <MoveDialog move={move} of={issue.key} make={useMove(TOUCHED)} onClose={onClose} />
}
