import { distanceOf } from '@commonhold/api/test/timing'

/** Number of tries that must agree, of at most three, so that one noisy try does not decide. */
const NEEDED = 2
/** Requests of each class that are sent before the measurement. */
const WARM_UP = 50

/** Three standard deviations of the area under the curve, for `requests` requests of each class, plus 10 %. */
export const limitFor = (requests: number): number => (1.1 * 3) / Math.sqrt(6 * requests)

/** Two kinds of requests that must not differ in time. Each function sends one request and returns its milliseconds. */
export type Pair = readonly [() => Promise<number>, () => Promise<number>]

/**
 * Measures how far the area under the curve of two kinds of requests is from 0.5, in tries with `requests` requests of each
 * kind. It ends when two tries agree.
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

/** Whether two kinds of requests take the same time, by the distances of their tries. */
export const areAlike = (distances: readonly number[], requests: number): boolean =>
  distances.filter((one) => one <= limitFor(requests)).length >= NEEDED

export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
