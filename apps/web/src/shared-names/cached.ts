import type { QueryClient } from '@tanstack/react-query'
import { readTenant } from '../tenant.ts'
import { inOtherNames, isNamed } from './speak.ts'

/**
 * Names what has been answered already in the language that is spoken now. Nothing is asked for again, so that no form
 * begins anew and nothing that was typed is lost.
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
