import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useScreenActions } from '../app/screen-actions.ts'
import { askAnew } from '../ask-anew.ts'
import { toast } from '../ui/toasts.tsx'
import type { FormEvents } from './list-screen.tsx'
import { type Move, Moves } from './moves.tsx'
import { useView } from './view.ts'

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
  /** Names the form in the address while it is open, where a page has several. */
  readonly editing?: string
  /** What is said when it is saved. */
  readonly said?: (record: R) => string
}

/** What can be done with a record: edit it, and its moves. The open form is in the address, so that a reload shows it again. */
export function RecordActions<R>(props: RecordActionsProps<R>) {
  const { t } = useLingui()
  const { of, touches, moves, mayEdit, form, label = t`Edit`, editing = 'yes', said } = props
  const queries = useQueryClient()
  const [{ edit }, change] = useView()
  const begin = () => void change({ edit: editing })
  const close = () => change({ edit: '' })
  useScreenActions(mayEdit ? [{ label, of, run: begin }] : [])
  const onDone = async (record: R) => {
    await close()
    for (const key of touches) void askAnew(queries, { queryKey: [key] })
    toast(said ? said(record) : t`${of} was saved.`)
  }
  return (
    <>
      {mayEdit && (
        <button type="button" className="button outlined small" onClick={begin}>
          {label}
        </button>
      )}
      <Moves of={of} moves={moves} touches={touches} buttons="next" />
      {mayEdit &&
        edit === editing &&
        form({ onClose: () => void close(), onDone: (record) => void onDone(record) })}
    </>
  )
}
