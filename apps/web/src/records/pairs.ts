/** A member whose value can be entered. */
export interface PairMember {
  readonly name: string
  readonly text: string
  /** The only allowed values; without them the user types a value. */
  readonly options?: readonly (readonly [value: string, text: string])[] | undefined
  /** True if a typed value stays a text, even if it looks like a number. */
  readonly isText?: boolean
}

/** Reads the pairs from the text of a field; none if it is not JSON. */
export function pairsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}
