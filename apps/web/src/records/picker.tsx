import type { Permission } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'

/** A record as a picker offers it. */
export interface Choice {
  readonly id: string
  readonly text: string
  /** What distinguishes it from others of that name, such as a number. */
  readonly detail?: string | null
}

/** The records of one kind, to pick one from. */
export interface Pickable {
  /** First part of the key of its queries. */
  readonly kind: string
  /** What one must be allowed to do to read them; nothing: everybody in the organisation may. */
  readonly permission?: Permission
  /** The first records that hold the words; of no words, the first ones by name. */
  readonly find: (words: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** One record, to show what is picked already. */
  readonly get: (id: string, signal: AbortSignal) => Promise<Choice>
}

export interface RecordPickerProps {
  readonly of: Pickable
  readonly label: string
  /** Of the field in the form. */
  readonly name?: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly defaultId?: string | undefined
  readonly onPick?: (choice: Choice | undefined) => void
  readonly autoFocus?: boolean
  readonly isRequired?: boolean | undefined
}

/** A field to find a record by words and pick it. Loaded with the first form that has one. */
export const RecordPicker = lazy(() => import('./record-picker.tsx'))

/** Sets the value as typing would, so that the form keeps the draft. React overlooks a value that was set the usual way. */
export function announceInput(input: HTMLInputElement, value: string) {
  const prototype: unknown = Object.getPrototypeOf(input)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The name of a record of which only the id is known. */
export function RecordName({ of, id }: { readonly of: Pickable; readonly id: string }) {
  const named = useQuery({
    queryKey: [of.kind, 'choice', id],
    queryFn: ({ signal }) => of.get(id, signal),
    staleTime: 60_000,
  }).data
  return named?.text ?? id
}
