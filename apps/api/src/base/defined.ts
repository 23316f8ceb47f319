/** The members that are not undefined; null is kept. */
export const definedOf = (members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
