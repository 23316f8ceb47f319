/** One of the values, by a number that may exceed their count. */
export function pick<T>(values: readonly T[], n: number): T {
  const value = values[n % values.length]
  if (value === undefined) throw new Error('there is nothing to choose from')
  return value
}
