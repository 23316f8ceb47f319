/** A version of a record that a caller has read, or created by a change. */
export interface Observed {
  readonly kind: 'read' | 'changed'
  readonly version: number
  readonly name: string
  /** The version that a change named in `If-Match`. */
  readonly basis?: number
  readonly began: number
  readonly ended: number
}

/** A period, by `performance.now()`. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** The number of intervals that end after a later one has begun. */
export function overlapsIn(intervals: readonly Interval[]): number {
  const sorted = intervals.toSorted((a, b) => a.from - b.from)
  return sorted.filter(({ to }, at) => sorted.slice(at + 1).some((later) => later.from < to)).length
}

/**
 * Returns what is impossible in every order of the acknowledged requests: a change that overwrote another one that its
 * caller had not seen, two changes with one version, one version with two names, a read of a name that was not written,
 * and a read of an older version after a newer one was acknowledged. Other operations (assignments) also create versions;
 * they are not in the list of changes, and do not change the name.
 */
export function violationsIn(observed: readonly Observed[], stored: number): string[] {
  const violations: string[] = []
  const changes = observed.filter(({ kind }) => kind === 'changed').toSorted((a, b) => a.version - b.version)
  for (const [at, change] of changes.entries())
    if (changes[at - 1]?.version === change.version)
      violations.push(`two changes made version ${change.version}`)
  for (const { version, basis } of changes)
    if (basis !== undefined && version !== basis + 1)
      violations.push(`a change of version ${basis} made version ${version}`)
  for (const read of observed) {
    if (read.version > stored) violations.push(`version ${read.version} was seen and is not stored`)
    const latest = changes.findLast(({ version }) => version <= read.version)
    if (latest?.name !== read.name)
      violations.push(`version ${read.version} had another name than was written`)
    const newer = observed.find((one) => one.ended < read.began && one.version > read.version)
    if (newer) violations.push(`version ${read.version} was read after ${newer.version} was seen`)
  }
  return violations
}
