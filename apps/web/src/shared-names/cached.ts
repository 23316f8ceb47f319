import type { QueryClient } from '@tanstack/react-query'
import { readTenant } from '../tenant.ts'
import { inOtherNames, isNamed } from './speak.ts'

/**
 * Translates the names in cached answers into the current language. Nothing is refetched, so that no form is reset and no typed
 * text is lost.
 */
export function renameCached(queries: QueryClient): void {
  if (!isNamed(readTenant())) return
  for (const query of queries.getQueryCache().getAll()) {
    const { data, dataUpdatedAt, isInvalidated, status } = query.state
    const named = inOtherNames(data)
    if (status !== 'success' || named === data) continue
    query.setData(named, { manual: true, updatedAt: dataUpdatedAt })
    if (isInvalidated) query.invalidate()
  }
}
