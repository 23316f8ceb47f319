import type { RequestContext } from './context.ts'

/** A page of a list: its rows, whether more follow, and the cursor for them. */
export interface Page<Row> {
  readonly rows: Row[]
  readonly nextCursor: string | undefined
  readonly total: number | undefined
}

export const DEFAULT_LIMIT = 100
export const COUNT_LIMIT = 10_000

/** The rows of a page. Paging is sent in headers (RFC 8288), so that the body is a plain array. */
export function respondWithPage<Row>(
  context: Pick<RequestContext, 'url' | 'header'>,
  page: Page<Row>,
): Row[] {
  const first = linkTo(context.url, undefined)
  const links = [
    ...(page.nextCursor ? [`<${linkTo(context.url, page.nextCursor)}>; rel="next"`] : []),
    `<${first}>; rel="first"`,
  ]
  context.header('Link', links.join(', '))
  if (page.total !== undefined) {
    context.header('Total-Count', String(Math.min(page.total, COUNT_LIMIT)))
    if (page.total > COUNT_LIMIT) context.header('Total-Count-Capped', 'true')
  }
  return page.rows
}

function linkTo(url: URL, cursor: string | undefined): string {
  const link = new URL(url)
  link.searchParams.delete('cursor')
  if (cursor) link.searchParams.set('cursor', cursor)
  return link.href
}
