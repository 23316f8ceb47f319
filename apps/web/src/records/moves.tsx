import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { idempotencyKeys } from '../api.ts'
import { useScreenActions } from '../app/screen-actions.ts'
import type { FieldErrors } from '../field-errors.ts'
import { problemText } from '../problem-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormSummary } from '../ui/form.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { toast, toastProblem } from '../ui/toasts.tsx'
import { useForm, type Values } from '../ui/use-form.ts'
import { askableFields, canFillIn } from './askable-fields.ts'
import { useCan } from './can.ts'
import { bodyOf, changesOf, type FormField, FormFieldView } from './form-field.tsx'
import { useRefetch } from './use-refetch.ts'
import { type Sending, useSending } from './use-sending.ts'

interface MoveOptions {
  readonly idempotencyKey?: string
}

/** A move of a record's lifecycle, as its screen declares it. */
export interface Move<R> {
  readonly id: string
  readonly label: string
  /** False if the record's state or the user's permissions exclude it. */
  readonly isOffered: boolean
  /** The fields of its dialog. Without fields and without a warning, it is made immediately. */
  readonly fields?: readonly FormField[]
  /** Checks fields that depend on each other, without a request to the service. */
  readonly check?: (values: Values<string>) => FieldErrors | undefined
  /** The initial texts of the fields. Unchanged fields are not sent. */
  readonly start?: Readonly<Record<string, string>>
  /** Shown above the fields, such as the names of the records if there are several. */
  readonly subject?: ReactNode
  /** Shown in the dialog of a move that cannot be undone. */
  readonly warning?: string
  readonly isDangerous?: boolean
  /**
   * True for the most likely next move: its button is the primary one of the record's page. A move that ends something is never
   * the next one.
   */
  readonly isNext?: boolean
  /**
   * Sends the move. The body has the members of the fields; the service validates it. If the move would count twice, it must pass
   * `options` on: a form that is sent again after a time-out repeats the Idempotency-Key.
   */
  readonly run: (body: object, options: MoveOptions) => Promise<R>
  /** The message after the move. Absent if the move shows its own message, or leads to another screen. */
  readonly done?: string
  /** Undoes the move. */
  readonly undo?: (() => Promise<unknown>) | undefined
}

interface MovesProps<R> {
  /** The name of the record, for the label of the menu. */
  readonly of: string
  readonly moves: readonly Move<R>[]
  /** The first elements of the query keys to refetch after a move. */
  readonly touches: readonly string[]
  /** How many moves have a separate button; `next`, on a record's page, is the one with `isNext`. The others are in the menu. */
  readonly buttons?: number | 'next'
}

/** Makes a move, shows its message with a button to undo it, and refetches the queries that it changes. */
export function useMove(touches: readonly string[]) {
  const { t } = useLingui()
  const refresh = useRefetch(touches)
  const undo = async (move: Move<unknown>) => {
    try {
      await move.undo?.()
      toast(t`Undone.`)
    } catch (error) {
      toastProblem(problemText(error))
    }
    await refresh()
  }
  return async <R,>(move: Move<R>, body: object, options: MoveOptions = {}) => {
    const record = await move.run(body, options)
    if (move.done !== undefined) toast(move.done, move.undo && { label: t`Undo`, run: () => void undo(move) })
    await refresh()
    return record
  }
}

/** The moves that a record offers: one or some as buttons, the others in a menu. */
export function Moves<R>({ of, moves, touches, buttons = 1 }: MovesProps<R>) {
  const { t } = useLingui()
  const make = useMove(touches)
  const [asked, setAsked] = useState<Move<R>>()
  const direct = useMutation({
    mutationFn: (move: Move<R>) => make(move, {}),
    onError: (error) => toastProblem(problemText(error)),
  })
  const can = useCan()
  const offered = moves.filter(({ isOffered, fields = [] }) => isOffered && canFillIn(fields, can))
  const begin = (move: Move<R>) => {
    if (move.fields || move.warning) setAsked(move)
    else if (!direct.isPending) direct.mutate(move)
  }
  // The command menu offers only the moves of a record's page, not those of the rows of a list.
  useScreenActions(
    buttons === 'next' ? offered.map((move) => ({ label: move.label, of, run: () => begin(move) })) : [],
  )
  const next = buttons === 'next' ? offered.filter(({ isNext }) => isNext).slice(0, 1) : []
  const shown = buttons === 'next' ? next : offered.slice(0, buttons)
  const rest = offered.filter((move) => !shown.includes(move))
  return (
    <>
      {shown.map((move) => (
        <button
          key={move.id}
          type="button"
          className={`button ${next.includes(move) ? 'primary' : 'outlined'} small`}
          aria-disabled={direct.isPending}
          onClick={() => begin(move)}
        >
          {move.label}
        </button>
      ))}
      {rest.length > 0 && (
        <MenuButton
          className="icon-button outlined"
          placement="bottom end"
          label={t`More for ${of}`}
          face={<Ellipsis aria-hidden="true" />}
          onAction={(key) => {
            const move = rest.find(({ id }) => id === key)
            if (move) begin(move)
          }}
        >
          {rest.map(({ id, label, isDangerous }) => (
            <MenuItem key={id} id={id} textValue={label} isDangerous={isDangerous ?? false}>
              {label}
            </MenuItem>
          ))}
        </MenuButton>
      )}
      {asked && <MoveDialog move={asked} of={of} make={make} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface MoveDialogProps<R> {
  readonly move: Move<R>
  readonly of: string
  /** Makes the move. By default `run` is called alone; it then has to show its own message. */
  readonly make?: (move: Move<R>, body: object, options: MoveOptions) => Promise<R>
  readonly onClose: () => void
}

/** The dialog of a move. Typed texts are kept until the move was made or cancelled. */
export function MoveDialog<R>(props: MoveDialogProps<R>) {
  const { move, of, onClose } = props
  const { sending, close } = useSending(onClose)
  return (
    <Dialog title={`${move.label}: ${of}`} isOpen onClose={close}>
      <MoveForm {...props} sending={sending} />
    </Dialog>
  )
}

interface MoveFormProps<R> extends MoveDialogProps<R> {
  readonly sending: Sending
}

/** A separate component within the dialog, so that the fields exist when the draft is filled in. */
function MoveForm<R>(props: MoveFormProps<R>) {
  const { move, of, make = ({ run }, body, options) => run(body, options), onClose, sending } = props
  const { t } = useLingui()
  const [keys] = useState(idempotencyKeys)
  const fields = askableFields(move.fields ?? [], useCan())
  // Records of two pages may have the same name. A draft is not offered if somebody else has changed the initial values since.
  const { pathname } = useLocation()
  const form = useForm({
    draft: `move ${pathname} ${of} ${move.id} ${JSON.stringify(move.start ?? {})}`,
    names: fields.map(({ name }) => name),
    check: (values) => {
      const blank = fields.filter(({ name }) => (values[name] ?? '').trim() === '')
      const missing = blank.filter(({ isRequired }) => isRequired).map(({ name }) => [name, t`Fill this in.`])
      return { ...move.check?.(values), ...Object.fromEntries(missing) }
    },
    send: async (values) => {
      const body = move.start ? changesOf(fields, values, move.start) : bodyOf(fields, values)
      return sending(() => make(move, body, { idempotencyKey: keys.keyOf(body) }))
    },
    done: onClose,
  })
  const cancel = () => {
    if (form.pending) return
    form.forget()
    onClose()
  }
  return (
    <form
      ref={form.form}
      className="form"
      noValidate
      aria-label={move.label}
      onInput={form.input}
      onSubmit={form.submit}
    >
      <div role="alert">
        <FormSummary state={form} />
      </div>
      {move.subject}
      {move.warning && <p>{move.warning}</p>}
      {fields.map((field) => (
        <FormFieldView
          key={field.name}
          field={field}
          value={move.start?.[field.name] ?? ''}
          error={form.errors.fields[field.name]}
        />
      ))}
      <FormFoot
        action={form.pending ? t`Working…` : move.label}
        look={move.isDangerous ? 'dangerous' : 'primary'}
        pending={form.pending}
        onCancel={cancel}
      />
    </form>
  )
}
