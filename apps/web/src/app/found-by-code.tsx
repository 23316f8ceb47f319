import type { SearchResult } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { api } from '../api.ts'
import { statusOf } from '../problem-text.ts'
import { MissingRecord, UnloadedRecord } from '../records/record-page.tsx'
import { isId, meantBy } from './code-match.ts'
import { recordLink } from './links.ts'
import { useTenant } from './tenant-scope.tsx'

interface FoundByCodeProps extends ComponentProps<typeof UnloadedRecord> {
  readonly type: SearchResult['type']
  /** The part of the address that identifies the record: its id, or a scanned tag, code, key or external id. */
  readonly code: string
}

/**
 * Shown while the record of a page is not loaded. If the address has a code instead of an id, the page requests no record, and
 * this component redirects to the record with that code.
 */
export function FoundByCode({ type, code, query, within }: FoundByCodeProps) {
  const { slug } = useTenant()
  const isCode = !isId(code)
  const codes = useQuery({
    queryKey: ['codes', code],
    enabled: isCode || statusOf(query.error) === 404,
    queryFn: ({ signal }) => api.codes.get({ code }, { signal }),
  })
  const named = (codes.data ?? []).filter((match) => match.type === type && match.id !== code)
  const [match] = meantBy(named)
  const link = match && recordLink(match, slug)
  if (link) return <Navigate {...link} replace />
  if (isCode && codes.data) return <MissingRecord within={within} />
  return <UnloadedRecord query={isCode || codes.isLoading || codes.isError ? codes : query} within={within} />
}
