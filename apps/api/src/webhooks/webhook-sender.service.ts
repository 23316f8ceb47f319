import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import type { QuotaGate } from '../base/quota-gate.ts'
import type { ConnectionPool } from '../db/connection-pool.ts'
import type { Transaction } from '../db/transaction.ts'
import { transact } from '../http/service.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { MailSettings } from '../system/mails.service.ts'
import {
  type Attempt,
  findDelivery,
  lockEndpoint,
  lockPause,
  postponeDelivery,
  recordFailure,
  recordSuccess,
  recordTry,
  sendWaiting,
  WEBHOOK_QUEUE,
} from './webhook-deliveries.repository.ts'
import { disableFailing } from './webhook-disabling.service.ts'
import { sendWebhook, type WebhookOutcome } from './webhook-request.service.ts'

/** Seconds from each failed try to the next one. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]

/**
 * How one process divides its slots between endpoints (groups) and tenants. If four of ten endpoints of a tenant answer late,
 * slots remain for the other six; if four tenants are like that, slots remain for other tenants.
 */
export const webhookShares = { slots: 128, perGroup: 4, perTenant: 24 }

/**
 * Each pause is longer by a random share of up to this, so that a receiver that recovers does not get all deliveries together.
 */
const JITTER = 0.1

/** The services that the sending of webhooks needs. */
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
 * The queue that sends deliveries. Each try is a separate job. Only a few jobs of one endpoint and of one tenant run
 * concurrently, so that receivers that answer late or not at all do not delay others.
 */
export function webhookQueue(services: WebhookSenderServices): JobQueue {
  const { connections, jobs, allowed, quotas } = services
  return {
    name: WEBHOOK_QUEUE,
    ...webhookShares,
    prefetch: 12,
    retryLimit: 5,
    retryDelay: 5,
    expireInSeconds: 30,
    async run(subject) {
      const found = await transact(connections, async (tx) => {
        tx.selectTenant(subject.tenant_id)
        const attempt = await findDelivery(tx, subject.record_id)
        const quota = attempt && quotas.exhaustedUntil('webhook_deliveries', attempt.tenant_id)
        if (!attempt || attempt.due_at || !(attempt.paused_until || quota)) return dueOne(tx, jobs, attempt)
        const pausedUntil = (await lockPause(tx, attempt.endpoint_id)) ?? quota
        // The pause was ended in the meantime, and the URL may have changed.
        if (!pausedUntil) return dueOne(tx, jobs, await findDelivery(tx, subject.record_id))
        // The endpoint is paused, or the quota is used up: the delivery is postponed, which does not count as a try.
        const dueAt = new Date(pausedUntil)
        if (await postponeDelivery(tx, attempt.id, dueAt.toISOString()))
          await addJob(tx, jobs, attempt, dueAt)
        else await ensureJob(tx, jobs, attempt, dueAt)
        return undefined
      })
      if (!found) return
      quotas.count('webhook_deliveries', found.tenant_id, 1)
      const secrets = [found.secret, ...(found.former_secret ? [found.former_secret] : [])]
      const sent = { url: found.url, id: found.event_id, body: found.payload, secrets }
      await record(services, found, await sendWebhook(sent, allowed))
    },
  }
}

type JobAdder = Pick<Jobs, 'add' | 'isWaiting'>

/** Returns the delivery if it is due. If its next try is later, because another job has tried it, ensures that it has a job. */
async function dueOne(tx: Transaction, jobs: JobAdder, attempt: Attempt | undefined) {
  if (!attempt?.due_at) return attempt
  await ensureJob(tx, jobs, attempt, new Date(attempt.due_at))
  return undefined
}

const addJob = (
  tx: Transaction,
  jobs: Pick<Jobs, 'add'>,
  { tenant_id, id, endpoint_id }: Attempt,
  dueAt: Date,
) => jobs.add(tx, WEBHOOK_QUEUE, [{ subject: { tenant_id, record_id: id }, group: endpoint_id, dueAt }])

/** Adds a job for a waiting delivery, unless it has one. */
async function ensureJob(tx: Transaction, jobs: JobAdder, attempt: Attempt, dueAt: Date): Promise<void> {
  const job = { group: attempt.endpoint_id, recordId: attempt.id }
  if (!(await jobs.isWaiting(tx, WEBHOOK_QUEUE, job))) await addJob(tx, jobs, attempt, dueAt)
}

/** Records a try together with the job of the next one. */
async function record(
  services: WebhookSenderServices,
  attempt: Attempt,
  outcome: WebhookOutcome,
): Promise<void> {
  const { connections, jobs, log } = services
  const { tenant_id, id, endpoint_id, is_test } = attempt
  const isFailure = outcome.failure !== null
  const inTenant = <T>(work: (tx: Transaction) => Promise<T>) =>
    transact(connections, async (tx) => {
      tx.selectTenant(tenant_id)
      return work(tx)
    })
  // A successful test means that the receiver works again. The try is recorded last, so that an interrupted test is repeated.
  if (is_test && !isFailure)
    await inTenant(async (tx) => {
      await recordSuccess(tx, endpoint_id)
      await sendWaiting(tx, jobs, endpoint_id)
    })
  const pausedUntil = await inTenant((tx) =>
    isFailure
      ? recordFailed(tx, services, attempt, outcome)
      : recordDelivered(tx, services, attempt, outcome),
  )
  if (pausedUntil) await inTenant((tx) => sendWaiting(tx, jobs, endpoint_id, pausedUntil))
  if (isFailure)
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

/** Returns until when the endpoint was paused, if it was. */
async function recordDelivered(
  tx: Transaction,
  { jobs }: WebhookSenderServices,
  attempt: Attempt,
  outcome: WebhookOutcome,
): Promise<string | undefined> {
  const pausedUntil = await recordSuccess(tx, attempt.endpoint_id)
  if (!(await recordTry(tx, attempt, outcome, undefined))) await ensureJobOfWaiting(tx, jobs, attempt)
  return pausedUntil
}

async function recordFailed(
  tx: Transaction,
  { jobs, mail }: WebhookSenderServices,
  attempt: Attempt,
  outcome: WebhookOutcome,
): Promise<undefined> {
  const { endpoint_id, tries, is_test } = attempt
  await lockEndpoint(tx, endpoint_id)
  const counted = is_test ? undefined : await recordFailure(tx, attempt)
  const planned = is_test ? undefined : nextTry(tries + 1, Date.now())
  // The URL was changed in the meantime: the new receiver gets the delivery immediately.
  const next = is_test || counted ? planned : new Date()
  const isRecorded = await recordTry(tx, attempt, outcome, next)
  if (counted?.is_overdue) await disableFailing(tx, endpoint_id, mail)
  else if (!isRecorded) await ensureJobOfWaiting(tx, jobs, attempt)
  else if (next) await addJob(tx, jobs, attempt, next)
}

/** Ensures that a delivery has a job if it was sent again in the meantime and waits. */
async function ensureJobOfWaiting(tx: Transaction, jobs: JobAdder, { id }: Attempt): Promise<void> {
  const waiting = await findDelivery(tx, id)
  if (waiting) await ensureJob(tx, jobs, waiting, new Date(waiting.due_at ?? Date.now()))
}
