import { isUlid } from '@commonhold/contract'
import { invalid } from '../base/problem.ts'
import { assertNoColumns } from './export-columns.ts'
import { type Following, type Part, readOnce } from './follow.ts'
import { assertUnpaged } from './validate.ts'

/** The number of records per read. */
const PAGE = 100

/**
 * Reads the records of a list after an id, oldest first. Without an id, it returns no records, only the id after which to continue.
 */
export async function readNew(following: Following, after: string | undefined): Promise<Part> {
  const { request, token, implementation } = following
  const position = after?.toUpperCase()
  assertNoColumns(request.query)
  assertUnpaged(
    request.query,
    ['limit', 'cursor', 'count', 'sort'],
    'a stream has no pages and a fixed order',
  )
  if (position !== undefined && !isUlid(position)) throw unknownPosition()
  let end = position ?? ''
  const reached = (id: string) => {
    if (id > end) end = id
  }
  const found = await readOnce(following, { sort: ['id'], limit: PAGE }, { after: position, reached })
  const { reply, authorization, tenantId } = found
  // A cast: the contract requires a list of records.
  const records = reply as readonly { readonly id: string }[]
  const hasMore = records.length === PAGE
  const last = records.at(-1)?.id ?? ''
  // A full page may have more records behind it. Otherwise the last record may be newer than `end`, which was read separately.
  const next = hasMore || last > end ? last : end
  const type = implementation.endpoint.live ?? ''
  return {
    events: records.map((record) => ({ type, data: record })),
    next,
    hasMore,
    authorization,
    awaited: { tenantId, userId: token.userId, after: next },
  }
}

const unknownPosition = () =>
  invalid({
    in: 'header',
    field: 'Last-Event-ID',
    code: 'invalid_cursor',
    message: 'use the `id` of an event of this stream; leave it out to receive what comes from now on',
  })
