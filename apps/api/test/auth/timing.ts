/**
 * How well response times distinguish two classes of requests: the probability that a request of the first class takes longer
 * than one of the second (Mann-Whitney). 0.5 means not at all.
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  const all = [...first.map((ms) => ({ ms, isFirst: true })), ...second.map((ms) => ({ ms, isFirst: false }))]
  all.sort((a, b) => a.ms - b.ms)
  const ranks = all.reduce((sum, { isFirst }, at) => sum + (isFirst ? at + 1 : 0), 0)
  return (ranks - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}

/** Two kinds of requests. Each function sends one request and returns its milliseconds. */
export type Classes = readonly [first: () => Promise<number>, second: () => Promise<number>]

/** Sends at least `count` requests of each class in random order. Returns how well their times distinguish them: 0 to 0.5. */
export async function distanceOf(count: number, classes: Classes): Promise<number> {
  const times: [number[], number[]] = [[], []]
  while (Math.min(times[0].length, times[1].length) < count) {
    const at = Math.random() < 0.5 ? 0 : 1
    times[at].push(await classes[at]())
  }
  return Math.abs(areaUnderCurve(...times) - 0.5)
}

/**
 * The smallest distance of up to three tries, because other work of the machine only adds noise. `pnpm bench timing` is stricter.
 */
export async function distinguishability(count: number, classes: Classes): Promise<number> {
  const results: number[] = []
  while (results.length < 3 && !results.some((one) => one <= ENOUGH))
    results.push(await distanceOf(count, classes))
  return Math.min(...results)
}

/** Three standard deviations for 1,000 requests of each class. A smaller distance counts as none. */
export const ENOUGH = 0.04
