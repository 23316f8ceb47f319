/** True when the version has moved far enough for breaking changes: the major, or the minor while it is 0. */
export function allowsBreaking(before: string, after: string): boolean {
  const [major = 0, minor = 0] = numbers(before)
  const [nextMajor = 0, nextMinor = 0] = numbers(after)
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor)
}

const numbers = (version: string) => version.split('.').map((part) => Number.parseInt(part, 10))
