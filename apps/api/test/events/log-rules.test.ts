import { afterAll, beforeAll, expect, test } from 'vitest'
import { partitionsOf } from '../../src/db/partitions.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { startService } from '../service.ts'
import { type Desk, openDesk, refusal } from '../work/desk.ts'
import { addToGroup, createPerson } from '../world.ts'

const DAY = 86_400_000

let desk: Desk
beforeAll(async () => {
  desk = await openDesk(await startService({ ROLE: 'api' }))
})
afterAll(() => desk.service.stop())

/** Runs a worker that drops the existing months of the log. */
async function dropLog() {
  const { database } = desk.service
  const clock = { now: () => new Date(Date.now() + 150 * DAY) }
  const worker = await startService({ ROLE: 'worker', AUDIT_RETENTION_DAYS: '60' }, database, { clock })
  const partitions = async () => (await partitionsOf(database.sql, 'audit_log')).map(({ name }) => name)
  await expect.poll(partitions).not.toContain('audit_log_first')
  await worker.stop()
}

test('former parties cannot approve, and accounts that wrote are not deleted, once their months of the log are dropped', async () => {
  const permissions = ['issues:read', 'issues:write']
  const [reporter, assignee, requester, writer] = [
    await desk.member(permissions),
    await desk.member(permissions),
    await desk.member(permissions),
    await desk.member(['issues:read', 'issues:write', 'locations:write']),
  ]
  const person = await createPerson(desk.service, desk.tenantId)
  await desk.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${desk.tenantId})`
    await sql`update persons set user_id = ${requester.id} where id = ${person}`
  })
  const approvers = [reporter, assignee, requester]
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'service_request',
    reporter_id: reporter.id,
    assignee_id: assignee.id,
    details: { approver_ids: approvers.map(({ id }) => id), requester_person_id: person },
  })
  const gone = await desk.newIssue({ assignee_id: assignee.id })
  await desk.client.issues.update({ issue_id: gone.id }, { assignee_id: null })
  await desk.client.issues.archive({ issue_id: gone.id })
  await desk.client.issues.delete({ issue_id: gone.id })
  await desk.client.issues.update(
    { issue_id },
    { reporter_id: desk.owner.id, assignee_id: null, details: { requester_person_id: null } },
  )
  await writer.client.locationTypes.create({ name: 'Of a writer' })
  const operator = await desk.service.signUp()
  await addToGroup(desk.service, ROOT_TENANT_ID, 'owners', operator)
  await dropLog()
  expect(await desk.client.auditLog.list({ record_id: [issue_id] })).toEqual([])
  const moved = desk.client.issues.update({ issue_id }, { status: 'waiting_for_approval' })
  expect(await refusal(moved)).toEqual([
    422,
    'validation_failed',
    ['/details/approver_ids approver_required'],
  ])
  const deleted = operator.client.users.delete({ user_id: writer.id })
  expect(await refusal(deleted)).toEqual([409, 'dependent_item_exists'])
})
