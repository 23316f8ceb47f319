import type { EndpointSpec } from '@commonhold/contract'
import type { Logger } from 'pino'
import type { ReadPools } from '../auth/authorize.ts'
import type { Credential } from '../auth/credential.ts'
import { within } from '../base/deadline.ts'
import { kindOfError } from '../base/kind-of-error.ts'
import type { ReadReplica } from '../db/read-replica.ts'
import type { CheckedRequest } from './checked-request.ts'
import type { HeaderReader } from './request-headers.ts'
import { type Repetition, repeat } from './rounds.ts'
import type { Service } from './service.ts'

/**
 * The request header with the position in the write-ahead log that a read must include. If a write has this header, the
 * response contains the next value.
 */
const HEADER = 'x-read-after'

/** Milliseconds between checks of the replica. */
const POLL = 100

/** Milliseconds that a response waits for the position of the primary. */
const PATIENCE = 500

/** Events are read on the primary, and later reads must not be older than the last event. */
const readsLog = ({ path }: EndpointSpec) => path.startsWith('/events')

/**
 * Runs a read on the replica, if there is one and it has what the caller wrote, else on the primary. A read that fails or is
 * denied on the replica runs again on the primary: a session or a record may be too new for the replica.
 */
export async function readOn<T>(
  { replica, pools }: Service,
  endpoint: EndpointSpec,
  request: CheckedRequest,
  token: Credential,
  read: (pools: ReadPools) => Promise<T>,
): Promise<T> {
  if (!replica || readsLog(endpoint)) return read(pools)
  if (replica.serves(token.userId, request.header(HEADER))) {
    const tenantId = request.tenantBefore()
    try {
      const result = await read(replica.pools)
      replica.count('replica')
      return result
    } catch (error) {
      replica.failed(error)
      // The replica may have authorized the request for the tenant that the session had selected before.
      request.authorized(tenantId)
    }
  }
  replica.count('primary')
  return read(pools)
}

/**
 * Records that the caller has read from or written to the primary. Returns the value of `X-Read-After` for the response;
 * undefined when the request does not have that header.
 */
export async function recordPrimaryUse(
  { replica }: Service,
  endpoint: EndpointSpec,
  header: HeaderReader,
  token: Credential | null,
): Promise<string | undefined> {
  if (!(replica && token) || (endpoint.method === 'get' && !readsLog(endpoint))) return undefined
  replica.recordUse(token.userId)
  if (header(HEADER) === null) return undefined
  return within(PATIENCE, replica.position()).catch(() => undefined)
}

/** Checks repeatedly how far behind the replica is, and logs when reads move to it or away from it. */
export function watchReplica(replica: ReadReplica, log: Logger): Repetition {
  return repeat({
    poll: POLL,
    round: async () => {
      const state = await replica.look()
      if (state === 'used') log.info('reads go to the replica')
      else if (state !== undefined) log.warn({ replica: state }, 'reads go to the primary')
      return false
    },
    onFailure: (error) => log.warn(kindOfError(error), 'checking the replica failed'),
  })
}
