/** Does one thing after the other: what is refused does not keep the others. */
export async function oneByOne(
  works: readonly (() => Promise<unknown>)[],
): Promise<{ readonly done: number; readonly faults: readonly unknown[] }> {
  const faults: unknown[] = []
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      faults.push(error)
    }
  }
  return { done: works.length - faults.length, faults }
}
