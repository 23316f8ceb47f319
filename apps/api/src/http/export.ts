import type { ExportType } from '@commonhold/contract'
import { type Credential, credentialIdOf } from '../auth/credential.ts'
import { Deadline } from '../base/deadline.ts'
import { kindOfError } from '../base/kind-of-error.ts'
import type { Implementation } from '../store/implement.ts'
import { withCaller } from './caller.ts'
import { checkReply } from './check-reply.ts'
import type { CheckedRequest } from './checked-request.ts'
import { columnsOf, type Row, writerOf } from './export-columns.ts'
import { inclusionOfPage, withIncluded, withoutInclude } from './include.ts'
import { readOn } from './replica-reads.ts'
import { readContext, readerOf } from './request-contexts.ts'
import type { Service } from './service.ts'
import { assertUnpaged } from './validate.ts'

/** The number of records per page that an export reads. */
const PAGE = 500

/** The response to an export. */
export interface Export {
  readonly bytes: ReadableStream<Uint8Array>
  readonly headers: Record<string, string>
  /** The number of records written so far. */
  count(): number
}

/**
 * Runs a list as an export, page by page, as fast as the client reads. Each page is authorized again, and read without a
 * transaction. The first page is read before the response begins, so that its errors are answered as problems. On an error of
 * a later page, `cut` closes the connection; a complete response ends with the trailer `Export-Count`.
 */
export async function exportList(
  service: Service,
  implementation: Implementation,
  request: CheckedRequest,
  token: Credential,
  type: ExportType,
  cut: () => void,
): Promise<Export> {
  const { endpoint } = implementation
  const {
    names,
    columns: requested,
    query,
  } = withoutPaging(withCaller(endpoint, request.query, token.userId))
  const columns = columnsOf(endpoint, names, requested)
  const write = writerOf(type, columns, requested === undefined)
  const end = service.exports.begin(credentialIdOf(token))
  const pages = pagesOf(service, implementation, { ...request, query }, names, token)
  const encoder = new TextEncoder()
  let count = 0
  let isFirst = true
  try {
    let page = await request.deadline.limit(pages.next())
    let isCancelled = false
    const finish = (controller: ReadableStreamDefaultController) => {
      end()
      controller.close()
    }
    const bytes = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          if (page.done) return finish(controller)
          controller.enqueue(encoder.encode(write(page.value, isFirst)))
          count += page.value.length
          isFirst = false
          page = await new Deadline().limit(pages.next())
          if (page.done && !isCancelled) finish(controller)
        } catch (error) {
          if (isCancelled) return
          logCut(service, request, endpoint.operationId, error)
          // Ends the connection without the end of the HTTP message, so that the client knows that the export is incomplete.
          cut()
          finish(controller)
        }
      },
      cancel: () => {
        isCancelled = true
        end()
      },
    })
    return { bytes, headers: headersOf(endpoint.path, type), count: () => count }
  } catch (error) {
    end()
    throw error
  }
}

/** Errors of the database contain the query and its parameters, which must not be logged. */
function logCut({ log }: Service, { requestId }: CheckedRequest, operation: string, error: unknown): void {
  log.warn({ ...kindOfError(error), request_id: requestId, operation }, 'an export was cut off')
}

/** The pages of a list, from the first to the last. */
async function* pagesOf(
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  names: readonly string[],
  token: Credential,
): AsyncGenerator<readonly Row[], void> {
  for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
    const query = { ...Object(request.query), limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const { page, link } = await readOn(service, endpoint, request, token, async (pools) => {
      const headers: Record<string, string> = {}
      const reader = readerOf(pools, endpoint, request, token)
      const inclusion = inclusionOfPage(service, endpoint, names)
      const context = { ...readContext(service, request, token, headers, reader), inclusion }
      const rows = await handle({ ...request, query }, context)
      const reply = checkReply(
        endpoint,
        await withIncluded(service, endpoint, names, reader, rows, inclusion),
      )
      // A cast: the schema of a list is an array of records.
      return { page: reply as readonly Row[], link: headers.Link }
    })
    yield page
    cursor = nextCursor(link)
  }
}

/** The cursor in the URL with `rel="next"` of a `Link` header. */
function nextCursor(link: string | undefined): string | undefined {
  const next = link?.match(/<([^>]+)>; rel="next"/)?.[1]
  return next === undefined ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined)
}

/** Splits the query of an export into the included records, the columns and the filters. Rejects parameters of pages. */
function withoutPaging(sentQuery: unknown) {
  const { names, query } = withoutInclude(sentQuery)
  const { columns, ...rest } = Object(query) as { columns?: readonly string[] } & Row
  assertUnpaged(rest, ['limit', 'cursor', 'count'], 'an export has every record and no pages')
  return { names, columns, query: rest }
}

function headersOf(path: string, type: ExportType): Record<string, string> {
  const name = path.split('/').findLast((part) => !part.startsWith('{'))
  const isTable = type === 'text/csv'
  return {
    'Content-Type': isTable ? `${type}; charset=utf-8; header=present` : `${type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${name}.${isTable ? 'csv' : 'ndjson'}"`,
  }
}
