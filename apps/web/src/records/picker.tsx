import type { Permission } from '@commonhold/contract'
import { lazy } from 'react'

/** A record as a picker offers it. */
export interface Choice {
  readonly id: string
  readonly text: string
  /** Distinguishes records with the same name, such as a number. */
  readonly detail?: string | null
}

/** A kind of records that can be picked. */
export interface Pickable {
  /** The first element of its query keys. */
  readonly kind: string
  /** The permission to read them; undefined if everybody in the organisation may. */
  readonly permission?: Permission
  /** Returns the first records that match the words; without words, the first ones by name. */
  readonly find: (words: string, signal: AbortSignal) => Promise<readonly Choice[]>
  /** Returns one record, to show the one that is already picked. */
  readonly get: (id: string, signal: AbortSignal) => Promise<Choice>
}

export interface RecordPickerProps {
  readonly of: Pickable
  readonly label: string
  /** The name of the field in the form. */
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

/** Sets the value as typing would, so that the form keeps the draft. React ignores a value that is assigned directly. */
export function announceInput(input: HTMLInputElement, value: string) {
  const prototype: unknown = Object.getPrototypeOf(input)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
