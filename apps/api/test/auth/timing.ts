/**
 * How well the time of an answer tells two classes of requests apart: the probability that one of the first class takes
 * longer than one of the second (Mann-Whitney). 0.5 = not at all.
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, isFirst: true })), ...second.map((ms) => ({ ms, isFirst: false }))]
  all.sort((a, b) => a.ms - b.ms)
  const ranks = all.reduce((sum, { isFirst }, at) => sum + (isFirst ? at + 1 : 0), 0)
  return (ranks - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}

/**
 * Sends requests of two classes in random order, and returns how well their times tell them apart: the smallest of three
 * results, because other work of the machine only adds noise.
 */
export async function distinguishability(
  count: number,
  classes: readonly [first: () => Promise<number>, second: () => Promise<number>],
): Promise<number> {
  const results: number[] = []
  for (let round = 0; round < 3 && !results.some((one) => one <= ENOUGH); round += 1) {
    const times: [number[], number[]] = [[], []]
    while (Math.min(times[0].length, times[1].length) < count) {
      const isFirst = Math.random() < 0.5
      times[isFirst ? 0 : 1].push(await classes[isFirst ? 0 : 1]())
    }
    results.push(Math.abs(areaUnderCurve(...times) - 0.5))
  }
  return Math.min(...results)
}

/** What three standard deviations of 1,000 requests of each class are. */
export const ENOUGH = 0.04
