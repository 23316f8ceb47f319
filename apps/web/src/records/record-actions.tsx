import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useScreenActions } from '../app/screen-actions.ts'
import { toast } from '../ui/toasts.tsx'
import type { FormEvents } from './list-screen.tsx'
import { type Move, Moves } from './moves.tsx'
import { useRefetch } from './use-refetch.ts'
import { useView } from './view.ts'

interface RecordActionsProps<R> {
  /** The name of the record. */
  readonly of: string
  /** The first elements of the query keys to refetch after a change. */
  readonly touches: readonly string[]
  readonly moves: readonly Move<unknown>[]
  /** True if the user may edit the record. */
  readonly mayEdit: boolean
  readonly form: (events: FormEvents<R>) => ReactNode
  /** The text of the button; “Edit” by default. */
  readonly label?: string
  /** The value of `edit` in the address while the form is open, for a page with several forms. */
  readonly editing?: string
  /** The message after saving. */
  readonly said?: (record: R) => string
}

/** The buttons to edit a record and to make its moves. The open form is in the address, so that a reload shows it again. */
export function RecordActions<R>(props: RecordActionsProps<R>) {
  const { t } = useLingui()
  const { of, touches, moves, mayEdit, form, label = t`Edit`, editing = 'yes', said } = props
  const refresh = useRefetch(touches)
  const [{ edit }, change] = useView()
  const begin = () => void change({ edit: editing })
  const close = () => change({ edit: '' })
  useScreenActions(mayEdit ? [{ label, of, run: begin }] : [])
  const onDone = async (record: R) => {
    await close()
    void refresh()
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
