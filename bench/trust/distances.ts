import { distanceOf } from '@commonhold/api/test/timing'

/** Tries that must agree, of three at most, so that one noisy try does not decide. */
const NEEDED = 2
/** Requests of each class before those that count. */
const WARM_UP = 50

/** Three standard deviations of the area under the curve for so many requests of each class, and a tenth. */
export const limitFor = (requests: number): number => (1.1 * 3) / Math.sqrt(6 * requests)

/** Two kinds of requests that nobody may tell apart by time; each sends one and returns the milliseconds. */
export type Pair = readonly [() => Promise<number>, () => Promise<number>]

/**
 * How far the areas under the curve of two kinds of requests are from 0.5, by tries of so many requests of each; the tries end
 * with two that agree.
 */
export async function triesOf(requests: number, pair: Pair): Promise<number[]> {
  for (let n = 0; n < WARM_UP; n += 1) for (const send of pair) await send()
  const distances: number[] = []
  const isSmall = (distance: number) => distance <= limitFor(requests)
  const agree = () =>
    [true, false].some((small) => distances.filter((one) => isSmall(one) === small).length >= NEEDED)
  while (!agree()) distances.push(rounded(await distanceOf(requests, pair)))
  return distances
}

/** Whether two kinds of requests took the same time, by their tries. */
export const areAlike = (distances: readonly number[], requests: number): boolean =>
  distances.filter((one) => one <= limitFor(requests)).length >= NEEDED

export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
