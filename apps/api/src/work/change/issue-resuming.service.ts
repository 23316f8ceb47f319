import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { ConnectionPool } from '../../db/connection-pool.ts'
import type { Transaction } from '../../db/transaction.ts'
import { transact } from '../../http/service.ts'
import type { JobQueue, JobSubject } from '../../jobs/job-queue.ts'
import { type AuditEntry, writeAudit } from '../../store/audit.ts'
import type { WriteContext } from '../../store/context.ts'
import { RESUME_QUEUE } from '../../times/passing.service.ts'
import { statusesOf, transitionsFrom } from '../configuration/issue-configuration.repository.ts'
import { issueStore } from '../issues/issues.store.ts'
import { changeIssue } from './issue-change.service.ts'
import { statusOfIssue } from './issue-moves.rules.ts'
import { actAsSetter } from './issue-resuming.repository.ts'

/** Resumes paused issues at the time `resume_at`, by a transition of their workflow. */
export const resumeQueue = (connections: ConnectionPool, clock: Clock, log: Logger): JobQueue => ({
  name: RESUME_QUEUE,
  slots: 4,
  retryLimit: 3,
  retryDelay: 5,
  expireInSeconds: 30,
  run: (subject) => transact(connections, (tx) => resume(tx, clock, log, subject)),
})

async function resume(
  tx: Transaction,
  clock: Clock,
  log: Logger,
  { tenant_id, record_id: id }: JobSubject,
): Promise<void> {
  tx.selectTenant(tenant_id)
  const issue = await issueStore.find(tx, id)
  if (!issue || issue.archived_at !== null) return
  const { resume_at } = issue.details
  const [statuses, transitions] = await Promise.all([
    statusesOf(tx, issue.workflow_id),
    transitionsFrom(tx, issue.workflow_id, issue),
  ])
  const isPaused = statusOfIssue(statuses, issue).pauses_clock
  if (!isPaused || typeof resume_at !== 'string' || Date.parse(resume_at) > clock.now().getTime()) return
  const transition = transitions.find(({ to_status_id }) =>
    statuses.some((to) => to.id === to_status_id && to.category === 'started' && !to.pauses_clock),
  )
  if (!transition) throw new Error('no transition leads out of the pause')
  const userId = await actAsSetter(tx, issue)
  if (!userId) {
    log.warn(
      { tenant_id, issue_id: id },
      'the issue stays paused: the user who set its time to resume may no longer change it',
    )
    return
  }
  const requestId = newId()
  const entries: AuditEntry[] = []
  const context: WriteContext = {
    requestId,
    source: null,
    userAgent: null,
    clock,
    url: new URL('http://localhost/'),
    header: () => {},
    actor: { userId, sessionId: null },
    tx,
    ifMatch: undefined,
    authorized: async () => ({ tenantId: tenant_id, projectId: null, projectIds: null }),
    tenantId: async () => tenant_id,
    audit: (added) => void entries.push(...[added].flat()),
    auditValues: () => undefined,
  }
  const change_message = 'The time to resume has come.'
  await changeIssue(context, id, { change_message }, { requestedMove: { transition_id: transition.id } })
  const origin = { operation: 'resumeIssue', requestId, source: null, actorId: null, sessionId: null }
  await writeAudit(tx, origin, entries)
}
