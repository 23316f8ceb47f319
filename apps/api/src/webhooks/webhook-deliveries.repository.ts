import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WebhookOutcome } from './webhook-request.ts'

const at = sql.placeholder
const mine = sql`tenant_id = ${tenantId}`

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
  select d.tenant_id, d.id, d.endpoint_id, d.event_id, d.payload, d.tries, d.is_test, e.url, e.secret,
         case when e.former_secret_expires_at > now() then e.former_secret end as former_secret,
         case when e.held_until > now() and not d.is_test then e.held_until end as held_until
    from webhook_deliveries d join webhook_endpoints e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
   where d.tenant_id = ${tenantId} and d.id = ${at('id')} and d.status = 'waiting' and (e.enabled or d.is_test)`)

const tried = sqlStatement<unknown>(sql`
  update webhook_deliveries
     set tries = tries + 1, last_try_at = now(), next_try_at = ${at('next_try_at')}::timestamptz,
         response_status = ${at('response_status')}::int, failure = ${at('failure')},
         status = case when ${at('failure')}::text is null then 'delivered' when ${at('next_try_at')}::timestamptz is null then 'failed' else 'waiting' end,
         version = version + 1, updated_at = greatest(statement_timestamp(), updated_at)
   where ${mine} and id = ${at('id')} and status = 'waiting'`)

/** Written only where it changes something: successes in a row leave the row of the endpoint alone. */
const succeeded = sqlStatement<unknown>(sql`
  update webhook_endpoints set failures = 0, failing_since = null, held_until = null
   where ${mine} and id = ${at('endpoint_id')} and failures > 0`)
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

/** Records a try; true when the endpoint has failed for so long that it is to be disabled. */
export async function recordOutcome(
  tx: Transaction,
  { id, endpoint_id, is_test }: Attempt,
  { status, failure }: WebhookOutcome,
  next: Date | undefined,
): Promise<boolean> {
  await tx.run(tried, {
    id,
    failure,
    response_status: status,
    next_try_at: next?.toISOString() ?? null,
  })
  if (is_test) return false
  if (failure !== null) return (await tx.first(failed, { endpoint_id }))?.is_overdue ?? false
  await tx.run(succeeded, { endpoint_id })
  return false
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
