import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { transitionsQuery } from '../../issues/queries.ts'
import { Chooser } from '../../records/chooser.tsx'
import type { Move } from '../../records/moves.tsx'
import { AskingMove, cancellingLast, cancels, useDirectMove, useTransitionMove } from './move-dialogs.tsx'
import { unavailableReasons } from './unavailable-reasons.ts'

interface MoveChooserProps {
  readonly issue: Issue
  /** The key of a status: only transitions to it are offered. */
  readonly status?: string
  /** Called after the issue was moved. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** The dialog that moves an issue: the user chooses a transition, and then fills in its fields, if there are any. */
export function MoveChooser({ issue, status, onDone, onClose }: MoveChooserProps) {
  const { t } = useLingui()
  const query = useQuery(transitionsQuery(issue.id))
  const transitions = query.data?.filter(({ to_status }) => !status || to_status.key === status)
  const moveOf = useTransitionMove(onDone)
  const direct = useDirectMove()
  const [asked, setAsked] = useState<Move<Issue>>()
  if (asked) return <AskingMove issue={issue} move={asked} onClose={onClose} />
  return (
    <Chooser
      title={t`Move ${issue.key}`}
      label={t({ message: 'Move', context: 'issue' })}
      query={query}
      options={
        transitions &&
        cancellingLast(transitions).map((transition) => ({
          id: transition.id,
          text: transition.name,
          detail: transition.is_available
            ? transition.to_status.name
            : transition.unavailable_reasons.map((reason) => t(unavailableReasons[reason])).join(', '),
          isOff: !transition.is_available,
          isDangerous: cancels(transition),
        }))
      }
      onClose={onClose}
      onChoose={(id) => {
        const transition = transitions?.find((one) => one.id === id)
        if (!transition) return
        const move = moveOf(issue, transition)
        if (move.fields) return setAsked(move)
        void direct(move)
        onClose()
      }}
    />
  )
}
