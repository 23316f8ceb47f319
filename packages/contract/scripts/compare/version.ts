import type { ChangeClass } from './changes.ts'

/** A version as numbers: major, minor, patch. */
type Version = readonly [number, number, number]

/**
 * The lowest version that a change needs after a release. Breaking changes need a new major version, additive ones a
 * new minor version; before 1.0.0 they need a new minor and a new patch version. Documentation needs no new version.
 */
export function lowestVersion(released: string, weight: ChangeClass): string {
  const [major, minor, patch] = numbers(released)
  if (weight === 'documentation') return released
  const isStable = major > 0
  if (weight === 'breaking') return isStable ? `${major + 1}.0.0` : `0.${minor + 1}.0`
  return isStable ? `${major}.${minor + 1}.0` : `0.${minor}.${patch + 1}`
}

/** True when a version is below another one. */
export function isBelow(version: string, other: string): boolean {
  const [left, right] = [numbers(version), numbers(other)]
  const at = left.findIndex((part, index) => part !== right[index])
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0)
}

function numbers(version: string): Version {
  const [, major = 0, minor = 0, patch = 0] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.map(Number) ?? []
  return [major, minor, patch]
}
