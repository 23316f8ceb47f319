import { randomBytes } from 'node:crypto'
import type { Event, WebhookEndpoint } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { lockAdvisory } from '../db/advisory-locks.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { endOfLog } from '../events/events.repository.ts'

const at = sql.placeholder
const mine = sql`tenant_id = ${tenantId}`
const own = sql`${mine} and id = ${at('id')}`
const changed = sql`version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)`

/** A new secret: `whsec_` and 32 bytes in base64. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const insertion = sqlStatement<unknown>(sql`
  insert into webhook_endpoints (tenant_id, id, url, types, enabled, description, created_by, secret, cursor_xid, cursor_id)
  values (${tenantId}, ${at('id')}, ${at('url')}, ${at('types')}::text[], ${at('enabled')}::boolean, ${at('description')},
          nullif(current_setting('app.user_id', true), ''), ${at('secret')}, ${at('xid')}::xid8, ${at('cursor_id')})`)
const counting = sqlStatement<{ count: number }>(
  sql`select count(*)::int as count from webhook_endpoints where ${mine}`,
)
const disabling = sqlStatement<{
  url: string
  version: number
  tenant_id: string
  user_id: string | null
  email: string | null
}>(sql`
  update webhook_endpoints e
     set enabled = false, version = e.version + 1, updated_at = greatest(statement_timestamp(), e.updated_at)
   where e.tenant_id = ${tenantId} and e.id = ${at('id')} and e.enabled
  returning e.url, e.version, e.tenant_id, e.created_by as user_id,
    (select u.email from users u where u.id = e.created_by and u.status = 'active') as email`)
const rotation = sqlStatement<unknown>(sql`
  update webhook_endpoints set former_secret = secret, former_secret_expires_at = now() + interval '24 hours',
         secret = ${at('secret')}, ${changed} where ${own}`)
const noFailures = sql`failures = 0, failing_since = null, held_until = null`
/** A receiver that is enabled again gets no earlier events, and starts without failures. */
const resetAtHead = sqlStatement<unknown>(sql`
  update webhook_endpoints set cursor_xid = ${at('xid')}::xid8, cursor_id = ${at('cursor_id')}, ${noFailures} where ${own}`)
const clear = sqlStatement<unknown>(sql`update webhook_endpoints set ${noFailures} where ${own}`)
const markWaitingFailed = sqlStatement<unknown>(sql`
  update webhook_deliveries set status = 'failed', next_try_at = null, failure = 'the endpoint was disabled', ${changed}
   where ${mine} and endpoint_id = ${at('id')} and status = 'waiting' and not is_test`)
/**
 * Moves the cursor back, never forward: to the entry before the first one since the time. Not to the beginning of that entry's
 * transaction, because all entries from before an upgrade or a move to another server have the same transaction id.
 */
const rewind = sqlStatement<unknown>(sql`
  update webhook_endpoints e set cursor_xid = coalesce(before.xid, '0'), cursor_id = coalesce(before.id, '')
    from (select l.xid, l.id from audit_log l
           where l.tenant_id = ${tenantId} and l.created_at >= ${at('since')}::timestamptz
           order by l.xid, l.id limit 1) first
    left join lateral (
      select l.xid, l.id from audit_log l
       where l.tenant_id = ${tenantId} and (l.xid, l.id) < (first.xid, first.id)
       order by l.xid desc, l.id desc limit 1) before on true
   where e.tenant_id = ${tenantId} and e.id = ${at('id')} and (first.xid, first.id) <= (e.cursor_xid, e.cursor_id)`)
const insertTest = sqlStatement<unknown>(sql`
  insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, is_test, payload, next_try_at, created_by)
  values (${tenantId}, ${at('id')}, ${at('endpoint_id')}, ${at('event_id')}, ${at('event_type')}, true, ${at('payload')}, now(),
          nullif(current_setting('app.user_id', true), ''))`)
const sendAgain = sqlStatement<unknown>(sql`
  update webhook_deliveries set status = 'waiting', tries = 0, next_try_at = now(), ${changed} where ${own}`)

interface NewEndpoint {
  readonly url: string
  readonly types: readonly string[]
  readonly enabled: boolean
  readonly description: string | null
}

const headOfLog = async (tx: Transaction) => {
  const end = await tx.first(endOfLog)
  if (!end) throw new Error('the log was not read')
  return { xid: end.xid, cursor_id: end.id }
}

/** Counts the tenant's endpoints. A lock prevents that others are created before the transaction ends. */
export async function countEndpoints(tx: Transaction): Promise<number> {
  void lockAdvisory(tx, 'webhook_endpoints')
  return (await tx.first(counting))?.count ?? 0
}

/** Stores a new endpoint, which gets the events from now on; returns its id and its secret. */
export async function insertEndpoint(
  tx: Transaction,
  endpoint: NewEndpoint,
): Promise<{ id: string; secret: string }> {
  const id = newId()
  const secret = newWebhookSecret()
  await tx.run(insertion, { ...endpoint, id, secret, ...(await headOfLog(tx)) })
  return { id, secret }
}

/** Replaces the secret of an endpoint; for 24 hours, requests are also signed with the former one. */
export async function rotateSecret(tx: Transaction, id: string): Promise<string> {
  const secret = newWebhookSecret()
  await tx.run(rotation, { id, secret })
  return secret
}

/** Moves the cursor of an endpoint to the end of the log, so that it gets events from now on, and resets its failures. */
export const startAtHead = async (tx: Transaction, id: string) =>
  tx.run(resetAtHead, { id, ...(await headOfLog(tx)) })

/** Resets the failures of an endpoint whose URL was changed: they belong to another receiver. */
export const clearFailures = (tx: Transaction, id: string) => tx.run(clear, { id })

/** Marks the waiting deliveries of a disabled endpoint as failed, except tests. */
export const failWaiting = (tx: Transaction, id: string) => tx.run(markWaitingFailed, { id })

/** Moves the cursor of an endpoint back, so that events since a time are delivered again. */
export const replaySince = (tx: Transaction, id: string, since: string) => tx.run(rewind, { id, since })

/** Adds the delivery of a test event; returns its id. */
export async function insertTestDelivery(
  tx: Transaction,
  { id: record_id, tenant_id, version }: WebhookEndpoint,
  by: Pick<Event['data'], 'operation' | 'actor_id' | 'request_id'>,
): Promise<string> {
  const id = newId()
  const event: Event = {
    specversion: '1.0',
    id: newId(),
    source: `/tenants/${tenant_id}`,
    type: 'webhook.test',
    time: new Date().toISOString(),
    subject: `webhook_endpoint/${record_id}`,
    datacontenttype: 'application/json',
    data: { record_type: 'webhook_endpoint', record_id, version, action: 'updated', ...by, changed: [] },
  }
  await tx.run(insertTest, {
    id,
    endpoint_id: record_id,
    event_id: event.id,
    event_type: event.type,
    payload: JSON.stringify(event),
  })
  return id
}

const deletion = sqlStatement<unknown>(sql`delete from webhook_endpoints where ${own}`)

/** Deletes an endpoint with its deliveries. */
export const deleteEndpoint = (tx: Transaction, id: string) => tx.run(deletion, { id })

/** Resets a delivery, so that it waits for its first try again. */
export const waitAgain = (tx: Transaction, id: string) => tx.run(sendAgain, { id })

/** Disables an enabled endpoint, and returns it with the user who created it; undefined if it is disabled already. */
export const disableEndpoint = (tx: Transaction, id: string) => tx.first(disabling, { id })
