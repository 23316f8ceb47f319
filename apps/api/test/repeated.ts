/**
 * Runs `attempt` until its result is good, at most `most` times, and returns the last result. For results that a busy machine
 * can spoil and a defect always spoils, such as times and late answers. `attempt` must start from scratch.
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
