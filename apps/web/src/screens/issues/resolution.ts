import type { Issue, IssueHistoryEntry } from '@commonhold/contract'

/**
 * The resolution of an issue; null if it repeats the resolution code, which the details show in words. The service sets it so
 * when an issue is closed with a code only.
 */
export function ownResolution({ details, resolution }: Pick<Issue, 'details' | 'resolution'>): string | null {
  return 'resolution_code' in details && details.resolution_code === resolution ? null : resolution
}

type Change = Pick<IssueHistoryEntry['changes'][number], 'field' | 'from' | 'to'>

/** The changes without that of a resolution that repeats the resolution code. */
export const withoutRepeatedResolution = <C extends Change>(changes: readonly C[]): readonly C[] => {
  const code = changes.find(({ field }) => field === 'details.resolution_code')
  return changes.filter(
    ({ field, from, to }) => field !== 'resolution' || from !== code?.from || to !== code.to,
  )
}
