import type { Result } from '@commonhold/contract/client'

/**
 * The parameters of a list from the address. The service validates them and names a rejected one, so the type fits every list:
 * spread them into its query.
 */
export type ListQuery = Readonly<Record<string, never>>

/** The only place where texts of the address become parameters. */
export const queryOf = (parameters: Readonly<Record<string, string>>) => parameters as unknown as ListQuery

/** One page of a list. */
export interface ListPage<R> {
  readonly records: readonly R[]
  /** Cursor of the next page; undefined on the last page. */
  readonly next: string | undefined
  /** How many records match, exact up to 10,000; only on the first page. */
  readonly total: number | undefined
}

/** The requests of a list: for a page, and for all records as CSV. */
export interface List<R> {
  readonly page: (
    query: ListQuery,
    options: { readonly signal: AbortSignal },
  ) => Promise<Result<readonly R[]>>
  readonly csv?: (query: ListQuery) => Promise<ReadableStream<Uint8Array>>
}

/** Reads a page. Throws the error of a failed request. */
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

/** Records per request: more than a screen shows, so that scrolling seldom waits. */
export const PAGE_SIZE = 100

/** How many records match, as text, with a plus if there are more than the service counts. */
export async function countOf(answer: Promise<Result<readonly unknown[]>>): Promise<string> {
  const result = await answer
  if (!result.ok) throw result.error
  const total = result.headers.get('total-count') ?? ''
  return result.headers.get('total-count-capped') === 'true' ? `${total}+` : total
}
