const RELEASE = /^## (\d+\.\d+\.\d+)/m

/** The newest released version in a changelog; 0.0.0 before the first release. */
export function releasedVersion(changelog: string): string {
  return RELEASE.exec(changelog)?.[1] ?? '0.0.0'
}

/** The entries that are newer than a release: under `## Unreleased`, or under a newer release. */
export function entriesSince(changelog: string, released: string): string[] {
  const sections = changelog.split(/^(?=## )/m).slice(1)
  const end = sections.findIndex((section) => section.startsWith(`## ${released}`))
  const newer = sections.slice(0, end < 0 ? undefined : end)
  return newer.flatMap((section) => section.match(/^- .+$/gm) ?? [])
}
