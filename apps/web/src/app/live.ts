import type { Event } from '@commonhold/contract'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { permissionsQuery } from '../account/queries.ts'
import { api } from '../api.ts'

/** Seconds that the service waits for a change, and milliseconds that the page waits for the service. */
const WAIT = 25
const TIMEOUT_MS = 35_000
/** Milliseconds before the page asks again after a failure. */
const PAUSE_MS = 10_000

/** Asks anew for what others change, while the page is looked at. When it comes back into view, all is asked anew. */
export function useLiveChanges(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let following = new AbortController()
    const start = () => {
      following.abort()
      following = new AbortController()
      if (document.visibilityState === 'visible') void follow(queries, following.signal)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      following.abort()
    }
  }, [queries])
}

async function follow(queries: QueryClient, signal: AbortSignal): Promise<void> {
  let after: string | undefined
  while (!signal.aborted) {
    after ??= await headOf(signal)
    const part =
      after === undefined
        ? undefined
        : await api.events.get.safe({ after, wait_seconds: WAIT }, { signal, timeoutMs: TIMEOUT_MS })
    if (part?.ok) {
      after = part.data.next
      await refresh(queries, part.data.events)
    } else if (!signal.aborted) {
      // After a restore the position is of no use any more.
      after = undefined
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

async function headOf(signal: AbortSignal): Promise<string | undefined> {
  const head = await api.events.head.get.safe({ signal })
  return head.ok ? head.data.next : undefined
}

/** Normalises a query key and a record type to the same word: `asset-models` and `asset_model`. */
const wordOf = (key: unknown) =>
  String(key).replaceAll('-', '_').replace('people', 'person').replace(/s$/, '')

async function refresh(queries: QueryClient, events: readonly Event[]): Promise<void> {
  const kinds = [...new Set(events.map(({ data }) => data.record_type))]
  if (kinds.length === 0) return
  // Of an issue its comments and watchers are shown, too.
  const isOld = ({ queryKey: [first] }: Query) => kinds.some((kind) => kind.startsWith(wordOf(first)))
  await queries.invalidateQueries({ predicate: isOld }, { cancelRefetch: false })
  if (kinds.some((kind) => kind === 'group' || kind === 'membership'))
    await queries.invalidateQueries({ queryKey: permissionsQuery.queryKey })
}
