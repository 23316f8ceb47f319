import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { addToGroup, createTenant } from '../world.ts'
import { countedClient } from './counted-client.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('a change manager takes a change with two approvers from draft to closed', async () => {
  const manager = await service.signUp()
  const tenantId = await createTenant(service, { owners: [manager] })
  const [bob, ada, tech] = [await service.signUp(), await service.signUp(), await service.signUp()]
  for (const user of [bob, ada, tech]) await addToGroup(service, tenantId, 'users', user)
  const { client, calls } = countedClient(service, manager.token, tenantId)
  const [first, second] = [
    countedClient(service, bob.token, tenantId),
    countedClient(service, ada.token, tenantId),
  ]

  const { id: issue_id } = await client.issues.create({
    issue_type: 'change',
    title: 'Replace the core switch',
    assignee_id: tech.id,
    details: {
      risk: 'medium',
      implementation_plan: 'Swap the switch at night',
      backout_plan: 'Put the old one back',
      planned_start_at: '2031-03-01T22:00:00.000Z',
      planned_end_at: '2031-03-02T02:00:00.000Z',
      approver_ids: [bob.id, ada.id],
    },
  })
  const move = (to_status: string, details: object = {}) =>
    client.issues.transition({ issue_id }, { to_status, fields: { details } })
  await move('assess')
  await move('authorize')

  const requested = await first.client.issues.list({ approver_id: [bob.id], approval_status: ['requested'] })
  expect(requested.map(({ id }) => id)).toEqual([issue_id])
  await first.client.issues.approvals.create({ issue_id }, { decision: 'approve' })
  await second.client.issues.approvals.create(
    { issue_id },
    { decision: 'reject', comment: 'Not on the night of the exams' },
  )
  const votes = await client.issues.approvals.list({ issue_id })
  expect(votes.map(({ status, comment }) => [status, comment])).toEqual([
    ['rejected', 'Not on the night of the exams'],
    ['approved', null],
  ])

  await move('new', {
    planned_start_at: '2031-03-08T22:00:00.000Z',
    planned_end_at: '2031-03-09T02:00:00.000Z',
  })
  await move('assess')
  await move('authorize')
  for (const { client: approver } of [first, second])
    await approver.issues.approvals.create({ issue_id }, { decision: 'approve' })
  await move('scheduled')
  await move('implement', { actual_start_at: '2031-03-08T22:05:00.000Z' })
  await move('review', { actual_end_at: '2031-03-09T01:10:00.000Z' })
  const closed = await move('closed', { outcome: 'successful' })
  expect(closed).toMatchObject({ is_closed: true, details: { approval_status: 'approved' } })

  const history = await client.issues.history.list({ issue_id })
  const voted = history.flatMap(({ changes }) => changes.filter(({ field }) => field === 'approval'))
  expect(voted.map(({ to }) => to)).toEqual(['approved', 'rejected', 'approved', 'approved'])
  const total = calls() + first.calls() + second.calls()
  console.info(`change manager: ${total} calls, ${first.calls() + second.calls()} of them by the approvers`)
  expect(total).toBeLessThanOrEqual(17)
})
