import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { idempotencyKeys } from '../api.ts'
import { useScreenActions } from '../app/screen-actions.ts'
import { askAnew } from '../ask-anew.ts'
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
import { bodyOf, type FormField, FormFieldView } from './form-field.tsx'

interface MoveOptions {
  readonly idempotencyKey?: string
}

/** A move of a record's lifecycle, as its screen declares it. */
export interface Move<R> {
  readonly id: string
  readonly label: string
  /** False where the record's state or the reader's permissions exclude it. */
  readonly isOffered: boolean
  /** What is asked before it is made; nothing: it is made at once. */
  readonly fields?: readonly FormField[]
  /** Faults of the fields together, which need no question to the service. */
  readonly check?: (values: Values<string>) => FieldErrors | undefined
  /** What the fields begin with; what stays so is not sent. */
  readonly start?: Readonly<Record<string, string>>
  /** What it is about, where that is more than one record. */
  readonly subject?: ReactNode
  /** Why one should think twice, where it cannot be undone. */
  readonly warning?: string
  readonly isDangerous?: boolean
  /** What most likely comes next: its button is the primary one of the record's page. One that ends something is not. */
  readonly isNext?: boolean
  /**
   * The service checks the body; its members are those of the fields. A move that would count twice passes `options` on: a form
   * that is sent again after a time-out repeats the key.
   */
  readonly run: (body: object, options: MoveOptions) => Promise<R>
  /** What is said when it is done. */
  readonly done: string
  /** Takes it back. */
  readonly undo?: (() => Promise<unknown>) | undefined
}

interface MovesProps<R> {
  /** What the moves are of, for the name of the menu. */
  readonly of: string
  readonly moves: readonly Move<R>[]
  /** The first part of the keys of queries that a move makes old. */
  readonly touches: readonly string[]
  /** How many of them have a button of their own, or on the record's page that which comes next; the others are in the menu. */
  readonly buttons?: number | 'next'
}

/** Makes a move: says what was done, offers to undo it, and asks anew for what it has made old. */
export function useMove(touches: readonly string[]) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(
      touches.map((first) => askAnew(queries, { predicate: ({ queryKey }) => queryKey[0] === first })),
    )
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
    toast(move.done, move.undo && { label: t`Undo`, run: () => void undo(move) })
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
  // Those of a row are offered with the row.
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
  /** Makes the move; without it, the move is run, which says by itself what was done. */
  readonly make?: (move: Move<R>, body: object, options: MoveOptions) => Promise<R>
  readonly onClose: () => void
}

/** Asks for what a move needs, and makes it. What is typed is kept until it was sent or cancelled. */
export function MoveDialog<R>(props: MoveDialogProps<R>) {
  const { move, of, onClose } = props
  const saving = useRef(false)
  // While the move is sent, the dialog stays: a refusal is shown in it.
  const close = () => saving.current || onClose()
  return (
    <Dialog title={`${move.label}: ${of}`} isOpen onClose={close}>
      <MoveForm {...props} saving={saving} />
    </Dialog>
  )
}

interface MoveFormProps<R> extends MoveDialogProps<R> {
  readonly saving: RefObject<boolean>
}

/** Drawn within the dialog, whose fields are there when the draft is put into them. */
function MoveForm<R>(props: MoveFormProps<R>) {
  const { move, of, make = ({ run }, body, options) => run(body, options), onClose, saving } = props
  const { t } = useLingui()
  const [keys] = useState(idempotencyKeys)
  const fields = askableFields(move.fields ?? [], useCan())
  // Records of two pages may be called the same; what was typed over values that somebody else has changed since is not offered.
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
      saving.current = true
      const body = bodyOf(fields, values, move.start)
      try {
        return await make(move, body, { idempotencyKey: keys.keyOf(body) })
      } finally {
        saving.current = false
      }
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
          error={form.faults.fields[field.name]}
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
