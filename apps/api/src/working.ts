import type { Logger } from 'pino'
import { areas } from './areas.ts'
import type { Clock } from './base/clock.ts'
import type { LogModule } from './base/log-levels.ts'
import type { QuotaGate } from './base/quota-gate.ts'
import type { ConnectionPool } from './db/connection-pool.ts'
import type { DatabaseTarget } from './db/database.ts'
import { startLogRetention } from './events/log-retention.service.ts'
import { composeNotification } from './events/notification-mails.service.ts'
import { startNotifier } from './events/notifier.service.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Jobs } from './jobs/jobs.ts'
import { startMailSender } from './mail/sender.ts'
import type { Mailing } from './mailing.ts'
import type { Limits } from './quotas/limits.rules.ts'
import { startQuotaCounting } from './quotas/quota-counting.service.ts'
import type { Settings } from './settings.ts'
import { composeWith } from './system/mails.service.ts'
import { startMaintenance } from './system/maintenance.service.ts'
import { startPassingTime } from './times/passing.service.ts'
import { networksOf } from './webhooks/webhook-addresses.rules.ts'
import { startWebhookFeed } from './webhooks/webhook-feed.service.ts'
import { webhookQueue } from './webhooks/webhook-sender.service.ts'
import { resumeQueue } from './work/change/issue-resuming.service.ts'

interface WorkingServices {
  readonly owner: DatabaseTarget
  readonly connections: ConnectionPool
  readonly jobs: Jobs
  readonly mailing: Mailing | undefined
  readonly quotas: QuotaGate
  readonly limits: Limits
  readonly settings: Settings
  readonly clock: Clock
  logOf(module: LogModule): Logger
}

/** The queues of the service. */
export const queuesOf = ({ settings, clock, logOf, mailing, ...services }: WorkingServices): JobQueue[] => [
  webhookQueue({
    ...services,
    mail: mailing?.settings,
    allowed: networksOf(settings.WEBHOOK_ALLOWED_NETWORKS),
    log: logOf('webhooks'),
  }),
  resumeQueue(services.connections, clock, logOf('jobs')),
]

/** Starts the background work of a worker, except for running jobs. */
export function startWorking(services: WorkingServices): { stop(): Promise<void> } {
  const { connections, quotas, mailing, logOf } = services
  const maintenance = startMaintenance(connections, logOf('database'))
  const { AUDIT_RETENTION_DAYS: retentionDays } = services.settings
  const rounds = [
    startWebhookFeed({ ...services, log: logOf('webhooks') }),
    startQuotaCounting({ ...services, log: logOf('quotas') }),
    startPassingTime(connections, services.jobs, logOf('jobs')),
    startLogRetention({ ...services, retentionDays, areas, log: logOf('events') }),
    startNotifier({ connections, sendsMail: mailing !== undefined, log: logOf('events') }),
  ]
  if (mailing)
    rounds.push(
      startMailSender({
        connections,
        quotas,
        transport: mailing.transport,
        compose: composeWith(mailing.settings, composeNotification),
        log: logOf('mail'),
      }),
    )
  return {
    async stop() {
      maintenance.stop()
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
