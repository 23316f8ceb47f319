import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useScreenActions } from '../app/screen-actions.ts'
import { askAnew } from '../ask-anew.ts'
import { toast } from '../ui/toasts.tsx'
import type { FormEvents } from './list-screen.tsx'
import { type Move, Moves } from './moves.tsx'

interface RecordActionsProps<R> {
  /** What the record is called. */
  readonly of: string
  /** The first parts of the keys of queries that a change makes old. */
  readonly touches: readonly string[]
  readonly moves: readonly Move<unknown>[]
  /** Whether the record can be edited by the reader. */
  readonly mayEdit: boolean
  readonly form: (events: FormEvents<R>) => ReactNode
  /** The words of the button, where it is not to edit. */
  readonly label?: string
  /** What is said when it is saved. */
  readonly said?: (record: R) => string
}

/** What can be done with a record: edit it, and its moves. */
export function RecordActions<R>(props: RecordActionsProps<R>) {
  const { t } = useLingui()
  const { of, touches, moves, mayEdit, form, label = t`Edit`, said } = props
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const onClose = () => setEditing(false)
  useScreenActions(mayEdit ? [{ label, of, run: () => setEditing(true) }] : [])
  const onDone = (record: R) => {
    onClose()
    for (const key of touches) void askAnew(queries, { queryKey: [key] })
    toast(said ? said(record) : t`${of} was saved.`)
  }
  return (
    <>
      {mayEdit && (
        <button type="button" className="button outlined small" onClick={() => setEditing(true)}>
          {label}
        </button>
      )}
      <Moves of={of} moves={moves} touches={touches} buttons="next" />
      {isEditing && form({ onClose, onDone })}
    </>
  )
}
