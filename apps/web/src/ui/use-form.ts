import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Faults, type FieldErrors, faultsOf } from '../field-errors.ts'

/** What a form sends: each named field as text; of several choices each is a line. */
export type Values<N extends string> = Readonly<Record<N, string>>

interface FormSpec<N extends string, R> {
  readonly names: readonly N[]
  /** Faults that need no question to the service; nothing is sent while there are any. */
  readonly check: (values: Values<N>) => FieldErrors
  readonly send: (values: Values<N>) => Promise<R>
  readonly done: (result: R, values: Values<N>, form: HTMLFormElement) => void
}

/** A form's state: how it is submitted, whether it is under way, and what the last attempt came to. */
export interface FormState {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
  readonly pending: boolean
  readonly faults: Faults
  /** Why the service did not do it, unless the fields alone say so. */
  readonly failure: Error | null
}

/** One submission at a time; after a refusal the first marked field gets the focus. */
export function useForm<N extends string, R>({ names, check, send, done }: FormSpec<N, R>): FormState {
  const form = useRef<HTMLFormElement>(null)
  const [unsent, setUnsent] = useState<FieldErrors>({})
  const mutation = useMutation({ mutationFn: send })
  const { error, isPending, mutate, reset } = mutation

  useEffect(() => {
    if (error || Object.keys(unsent).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error, unsent])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const element = event.currentTarget
    form.current = element
    const values = read(element, names)
    const faults = check(values)
    setUnsent(faults)
    if (Object.keys(faults).length > 0) reset()
    else mutate(values, { onSuccess: (result) => done(result, values, element) })
  }

  const answered = faultsOf(error, names)
  const faults = { fields: { ...answered.fields, ...unsent }, others: answered.others }
  return { submit, pending: isPending, faults, failure: error }
}

function read<N extends string>(form: HTMLFormElement, names: readonly N[]): Values<N> {
  const data = new FormData(form)
  // Built from `names`, so the keys are exactly N.
  return Object.fromEntries(names.map((name) => [name, data.getAll(name).join('\n')])) as Values<N>
}
