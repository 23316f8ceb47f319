import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { WebhookOutcome } from './webhook-request.service.ts'

const at = sql.placeholder
const mine = sql`tenant_id = ${tenantId}`
const changed = sql`version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)`

/** The queue of deliveries; its jobs are about rows of `webhook_deliveries`. */
export const WEBHOOK_QUEUE = 'webhook-delivery'

/** After this many failed tries in a row an endpoint is paused: for one second at first, and at most for five minutes. */
const PATIENCE = sql.raw('5')

/** An event for which a delivery is created. */
export interface NewDelivery {
  readonly event_id: string
  readonly event_type: string
  readonly payload: string
}

/** A delivery that is about to be tried. */
export interface Attempt {
  readonly tenant_id: string
  readonly id: string
  readonly version: number
  readonly endpoint_id: string
  readonly event_id: string
  readonly payload: string
  readonly tries: number
  readonly is_test: boolean
  readonly url: string
  readonly secret: string
  readonly former_secret: string | null
  /** When it is due, if that is more than a second from now (clocks may differ); null = it is due now. */
  readonly due_at: string | null
  /** Until when the endpoint is paused; null = it is not paused. */
  readonly paused_until: string | null
}

const due = sqlStatement<Attempt>(sql`
  select d.tenant_id, d.id, d.version, d.endpoint_id, d.event_id, d.payload, d.tries, d.is_test, e.url, e.secret,
         case when d.next_try_at > now() + interval '1 second' then d.next_try_at end as due_at,
         case when e.former_secret_expires_at > now() then e.former_secret end as former_secret,
         case when e.held_until > now() and not d.is_test then e.held_until end as paused_until
    from webhook_deliveries d join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
   where d.tenant_id = ${tenantId} and d.id = ${at('id')} and d.status = 'waiting' and (e.enabled or d.is_test)`)

const tried = sqlStatement<{ id: string }>(sql`
  update webhook_deliveries
     set tries = tries + 1, last_try_at = now(), next_try_at = ${at('next_try_at')}::timestamptz,
         response_status = ${at('response_status')}::int, failure = ${at('failure')},
         status = case when ${at('failure')}::text is null then 'delivered' when ${at('next_try_at')}::timestamptz is null then 'failed' else 'waiting' end,
         ${changed}
   where ${mine} and id = ${at('id')} and status = 'waiting' and version = ${at('version')}::int returning id`)

/** Updates an endpoint only after failures, so that successes in a row do not write its row. */
const succeeded = sqlStatement<{ paused_until: string | null }>(sql`
  update webhook_endpoints e set failures = 0, failing_since = null, held_until = null
    from (select id, held_until as paused_until from webhook_endpoints
           where ${mine} and id = ${at('endpoint_id')} and failures > 0 for no key update) before
   where e.tenant_id = ${tenantId} and e.id = before.id returning before.paused_until`)
const failed = sqlStatement<{ is_overdue: boolean }>(sql`
  update webhook_endpoints
     set failures = failures + 1, failing_since = coalesce(failing_since, now()),
         held_until = case when failures + 1 >= ${PATIENCE}
           then now() + interval '1 second' * least(300, 2 ^ least(failures + 1 - ${PATIENCE}, 10)) end
   where ${mine} and id = ${at('endpoint_id')} and url = ${at('url')}
  returning enabled and failing_since < now() - interval '5 days' as is_overdue`)

const insertion = sqlStatement<{ id: string }>(sql`
  insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, payload, next_try_at)
  select ${tenantId}, n.id, ${at('endpoint_id')}, n.event_id, n.event_type, n.payload, coalesce(${at('due_at')}::timestamptz, now())
    from jsonb_to_recordset(${at('deliveries')}::jsonb) n (id text, event_id text, event_type text, payload text)
  on conflict (tenant_id, endpoint_id, event_id) do update
     set status = 'waiting', tries = 0, next_try_at = excluded.next_try_at, version = webhook_deliveries.version + 1, updated_at = now()
   where webhook_deliveries.status <> 'waiting'
  returning id`)

/** The delivery to send; undefined if it is no longer waiting, or its endpoint is disabled. */
export const findDelivery = (tx: Transaction, id: string) => tx.first(due, { id })

/** Records a try; false, without a change, if the delivery was sent again or given up in the meantime. */
export async function recordTry(
  tx: Transaction,
  { id, version }: Attempt,
  { status, failure }: WebhookOutcome,
  next: Date | undefined,
): Promise<boolean> {
  const next_try_at = next?.toISOString() ?? null
  return (await tx.first(tried, { id, version, failure, response_status: status, next_try_at })) !== undefined
}

/**
 * Counts a failed try of an endpoint; undefined if its URL was changed in the meantime. `is_overdue` is true if it has failed for
 * five days, after which it must be disabled.
 */
export const recordFailure = (tx: Transaction, { endpoint_id, url }: Attempt) =>
  tx.first(failed, { endpoint_id, url })

/** Resets the failures of an endpoint, which ends its pause; returns until when it was paused. */
export const recordSuccess = async (tx: Transaction, endpoint_id: string): Promise<string | undefined> =>
  (await tx.first(succeeded, { endpoint_id }))?.paused_until ?? undefined

const pause = sqlStatement<{ paused_until: string | null }>(sql`
  select case when held_until > now() then held_until end as paused_until from webhook_endpoints
   where ${mine} and id = ${at('endpoint_id')} for share`)
const lockOne = sqlStatement<{ enabled: boolean; paused_until: string | null }>(sql`
  select enabled, case when held_until > now() then held_until end as paused_until from webhook_endpoints
   where ${mine} and id = ${at('endpoint_id')} for no key update`)
const ending = sqlStatement<unknown>(
  sql`update webhook_endpoints set held_until = null where ${mine} and id = ${at('endpoint_id')}`,
)
// Does not change the version, so that a try in progress can still be recorded.
const postpone = sqlStatement<{ id: string }>(sql`
  update webhook_deliveries set next_try_at = ${at('due_at')}::timestamptz
   where ${mine} and id = ${at('id')} and status = 'waiting' and next_try_at < ${at('due_at')}::timestamptz returning id`)
const makeDue = sqlStatement<unknown>(sql`
  update webhook_deliveries set next_try_at = now()
   where ${mine} and endpoint_id = ${at('endpoint_id')} and status = 'waiting' and next_try_at > now()
     and next_try_at <= ${at('until')}::timestamptz`)

/** Until when an endpoint is paused. It is locked, so that its deliveries are not made due before the transaction ends. */
export const lockPause = async (tx: Transaction, endpoint_id: string): Promise<string | undefined> =>
  (await tx.first(pause, { endpoint_id }))?.paused_until ?? undefined

/**
 * Locks an endpoint, so that no other transaction schedules a try. Call it before changing both deliveries of the endpoint and
 * their jobs.
 */
export const lockEndpoint = (tx: Transaction, endpoint_id: string) => tx.first(lockOne, { endpoint_id })

/** Ends the pause of an endpoint after repeated failures. */
export const endPause = (tx: Transaction, endpoint_id: string) => tx.run(ending, { endpoint_id })

/** Postpones a delivery; false if it was postponed already. */
export const postponeDelivery = async (tx: Transaction, id: string, due_at: string): Promise<boolean> =>
  (await tx.first(postpone, { id, due_at })) !== undefined

/** Makes waiting deliveries of an endpoint due now: all of them, or those due by a time, such as the end of its pause. */
export async function sendWaiting(
  tx: Transaction,
  jobs: Pick<Jobs, 'makeDue'>,
  endpoint_id: string,
  until = 'infinity',
): Promise<void> {
  await lockEndpoint(tx, endpoint_id)
  await tx.run(makeDue, { endpoint_id, until })
  await jobs.makeDue(tx, WEBHOOK_QUEUE, { group: endpoint_id, until })
}

/**
 * Adds deliveries to an endpoint; `dueAt` null = due now. If an event has a delivery that has ended, that one waits again.
 * Returns the ids of all these deliveries, which need jobs.
 */
export async function addDeliveries(
  tx: Transaction,
  endpointId: string,
  deliveries: readonly NewDelivery[],
  dueAt: string | null,
): Promise<string[]> {
  if (deliveries.length === 0) return []
  const rows = await tx.run(insertion, {
    endpoint_id: endpointId,
    due_at: dueAt,
    deliveries: JSON.stringify(deliveries.map((one) => ({ id: newId(), ...one }))),
  })
  return rows.map(({ id }) => id)
}
