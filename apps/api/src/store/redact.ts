/** A row without hidden members. */
export const whole = <R extends object>(row: R) => ({ ...row, redacted: [] as string[] })

/** A row in which the members that the caller may not read are null and listed in `redacted`. */
export const redact = <R extends object, M extends string>(row: R, members: readonly M[]) => ({
  ...row,
  ...nulls(members),
  redacted: [...members] as string[],
})

function nulls<M extends string>(members: readonly M[]): Record<M, null> {
  // Object.fromEntries() returns a type with any string keys; the keys here are exactly the members.
  return Object.fromEntries(members.map((member) => [member, null])) as Record<M, null>
}
