import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Base } from '../drafts.ts'
import { type FieldErrors, type FormErrors, formErrorsOf } from '../field-errors.ts'
import { textOf } from './form-fields.ts'
import { useDraft } from './use-draft.ts'

/** The values of a form: each named field as text. Several choices are separated by line breaks. */
export type Values<N extends string> = Readonly<Record<N, string>>

interface FormSpec<N extends string, R> {
  /** The name of the draft. It is kept until the form is sent or its user signs out. */
  readonly draft?: string
  /** The record that the form changes, as it was when the form was opened. */
  readonly base?: Base | undefined
  readonly names: readonly N[]
  /** Returns the errors that need no request to the service. While there are any, nothing is sent. */
  readonly check: (values: Values<N>) => FieldErrors
  readonly send: (values: Values<N>) => Promise<R>
  /** Called even if the form was left meanwhile. */
  readonly sent?: (result: R) => void
  /** Called only if the form is still mounted. */
  readonly done?: (result: R, values: Values<N>, form: HTMLFormElement) => void
}

/** A form's state: its event handlers, whether it is being sent, and the errors of the last attempt. */
export interface FormState {
  readonly form: RefObject<HTMLFormElement | null>
  /** Handles `onInput` of the form. */
  readonly input: (event: FormEvent<HTMLFormElement>) => void
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
  readonly pending: boolean
  /** Deletes the draft. */
  readonly forget: () => void
  readonly errors: FormErrors
  /** The error of the last request; null if `check` has found the errors. */
  readonly failure: Error | null
}

/** Sends one request at a time. After an error, the first marked field gets the focus. */
export function useForm<N extends string, R>({
  draft: name,
  base,
  names,
  check,
  send,
  sent,
  done,
}: FormSpec<N, R>): FormState {
  const form = useRef<HTMLFormElement>(null)
  const [unsent, setUnsent] = useState<FieldErrors>({})
  const draft = useDraft(form, name, base)
  const mutation = useMutation({
    mutationFn: async (values: Values<N>) => {
      const result = await send(values)
      // Even if the page was left meanwhile.
      draft.drop()
      sent?.(result)
      return result
    },
  })
  const { error, isPending, mutate, reset } = mutation

  useEffect(() => {
    if (error || Object.keys(unsent).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error, unsent])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React also passes on the events of a dialog that is opened from within the form.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (isPending) return
    const element = event.currentTarget
    const values = read(element, names)
    const errors = check(values)
    setUnsent(errors)
    if (Object.keys(errors).length > 0) reset()
    else mutate(values, { onSuccess: (result) => done?.(result, values, element) })
  }

  const answered = formErrorsOf(error, names)
  const errors = { fields: { ...answered.fields, ...unsent }, others: answered.others }
  const { keep: input, drop: forget } = draft
  return { form, input, submit, pending: isPending, forget, errors, failure: error }
}

function read<N extends string>(form: HTMLFormElement, names: readonly N[]): Values<N> {
  // Built from `names`, so the keys are exactly N.
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Values<N>
}
