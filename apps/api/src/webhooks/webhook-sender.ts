import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import type { QuotaGate } from '../base/quota-gate.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import { transact } from '../http/service.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { MailSettings } from '../system/mails.ts'
import {
  type Attempt,
  findDelivery,
  lockEndpoint,
  lockPause,
  putOffDelivery,
  recordFailure,
  recordSuccess,
  recordTry,
  sendWaiting,
  WEBHOOK_QUEUE,
} from './webhook-deliveries.repository.ts'
import { disableFailing } from './webhook-disabling.ts'
import { sendWebhook, type WebhookOutcome } from './webhook-request.ts'

/** Seconds from each failed try to the next one. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]

/**
 * How one process shares its slots: of ten endpoints of a tenant four may answer late, and the others have a delivery under way
 * all the same; so have the endpoints of others, if four tenants are like that.
 */
export const webhookShares = { slots: 128, perGroup: 4, perTenant: 24 }

/** Each pause is up to this share longer, so that a receiver that comes back does not get everything at once. */
const JITTER = 0.1

/** What sending needs. */
export interface WebhookSenderServices {
  readonly connections: ConnectionPool
  readonly jobs: Pick<Jobs, 'add' | 'isWaiting' | 'makeDue'>
  readonly allowed: BlockList
  readonly quotas: QuotaGate
  readonly mail: MailSettings | undefined
  readonly log: Logger
}

/** When a delivery is tried next after its n-th try has failed; undefined after the last one. */
export function nextTry(tries: number, now: number): Date | undefined {
  const seconds = SCHEDULE[tries - 1]
  return seconds === undefined ? undefined : new Date(now + seconds * 1_000 * (1 + Math.random() * JITTER))
}

/**
 * Sends deliveries. Each try is a job of its own, and a few of one endpoint and of one tenant run at once, so that receivers
 * that answer late, or not at all, hold up no others.
 */
export function webhookQueue(services: WebhookSenderServices): JobQueue {
  const { connections, jobs, allowed } = services
  return {
    name: WEBHOOK_QUEUE,
    ...webhookShares,
    prefetch: 12,
    retryLimit: 5,
    retryDelay: 5,
    expireInSeconds: 30,
    async run(subject) {
      const found = await transact(connections, async (tx) => {
        await tx.selectTenant(subject.tenant_id)
        const attempt = await findDelivery(tx, subject.record_id)
        if (attempt?.due_at) {
          // Another job has tried it meanwhile, and has set the next try with a job for that.
          const group = attempt.endpoint_id
          const hasJob = await jobs.isWaiting(tx, WEBHOOK_QUEUE, { group, recordId: attempt.id })
          const dueAt = new Date(attempt.due_at)
          if (!hasJob) await jobs.add(tx, WEBHOOK_QUEUE, [{ subject, group, dueAt }])
          return undefined
        }
        const quota = attempt && services.quotas.heldUntil('webhook_deliveries', attempt.tenant_id)
        if (!attempt || !(attempt.paused_until || quota)) return attempt
        const held = (await lockPause(tx, attempt.endpoint_id)) ?? quota
        if (!held) return attempt
        // The receiver has failed again and again, or the tenant has used up its deliveries: it waits, and loses no try by that.
        const dueAt = new Date(held)
        await putOffDelivery(tx, attempt.id, dueAt.toISOString())
        await jobs.add(tx, WEBHOOK_QUEUE, [{ subject, group: attempt.endpoint_id, dueAt }])
        return undefined
      })
      if (!found) return
      services.quotas.count('webhook_deliveries', found.tenant_id, 1)
      const secrets = [found.secret, ...(found.former_secret ? [found.former_secret] : [])]
      const sent = { url: found.url, id: found.event_id, body: found.payload, secrets }
      await record(services, found, await sendWebhook(sent, allowed))
    },
  }
}

/** Records a try together with the job of the next one. */
async function record(
  services: WebhookSenderServices,
  attempt: Attempt,
  outcome: WebhookOutcome,
): Promise<void> {
  const { connections, jobs, log } = services
  const { tenant_id, id, endpoint_id, tries, is_test } = attempt
  const next = outcome.failure === null || is_test ? undefined : nextTry(tries + 1, Date.now())
  const pausedUntil = await transact(connections, async (tx) => {
    await tx.selectTenant(tenant_id)
    const isFailure = outcome.failure !== null
    if (isFailure) await lockEndpoint(tx, endpoint_id)
    const until = isFailure ? undefined : await recordSuccess(tx, endpoint_id)
    const isOverdue = isFailure && !is_test && (await recordFailure(tx, attempt))
    const isRecorded = await recordTry(tx, attempt, outcome, next)
    if (isOverdue) await disableFailing(tx, endpoint_id, services.mail)
    else if (isRecorded && next)
      await jobs.add(tx, WEBHOOK_QUEUE, [
        { subject: { tenant_id, record_id: id }, group: endpoint_id, dueAt: next },
      ])
    return until
  })
  // A successful test means that the receiver works again. Apart from the outcome, because much may wait.
  const sendUntil = is_test && outcome.failure === null ? 'infinity' : pausedUntil
  if (sendUntil)
    await transact(connections, async (tx) => {
      await tx.selectTenant(tenant_id)
      await sendWaiting(tx, jobs, endpoint_id, sendUntil)
    })
  if (outcome.failure !== null)
    log.info(
      {
        webhook_delivery_id: id,
        webhook_endpoint_id: endpoint_id,
        status: outcome.status,
        detail: outcome.detail,
      },
      'a webhook was not accepted',
    )
}
