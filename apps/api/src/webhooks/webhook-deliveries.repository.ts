import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { WebhookOutcome } from './webhook-request.ts'

const at = sql.placeholder
const mine = sql`tenant_id = ${tenantId}`
const changed = sql`version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)`

/** The queue of deliveries; its jobs are about rows of `webhook_deliveries`. */
export const WEBHOOK_QUEUE = 'webhook-delivery'

/** Failed tries in a row after which an endpoint is given a rest, which grows from one second to five minutes. */
const PATIENCE = sql.raw('5')

/** Events that are made into deliveries, in one transaction. */
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
  /** Until when nothing is sent to the endpoint; null = it may be sent now. */
  readonly held_until: string | null
}

const due = sqlStatement<Attempt>(sql`
  select d.tenant_id, d.id, d.version, d.endpoint_id, d.event_id, d.payload, d.tries, d.is_test, e.url, e.secret,
         case when e.former_secret_expires_at > now() then e.former_secret end as former_secret,
         case when e.held_until > now() and not d.is_test then e.held_until end as held_until
    from webhook_deliveries d join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
   where d.tenant_id = ${tenantId} and d.id = ${at('id')} and d.status = 'waiting' and (e.enabled or d.is_test)`)

const tried = sqlStatement<{ id: string }>(sql`
  update webhook_deliveries
     set tries = tries + 1, last_try_at = now(), next_try_at = ${at('next_try_at')}::timestamptz,
         response_status = ${at('response_status')}::int, failure = ${at('failure')},
         status = case when ${at('failure')}::text is null then 'delivered' when ${at('next_try_at')}::timestamptz is null then 'failed' else 'waiting' end,
         ${changed}
   where ${mine} and id = ${at('id')} and status = 'waiting' and version = ${at('version')}::int returning id`)

/** Written only where it changes something: successes in a row leave the row of the endpoint alone. */
const succeeded = sqlStatement<{ id: string }>(sql`
  update webhook_endpoints set failures = 0, failing_since = null, held_until = null
   where ${mine} and id = ${at('endpoint_id')} and failures > 0 returning id`)
const failed = sqlStatement<{ is_overdue: boolean }>(sql`
  update webhook_endpoints
     set failures = failures + 1, failing_since = coalesce(failing_since, now()),
         held_until = case when failures + 1 >= ${PATIENCE}
           then now() + interval '1 second' * least(300, 2 ^ least(failures + 1 - ${PATIENCE}, 10)) end
   where ${mine} and id = ${at('endpoint_id')}
  returning enabled and failing_since < now() - interval '5 days' as is_overdue`)

const insertion = sqlStatement<{ id: string }>(sql`
  insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, payload, next_try_at)
  select ${tenantId}, n.id, ${at('endpoint_id')}, n.event_id, n.event_type, n.payload, now()
    from jsonb_to_recordset(${at('deliveries')}::jsonb) n (id text, event_id text, event_type text, payload text)
  on conflict (tenant_id, endpoint_id, event_id) do update
     set status = 'waiting', tries = 0, next_try_at = now(), version = webhook_deliveries.version + 1, updated_at = now()
   where webhook_deliveries.status <> 'waiting'
  returning id`)

/** What is to be sent; undefined where nothing is any more. */
export const findDelivery = (tx: Transaction, id: string) => tx.first(due, { id })

/** Records a try; false where the delivery was sent again or given up meanwhile, which decides what becomes of it. */
export async function recordTry(
  tx: Transaction,
  { id, version }: Attempt,
  { status, failure }: WebhookOutcome,
  next: Date | undefined,
): Promise<boolean> {
  const next_try_at = next?.toISOString() ?? null
  return (await tx.first(tried, { id, version, failure, response_status: status, next_try_at })) !== undefined
}

/** Counts a failed try of an endpoint; true when it has failed for so long that it is to be disabled. */
export const recordFailure = async (tx: Transaction, endpoint_id: string): Promise<boolean> =>
  (await tx.first(failed, { endpoint_id }))?.is_overdue ?? false

/** Forgets the failures of an endpoint; true where there were any. */
export const recordSuccess = async (tx: Transaction, endpoint_id: string): Promise<boolean> =>
  (await tx.first(succeeded, { endpoint_id })) !== undefined

const rest = sqlStatement<{ held_until: string }>(sql`
  select held_until from webhook_endpoints
   where ${mine} and id = ${at('endpoint_id')} and held_until > now() for share`)
const endRest = sqlStatement<unknown>(sql`
  update webhook_endpoints set held_until = null where ${mine} and id = ${at('endpoint_id')} and held_until is not null`)
const makeDue = sqlStatement<unknown>(sql`
  update webhook_deliveries set next_try_at = now(), ${changed}
   where ${mine} and endpoint_id = ${at('endpoint_id')} and status = 'waiting' and next_try_at > now()`)

/** Until when nothing is sent to an endpoint; nobody ends its rest before the transaction ends. */
export const lockRest = async (tx: Transaction, endpoint_id: string): Promise<string | undefined> =>
  (await tx.first(rest, { endpoint_id }))?.held_until

/** Lets an endpoint that has failed again and again be sent events. */
export const endRestOf = (tx: Transaction, endpoint_id: string) => tx.run(endRest, { endpoint_id })

/** Sends at once what waits for an endpoint, also where the next try was to come later. */
export async function sendWaiting(
  tx: Transaction,
  jobs: Pick<Jobs, 'hurry'>,
  endpoint_id: string,
): Promise<void> {
  await endRestOf(tx, endpoint_id)
  await tx.run(makeDue, { endpoint_id })
  await jobs.hurry(tx, WEBHOOK_QUEUE, { group: endpoint_id })
}

/** Adds deliveries to an endpoint, or lets those wait again that have ended; returns the ids of both, which need a job. */
export async function addDeliveries(
  tx: Transaction,
  endpointId: string,
  deliveries: readonly NewDelivery[],
): Promise<string[]> {
  if (deliveries.length === 0) return []
  const rows = await tx.run(insertion, {
    endpoint_id: endpointId,
    deliveries: JSON.stringify(deliveries.map((one) => ({ id: newId(), ...one }))),
  })
  return rows.map(({ id }) => id)
}
