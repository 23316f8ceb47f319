import type { Logger } from 'pino'
import type { Clock } from './base/clock.ts'
import type { LogModule } from './base/log-levels.ts'
import type { QuotaGate } from './base/quota-gate.ts'
import type { ConnectionPool } from './db/connection-pool.ts'
import type { DatabaseTarget } from './db/database.ts'
import { startKeepingLog } from './events/keeping-log.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Limits } from './quotas/limits.ts'
import { startQuotaCounting } from './quotas/quota-counting.ts'
import type { Settings } from './settings.ts'
import type { MailSettings } from './system/mails.ts'
import { startPassingTime } from './times/passing.ts'
import { networksOf } from './webhooks/webhook-addresses.ts'
import { startWebhookFeed } from './webhooks/webhook-feed.ts'
import { webhookQueue } from './webhooks/webhook-sender.ts'
import { resumeQueue } from './work/change/issue-resuming.ts'

interface WorkingServices {
  readonly owner: DatabaseTarget
  readonly connections: ConnectionPool
  readonly jobs: Jobs
  readonly mail: MailSettings | undefined
  readonly quotas: QuotaGate
  readonly limits: Limits
  readonly settings: Settings
  readonly clock: Clock
  logOf(module: LogModule): Logger
}

/** The queues of the service. */
export const queuesOf = ({ settings, clock, logOf, ...services }: WorkingServices): JobQueue[] => [
  webhookQueue({
    ...services,
    allowed: networksOf(settings.WEBHOOK_ALLOWED_NETWORKS),
    log: logOf('webhooks'),
  }),
  resumeQueue(services.connections, clock, logOf('jobs')),
]

/** Starts what a worker does by itself, besides running jobs. */
export function startWorking(services: WorkingServices): { stop(): Promise<void> } {
  const { logOf } = services
  const feed = startWebhookFeed({ ...services, log: logOf('webhooks') })
  const counting = startQuotaCounting({ ...services, log: logOf('quotas') })
  const time = startPassingTime(services.connections, services.jobs, logOf('jobs'))
  const { AUDIT_RETENTION_DAYS: keptDays } = services.settings
  const keeping = startKeepingLog({ ...services, keptDays, log: logOf('events') })
  return {
    async stop() {
      await Promise.all([feed.stop(), time.stop(), keeping.stop(), counting.stop()])
    },
  }
}
