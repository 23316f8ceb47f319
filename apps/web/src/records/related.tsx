import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { type List, readPage } from './list.ts'
import { Section } from './section.tsx'
import { ShowMore } from './show-more.tsx'

interface RelatedProps<R> {
  readonly title: string
  readonly queryKey: readonly string[]
  readonly list: List<R>
  readonly sort?: string
  /** One line of the list. */
  readonly line: (record: R) => ReactNode
  /** Shown if there are no records. */
  readonly empty: string
  readonly action?: ReactNode
  /** Returns the milliseconds after which the records are refetched. By default they never are. */
  readonly refetchAfter?: (records: readonly R[]) => number
}

/** A section of a record's page with other records that belong to it. */
export function Related<R extends { readonly id: string }>(props: RelatedProps<R>) {
  const { title, queryKey, list, sort, line, empty, action, refetchAfter } = props
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'related', sort],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readPage(list, { ...(sort && { sort }) }, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      refetchAfter?.(state.data?.pages.flatMap((page) => page.records) ?? []) ?? false,
  })
  const records = query.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <Section title={title} action={action}>
      {query.isPending ? (
        <SkeletonLines />
      ) : !query.data ? (
        <Unloaded query={query} />
      ) : records.length === 0 ? (
        <p className="hint">{empty}</p>
      ) : (
        <ul className="line-list">
          {records.map((record) => (
            <li key={record.id}>{line(record)}</li>
          ))}
        </ul>
      )}
      <ShowMore query={query} />
    </Section>
  )
}
