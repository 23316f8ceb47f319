import type { Issue, IssueTransition } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useCallback, useState } from 'react'
import { api } from '../../api.ts'
import { TRANSITIONS, transitionsQuery } from '../../issues/queries.ts'
import { problemText } from '../../problem-text.ts'
import type { Move } from '../../records/moves.tsx'
import { toastProblem } from '../../ui/toasts.tsx'
import { MoveChooser } from './move-chooser.tsx'
import { AskingMove, useDirectMove, useTransitionMove } from './move-dialogs.tsx'
import { unavailableReasons } from './unavailable-reasons.ts'

type Status = IssueTransition['to_status']

/** The drag of a card to another status. */
export interface CardDrag {
  /** The issue whose card is dragged. */
  readonly dragged: Issue | undefined
  readonly start: (issue: Issue) => void
  readonly end: () => void
  /** Says why the dragged issue cannot get a status; undefined if it can, or if that is not known yet. */
  readonly reasonAgainst: (status: string) => string | undefined
  /** The statuses that the dragged issue can get. */
  readonly open: readonly Status[]
  /** Moves the dragged issue to a status. A transition with fields opens its dialog first. */
  readonly drop: (status: string) => void
  /** The dialog of the last drop, if there is one. */
  readonly dialog: ReactNode
}

/** An issue that was dropped. Without a move, the user chooses among those that lead to the status. */
interface Dropped {
  readonly issue: Issue
  readonly status: string
  readonly move?: Move<Issue>
}

/** The drag of the board's cards. A drop does the same as the choice of a transition in `MoveChooser`. */
export function useCardDrag(): CardDrag {
  const [dragged, setDragged] = useState<Issue>()
  const [dropped, setDropped] = useState<Dropped>()
  const ways = useQuery({ ...transitionsQuery(dragged?.id ?? ''), enabled: dragged !== undefined }).data
  const reasonAgainst = useReason()
  const moveOf = useTransitionMove()
  const direct = useDirectMove()
  const end = useCallback(() => setDragged(undefined), [])
  const drop = async (issue: Issue, status: string) => {
    // A query would be cancelled by the refetch after an earlier move.
    const found = ways ?? (await api.issues.transitions.list({ issue_id: issue.id }, TRANSITIONS))
    const [way, other] = found.filter(
      ({ is_available, to_status }) => is_available && to_status.key === status,
    )
    if (!way) return toastProblem(`${issue.key}: ${reasonAgainst(found, status)}`)
    if (other) return setDropped({ issue, status })
    const move = moveOf(issue, way)
    if (move.fields) return setDropped({ issue, status, move })
    await direct(move)
  }
  const close = () => setDropped(undefined)
  return {
    dragged,
    start: setDragged,
    end,
    reasonAgainst: (status) => ways && reasonAgainst(ways, status),
    open: (ways ?? []).filter(({ is_available }) => is_available).map(({ to_status }) => to_status),
    drop: (status) => {
      end()
      if (dragged) drop(dragged, status).catch((error: unknown) => toastProblem(problemText(error)))
    },
    dialog: dropped?.move ? (
      <AskingMove issue={dropped.issue} move={dropped.move} onClose={close} />
    ) : (
      dropped && <MoveChooser issue={dropped.issue} status={dropped.status} onClose={close} />
    ),
  }
}

/** Returns a function that says why no transition leads to a status; undefined if one does. */
function useReason() {
  const { t } = useLingui()
  return (ways: readonly IssueTransition[], status: string): string | undefined => {
    const leading = ways.filter(({ to_status }) => to_status.key === status)
    if (leading.some(({ is_available }) => is_available)) return undefined
    const reasons = new Set(leading.flatMap(({ unavailable_reasons }) => unavailable_reasons))
    if (reasons.size === 0) return t`no move leads here`
    return [...reasons].map((reason) => t(unavailableReasons[reason])).join(', ')
  }
}

/** The look and the events of an element on which cards can be dropped to get a status. */
export function useDropTarget(drag: CardDrag | undefined, status: string) {
  const [isOver, setOver] = useState(false)
  const dragged = drag?.dragged
  if (!drag || !dragged || dragged.status === status) return { events: {} }
  const reason = drag.reasonAgainst(status)
  if (reason !== undefined) return { reason, events: { 'data-drop': 'refused' } }
  const accept = (event: DragEvent) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(true)
  }
  return {
    events: {
      'data-drop': isOver ? 'over' : 'open',
      onDragEnter: accept,
      onDragOver: accept,
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        drag.drop(status)
      },
    },
  }
}
