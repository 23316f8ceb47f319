import type { ReactNode } from 'react'

/** A record that ends when a person leaves. */
export interface Ending {
  readonly id: string
  readonly text: string
  /** The tag of an asset, to compare with its sticker. */
  readonly tag?: string | undefined
  readonly detail?: ReactNode
  /** Ends the record. Absent if the user may not end it, or if it ends together with another record. */
  readonly end?: (() => Promise<unknown>) | undefined
  /** True if the record ends together with another record. */
  readonly isConsequence?: boolean
}

/** The records of one kind that end. */
export interface LeavingPart {
  readonly id: string
  readonly title: string
  /** Says how many of its records end, such as `delete 2 API keys`. */
  readonly ending: (count: number) => string
  /** Says how many have ended, such as `2 API keys deleted`. */
  readonly ended: (count: number) => string
  /** Explains what happens to the ticked records. */
  readonly effect: string
  /** Explains why the user may not end the records without a checkbox. */
  readonly refusal: string
  readonly none: string
  /** True if ending cannot be undone. The part is ended only after all parts before it are loaded and ended. */
  readonly isFinal?: boolean
  /** True if the records end on the last day that the user enters. The others end immediately. */
  readonly endsOnLastDay?: boolean
  readonly query: {
    readonly isPending: boolean
    readonly error: Error | null
    readonly isFetching: boolean
    refetch(): unknown
  }
  readonly endings: readonly Ending[]
}
