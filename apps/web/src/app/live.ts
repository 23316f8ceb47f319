import type { Event } from '@commonhold/contract'
import { ApiProblem } from '@commonhold/contract/client'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { permissionsQuery } from '../account/queries.ts'
import { api } from '../api.ts'

/** Seconds that the service waits for a change, and milliseconds that the page waits for the service. */
const WAIT = 25
const TIMEOUT_MS = 35_000
/** Milliseconds before the page retries after a failure. */
const PAUSE_MS = 10_000

/** The position of the page in the events of the organisation. */
interface Position {
  /** The cursor of the next events; undefined at the start, and after the service answered `cursor_expired`. */
  after?: string | undefined
  /** True if events were missed: all queries are refetched as soon as there is a new cursor. */
  hasGap?: boolean
}

/**
 * Refetches what others change while the page is visible. When it becomes visible again, TanStack Query refetches everything.
 * Changes made while the service was unreachable are fetched as soon as it answers again.
 */
export function useLiveChanges(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const position: Position = {}
    let following = new AbortController()
    const start = () => {
      following.abort()
      following = new AbortController()
      if (document.visibilityState === 'visible') void follow(queries, position, following.signal)
    }
    start()
    document.addEventListener('visibilitychange', start)
    window.addEventListener('online', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      window.removeEventListener('online', start)
      following.abort()
    }
  }, [queries])
}

async function follow(queries: QueryClient, position: Position, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const after = position.after ?? (await begin(queries, position, signal))
    const part =
      after === undefined
        ? undefined
        : await api.events.get.safe({ after, wait_seconds: WAIT }, { signal, timeoutMs: TIMEOUT_MS })
    if (signal.aborted) return
    if (part?.ok) {
      position.after = part.data.next
      await refresh(queries, part.data.events)
      continue
    }
    if (part?.error instanceof ApiProblem && part.error.code === 'cursor_expired') {
      position.after = undefined
      position.hasGap = true
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Reads the newest cursor. After a gap, all queries are refetched. */
async function begin(
  queries: QueryClient,
  position: Position,
  signal: AbortSignal,
): Promise<string | undefined> {
  const head = await api.events.head.get.safe({ signal })
  if (!head.ok || signal.aborted) return undefined
  position.after = head.data.next
  if (position.hasGap) await queries.invalidateQueries()
  position.hasGap = false
  return position.after
}

async function refresh(queries: QueryClient, events: readonly Event[]): Promise<void> {
  const kinds = [...new Set(events.map(({ data }) => data.record_type))]
  if (kinds.length === 0) return
  const loaded = await import('./changed-queries.ts').catch(() => undefined)
  // A later release may have removed the file. Then all queries are refetched.
  if (!loaded) return queries.invalidateQueries()
  const known: Readonly<Record<string, readonly string[]>> = loaded.changedQueries
  const firsts = new Set<unknown>(kinds.flatMap((kind) => known[kind] ?? []))
  const isOld = ({ queryKey: [first] }: Query) => firsts.has(first)
  await queries.invalidateQueries({ predicate: isOld }, { cancelRefetch: false })
  if (kinds.some((kind) => kind === 'group' || kind === 'membership'))
    await queries.invalidateQueries({ queryKey: permissionsQuery.queryKey })
}
