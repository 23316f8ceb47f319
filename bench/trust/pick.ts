/** Returns one of the values by index, modulo their number. */
export function pick<T>(values: readonly T[], n: number): T {
  const value = values[n % values.length]
  if (value === undefined) throw new Error('there is nothing to choose from')
  return value
}
