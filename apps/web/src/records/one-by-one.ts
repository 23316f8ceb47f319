/** What was refused, by its place among what was to be done. */
interface Fault {
  readonly index: number
  readonly error: unknown
}

/** Does one thing after the other: what is refused does not keep the others. */
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
