/** An error, with the index of the function that threw it. */
interface Failure {
  readonly index: number
  readonly error: unknown
}

/** Calls the functions one after the other. If one fails, the others are still called. */
export async function oneByOne(
  works: readonly (() => Promise<unknown>)[],
): Promise<{ readonly done: number; readonly failures: readonly Failure[] }> {
  const failures: Failure[] = []
  for (const [index, work] of works.entries()) {
    try {
      await work()
    } catch (error) {
      failures.push({ index, error })
    }
  }
  return { done: works.length - failures.length, failures }
}
