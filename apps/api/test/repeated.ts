/**
 * What the first attempt finds that is good, else the last one. For what a busy machine can spoil and no defect can mend:
 * times, and answers that are late. `attempt` begins from the start.
 */
export async function repeated<T>(
  attempt: () => Promise<T>,
  isGood: (found: T) => boolean,
  most = 3,
): Promise<T> {
  let found = await attempt()
  for (let n = 1; n < most && !isGood(found); n += 1) found = await attempt()
  return found
}
