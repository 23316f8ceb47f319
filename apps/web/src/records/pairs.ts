/** A member that a value can be given for. */
export interface PairMember {
  readonly name: string
  readonly text: string
  /** The only values that it has; without them one types. */
  readonly options?: readonly (readonly [value: string, text: string])[] | undefined
  /** What is typed is a text, also where it looks like a number. */
  readonly isText?: boolean
}

/** The pairs that a field's text has; none where it is no JSON. */
export function pairsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}
