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
 * Declares the history of a record, for whoever may read the record; `permission` where it has what fewer people may read than
 * the record.
 */
export function history<const G extends GetEndpoint, const A extends Access = G['permission']>(
  { operationId, path, tag, summary, permission: ofRecord }: G,
  // The default of the type is that of the value.
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
