import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { problemText } from '../../problem-text.ts'
import { type Move, MoveDialog, useMove } from '../../records/moves.tsx'
import { Section } from '../../records/section.tsx'
import { toastProblem } from '../../ui/toasts.tsx'
import { Unloaded, type UnloadedProps } from '../../ui/unloaded.tsx'
import { awaited } from './awaited.tsx'

const TOUCHED = ['issues', 'issue']

interface AddableProps {
  readonly title: string
  readonly of: string
  readonly move: Move<unknown>
  readonly isPending: boolean
  /** The query for the listed records. */
  readonly query: UnloadedProps['query'] & { readonly data: readonly unknown[] | undefined }
  readonly children: ReactNode
}

/** A list with a button to add a record. A user who may not add one sees the list only if it has records or failed to load. */
export function Addable({ title, of, move, isPending, query, children }: AddableProps) {
  const [isAdding, setAdding] = useState(false)
  const make = useMove(TOUCHED)
  const isEmpty = !query.data || query.data.length === 0
  const isUnread = !isPending && !query.data
  if (isEmpty && !isUnread && !move.isOffered) return isPending && awaited
  const button = move.isOffered && (
    <button type="button" className="button quiet small" onClick={() => setAdding(true)}>
      {move.label}
    </button>
  )
  return (
    <Section title={title} action={button}>
      {isPending && awaited}
      {isUnread && <Unloaded query={query} />}
      {!isEmpty && <ul className="line-list">{children}</ul>}
      {isAdding && <MoveDialog move={move} of={of} make={make} onClose={() => setAdding(false)} />}
    </Section>
  )
}

/** The button that removes a record from the list. If there is a `warning`, a dialog asks for confirmation first. */
export function Remove({
  of,
  ...move
}: Pick<Move<unknown>, 'label' | 'warning' | 'run' | 'done' | 'undo'> & { readonly of: string }) {
  const make = useMove(TOUCHED)
  const [isAsking, setAsking] = useState(false)
  const whole: Move<unknown> = { ...move, id: 'remove', isOffered: true, isDangerous: true }
  const remove = useMutation({
    mutationFn: () => make(whole, {}),
    onError: (error) => toastProblem(problemText(error)),
  })
  return (
    <>
      <button
        type="button"
        className="icon-button at-end"
        aria-label={move.label}
        aria-disabled={remove.isPending}
        onClick={() => (move.warning ? setAsking(true) : remove.isPending || remove.mutate())}
      >
        <X aria-hidden="true" />
      </button>
      {isAsking && <MoveDialog move={whole} of={of} make={make} onClose={() => setAsking(false)} />}
    </>
  )
}
