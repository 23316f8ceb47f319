import type { OpenAPIObject } from '../../src/kernel/openapi/types.ts'
import { entriesSince, releasedVersion } from './changelog.ts'
import type { Change } from './changes.ts'
import { isBelow, lowestVersion } from './version.ts'

/** A document with its changelog. */
export interface State {
  readonly document: OpenAPIObject
  readonly changelog: string
}

/** Returns what is missing for the changes: a version that is high enough, or an entry in the changelog. */
export function faultsOf(changes: readonly Change[], base: State, revision: State): string[] {
  const { version: before } = base.document.info
  const { version: after } = revision.document.info
  if (isBelow(after, before)) return [`info.version went back from ${before} to ${after}.`]
  const weight = changes[0]?.class
  if (!weight) return []
  const released = releasedVersion(base.changelog)
  const lowest = lowestVersion(released, weight)
  return [
    ...(isBelow(after, lowest)
      ? [
          `info.version is ${after}: after ${released} ${weight} changes need ${lowest} or more, in packages/contract/package.json.`,
        ]
      : []),
    ...(entriesSince(revision.changelog, released).length === 0
      ? ['CHANGELOG.md says nothing of it: add a line for the users of the API under `## Unreleased`.']
      : []),
  ]
}
