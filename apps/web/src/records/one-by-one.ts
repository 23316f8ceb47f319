/** An error, with the index of the work that failed. */
interface Fault {
  readonly index: number
  readonly error: unknown
}

/** Does the works one after the other. A failed one does not stop the others. */
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
