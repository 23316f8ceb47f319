/** What a caller saw of a record: a version that it read, or one that its change made. */
export interface Observed {
  readonly kind: 'read' | 'changed'
  readonly version: number
  readonly name: string
  /** The version that a change named in `If-Match`. */
  readonly basis?: number
  readonly began: number
  readonly ended: number
}

/** From one moment to another, by `performance.now()`. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** How many of the intervals end after a later one has begun. */
export function overlapsIn(intervals: readonly Interval[]): number {
  const sorted = intervals.toSorted((a, b) => a.from - b.from)
  return sorted.filter(({ to }, at) => sorted.slice(at + 1).some((later) => later.from < to)).length
}

/**
 * What cannot have happened in any order of the acknowledged requests: a change over one that its caller had not seen, two
 * changes that made one version, one version with two texts, a read of a name that nobody had written, and a read of an
 * older version after a newer one was acknowledged. Versions that others made (assignments change them, too) are not among
 * the changes, and do not change the name.
 */
export function faultsIn(observed: readonly Observed[], stored: number): string[] {
  const faults: string[] = []
  const changes = observed.filter(({ kind }) => kind === 'changed').toSorted((a, b) => a.version - b.version)
  for (const [at, change] of changes.entries())
    if (changes[at - 1]?.version === change.version) faults.push(`two changes made version ${change.version}`)
  for (const { version, basis } of changes)
    if (basis !== undefined && version !== basis + 1)
      faults.push(`a change of version ${basis} made version ${version}`)
  for (const read of observed) {
    if (read.version > stored) faults.push(`version ${read.version} was seen and is not stored`)
    const latest = changes.findLast(({ version }) => version <= read.version)
    if (latest?.name !== read.name) faults.push(`version ${read.version} had another name than was written`)
    const newer = observed.find((one) => one.ended < read.began && one.version > read.version)
    if (newer) faults.push(`version ${read.version} was read after ${newer.version} was seen`)
  }
  return faults
}
