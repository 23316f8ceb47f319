import type { Issue, IssueTransition, IssueUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { problemText } from '../../problem-text.ts'
import type { FormField } from '../../records/form-field.tsx'
import { type Move, MoveDialog, useMove } from '../../records/moves.tsx'
import { toastProblem } from '../../ui/toasts.tsx'
import { formField, textOfField } from './form-fields.ts'
import { wayBack } from './use-work.ts'

/** What a move changes. */
const TOUCHED = ['issues', 'issue']

/** The moves of an issue as the workflow has them: how each is made, what it asks for, how it is taken back. */
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
      label: transition.requires_comment ? t`Comment` : t`Comment, if you like`,
      isRequired: transition.requires_comment,
    }
    const asks = transition.requires_comment || asked.length > 0
    const undo = { current: undefined as (() => Promise<unknown>) | undefined }
    return {
      id: transition.id,
      label: transition.name,
      isOffered: transition.is_available,
      isDangerous: callsOff(transition),
      ...(asks && { fields: [...asked.map(({ field }) => field), comment] }),
      start: Object.fromEntries(asked.map(({ field, value }) => [field.name, textOfField(field, value)])),
      run: async (body) => {
        // Members are named by the workflow; the service checks them.
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

/** Whether a move calls the issue off. */
export const callsOff = ({ to_status }: Pick<IssueTransition, 'to_status'>) =>
  to_status.category === 'cancelled'

/** In the order of the workflow; what calls an issue off comes last. */
export const callingOffLast = (transitions: readonly IssueTransition[]) =>
  transitions.toSorted((a, b) => Number(callsOff(a)) - Number(callsOff(b)))

/** How far an issue has come; one that was called off is nowhere. */
const progress = ['backlog', 'unstarted', 'started', 'completed']

/** Whether a move leads on: neither back, as reopening does, nor to call it off. */
function leadsOn({ status_category }: Issue, { is_available, to_status }: IssueTransition): boolean {
  const at = progress.indexOf(status_category)
  return is_available && at >= 0 && progress.indexOf(to_status.category) >= at
}

/** The moves of an issue as those of its page: the next one is the first that leads on. */
export function useTransitionMoves() {
  const moveOf = useTransitionMove()
  return (issue: Issue, transitions: readonly IssueTransition[]): readonly Move<Issue>[] => {
    const next = transitions.find((transition) => leadsOn(issue, transition))
    // Assigned, since `undo` is read when it is used: spreading the move would read it now.
    return callingOffLast(transitions).map((transition) =>
      Object.assign(moveOf(issue, transition), { isNext: transition === next }),
    )
  }
}

/** Makes a move at once, and says what was wrong where it fails. */
export function useDirectMove() {
  const make = useMove(TOUCHED)
  return (move: Move<Issue>) => make(move, {}).catch((error: unknown) => toastProblem(problemText(error)))
}

/** The dialog of a move that asks for something. */
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
