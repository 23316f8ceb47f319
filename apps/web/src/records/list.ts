import type { Result } from '@commonhold/contract/client'

/**
 * The parameters of a list as the address has them. The service checks them and names the one that it refuses, so they
 * are typed as accepted by any list: spread them into its query.
 */
export type ListQuery = Readonly<Record<string, never>>

/** The one place where texts of the address become parameters. */
export const queryOf = (parameters: Readonly<Record<string, string>>) => parameters as unknown as ListQuery

/** One page of a list. */
export interface ListPage<R> {
  readonly records: readonly R[]
  /** Where the next page begins; none after the last one. */
  readonly next: string | undefined
  /** How many records match, on the first page; exact up to 10,000. */
  readonly total: number | undefined
}

/** How a screen reads its records: a page of them, and all of them as a table. */
export interface List<R> {
  readonly page: (
    query: ListQuery,
    options: { readonly signal: AbortSignal },
  ) => Promise<Result<readonly R[]>>
  readonly csv?: (query: ListQuery) => Promise<ReadableStream<Uint8Array>>
}

/** Reads a page, or throws what went wrong. */
export async function readPage<R>(
  { page }: List<R>,
  parameters: Readonly<Record<string, string>>,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<R>> {
  const paging: Readonly<Record<string, string>> = cursor === undefined ? { count: 'true' } : { cursor }
  const result = await page(queryOf({ ...parameters, limit: String(PAGE_SIZE), ...paging }), { signal })
  if (!result.ok) throw result.error
  const link = result.headers.get('link')?.match(/<([^>]+)>;\s*rel="next"/)?.[1]
  const total = result.headers.get('total-count')
  return {
    records: result.data,
    next:
      link === undefined
        ? undefined
        : (new URL(link, location.origin).searchParams.get('cursor') ?? undefined),
    total: total === null ? undefined : Number(total),
  }
}

/** Records that are read at once: more than a screen shows, so that scrolling seldom waits. */
export const PAGE_SIZE = 100

/** How many records match, as the service writes it for people: with a plus where there are more than it counts. */
export async function countOf(answer: Promise<Result<readonly unknown[]>>): Promise<string> {
  const result = await answer
  if (!result.ok) throw result.error
  const total = result.headers.get('total-count') ?? ''
  return result.headers.get('total-count-capped') === 'true' ? `${total}+` : total
}
