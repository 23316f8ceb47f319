/** An error, with the index of the function that threw it. */
interface Fault {
  readonly index: number
  readonly error: unknown
}

/** Calls the functions one after the other. If one fails, the others are still called. */
export async function oneByOne(
  works: readonly (() => Promise<unknown>)[],
): Promise<{ readonly done: number; readonly faults: readonly Fault[] }> {
  const faults: Fault[] = []
  for (const [index, work] of works.entries()) {
    try {
      await work()
    } catch (error) {
      faults.push({ index, error })
    }
  }
  return { done: works.length - faults.length, faults }
}
