import { z } from 'zod'
import type { EndpointSpec } from './endpoint.ts'
import { HistoryEntry, historyCollection } from './history.ts'
import type { Access } from './permissions.ts'

interface GetEndpoint extends EndpointSpec {
  readonly method: 'get'
  readonly path: `/${string}`
}

/** The operation that lists the history of one record. */
export interface HistoryOf<G extends GetEndpoint, A extends Access = G['permission']> {
  readonly operationId: string
  readonly method: 'get'
  readonly path: `${G['path']}/history`
  readonly tag: G['tag']
  readonly summary: string
  readonly description: string
  readonly permission: A
  readonly query: (typeof historyCollection)['query']
  readonly collection: typeof historyCollection
  readonly success: { readonly status: 200; readonly body: typeof entries }
}

const entries = z.array(HistoryEntry)

/**
 * Declares the operation that lists the history of a record. It needs the permission to read the record, or `permission`
 * if the history contains what fewer people may read.
 */
export function history<const G extends GetEndpoint, const A extends Access = G['permission']>(
  { operationId, path, tag, summary, permission: ofRecord }: G,
  // Safe cast: the type parameter has the same default.
  permission: A = ofRecord as A,
): HistoryOf<G, A> {
  return {
    operationId: operationId.replace('get', 'listHistoryOf'),
    method: 'get',
    path: `${path}/history`,
    tag,
    summary: `List what happened to ${summary.replace('Read ', '')}`,
    description:
      'One entry for each request that changed the record, oldest first. Values that the caller may not read are null, and so are ids of records that the caller may not see.',
    permission,
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: entries },
  }
}
