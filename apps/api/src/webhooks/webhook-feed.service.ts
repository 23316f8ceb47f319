import type { Logger } from 'pino'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { typesToRead } from '../events/event-types.rules.ts'
import { allEntriesAfter } from '../events/events.repository.ts'
import { eventOf } from '../events/events.rules.ts'
import { type Repetition, startRounds } from '../http/rounds.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { addDeliveries, WEBHOOK_QUEUE } from './webhook-deliveries.repository.ts'
import { endpointsBehind, lockEndpoint, moveCursor } from './webhook-feed.repository.ts'

/** Milliseconds between checks of the log. */
const POLL = 500
/** Entries of the log that one transaction reads. */
const BATCH = 200

interface FeedServices {
  readonly connections: ConnectionPool
  readonly jobs: Pick<Jobs, 'add'>
  readonly log: Logger
}

/**
 * Creates deliveries from the entries of the log, in their order, until it is stopped. One transaction writes the deliveries,
 * their jobs and the new cursor of the endpoint, so that each event has exactly one delivery, even if a process dies.
 */
export const startWebhookFeed = ({ connections, jobs, log }: FeedServices): Repetition =>
  startRounds({
    connections,
    log,
    poll: POLL,
    failure: 'creating deliveries of events failed',
    places: endpointsBehind,
    work: (tx, { tenant_id, webhook_endpoint_id }) => feedOne(tx, jobs, tenant_id, webhook_endpoint_id),
  })

/** Creates the next deliveries of one endpoint; true when there may be more entries. */
async function feedOne(
  tx: Transaction,
  jobs: Pick<Jobs, 'add'>,
  tenant_id: string,
  id: string,
): Promise<boolean> {
  tx.selectTenant(tenant_id)
  const endpoint = await lockEndpoint(tx, id)
  if (!endpoint) return false
  const { types, xid, cursor_id, held_until } = endpoint
  const part = await tx.first(allEntriesAfter, {
    xid,
    id: cursor_id,
    since: '',
    types: typesToRead(types),
    limit: BATCH,
  })
  const last = part?.entries.at(-1)
  if (!part || !last) return false
  const events = part.entries.flatMap(eventOf)
  const deliveries = await addDeliveries(
    tx,
    id,
    events.map((event) => ({
      event_id: event.id,
      event_type: event.type,
      payload: JSON.stringify(event),
    })),
    held_until,
  )
  await jobs.add(
    tx,
    WEBHOOK_QUEUE,
    deliveries.map((record_id) => ({
      subject: { tenant_id, record_id },
      group: id,
      ...(held_until ? { dueAt: new Date(held_until) } : {}),
    })),
  )
  await moveCursor(tx, { id, xid: last.xid, cursor_id: last.id })
  return part.entries.length === BATCH
}
