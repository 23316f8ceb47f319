import { expect, test } from 'vitest'
import { addToGroup, leaveTenant } from '../world.ts'
import { refusal, useDesk } from './desk.ts'

const desk = useDesk()

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
const change = async (planned_start_at: string | null) =>
  (await desk.newIssue({ issue_type: 'change', details: { planned_start_at } })).id

test('a calendar of changes: a week of it, in its order, page by page', async () => {
  const late = await change('2026-03-06T23:30:00+02:00')
  const early = await change('2026-03-02T08:00:00Z')
  const after = await change('2026-03-09T00:00:00Z')
  await change(null)
  const week = {
    planned_start_at__gte: '2026-03-02T00:00:00Z',
    planned_start_at__lt: '2026-03-09T01:00:00+01:00',
  }
  const { client } = desk
  expect(ids(await client.issues.list({ ...week, sort: ['planned_start_at'] }))).toEqual([early, late])
  const walked: string[] = []
  for await (const { id } of client.issues.list.all({
    planned_start_at__is_null: false,
    sort: ['-planned_start_at'],
    limit: 1,
  }))
    walked.push(id)
  expect(walked).toEqual([after, late, early])
})

test('pauses that are over are found by when they end', async () => {
  const paused = async (resume_at: string) =>
    (await desk.newIssue({ issue_type: 'incident', details: { on_hold_reason: 'scheduled', resume_at } })).id
  const due = await paused('2026-01-05T00:00:00Z')
  await paused('2031-01-05T00:00:00Z')
  expect(ids(await desk.client.issues.list({ resume_at__lt: '2026-02-01T00:00:00Z' }))).toEqual([due])
})

test('me is the caller in every filter by user, and nobody else', async () => {
  const { client, owner, newIssue } = desk
  const bob = await desk.member(['issues:read', 'issues:write', 'projects:read'])
  const mine = await newIssue({ assignee_id: owner.id, reporter_id: bob.id })
  const his = await newIssue({
    assignee_id: bob.id,
    issue_type: 'change',
    details: { approver_ids: [bob.id] },
  })
  expect(ids(await client.issues.list({ assignee_id: ['me'] }))).toEqual([mine.id])
  expect(ids(await bob.client.issues.list({ assignee_id: ['me'] }))).toEqual([his.id])
  expect(ids(await bob.client.issues.list({ reporter_id: ['me'] }))).toEqual([mine.id])
  expect(ids(await bob.client.issues.list({ approver_id: ['me'] }))).toEqual([his.id])
  expect(ids(await client.issues.list({ assignee_id: ['me', bob.id], sort: ['id'] }))).toEqual([
    mine.id,
    his.id,
  ])
  expect(ids(await bob.client.issues.list({ watcher_id: ['me'], sort: ['id'] }))).toEqual([mine.id, his.id])
  const { id: issue_id } = mine
  const comment = await client.issues.comments.create({ issue_id }, { body: 'Hello' })
  expect(ids(await client.issues.comments.list({ issue_id }, { author_id: ['me'] }))).toEqual([comment.id])
  expect(await bob.client.issues.comments.list({ issue_id }, { author_id: ['me'] })).toEqual([])
  const project = await client.projects.create({ name: 'Led', lead_id: owner.id })
  expect(ids(await client.projects.list({ lead_id: ['me'] }))).toEqual([project.id])
  expect(await refusal(client.issues.list({ assignee_id: ['Me'] }))).toEqual([
    422,
    'validation_failed',
    ['assignee_id reference_not_found'],
  ])
})

test('the work of a user who left the tenant is found', async () => {
  const leaver = await desk.service.signUp()
  await addToGroup(desk.service, desk.tenantId, 'users', leaver)
  const { id } = await desk.newIssue({ assignee_id: leaver.id })
  await leaveTenant(desk.service, desk.tenantId, leaver)
  expect(ids(await desk.client.issues.list({ assignee_id: [leaver.id] }))).toEqual([id])
})

test('the keys of an issue that moved keep finding it', async () => {
  const { client, newIssue } = desk
  const [first, second, third] = await Promise.all(
    ['First', 'Second', 'Third'].map((name) => client.projects.create({ name })),
  )
  const issue = await newIssue({ project_id: first?.id })
  const { id: issue_id } = issue
  const moved = await client.issues.update({ issue_id }, { project_id: second?.id })
  const again = await client.issues.update({ issue_id }, { project_id: third?.id })
  for (const key of [issue.key, moved.key, again.key, issue.key.toLowerCase()]) {
    expect((await client.issues.get({ issue_id: key })).id).toBe(issue_id)
    expect(ids(await client.issues.list({ key: [key] }))).toEqual([issue_id])
  }
  expect(new Set([issue.key, moved.key, again.key]).size).toBe(3)
  for (const key of ['NOPE-1', `${issue.key}0`, 'nonsense'])
    expect(await refusal(client.issues.get({ issue_id: key }))).toEqual([404, 'not_found'])
  expect(await client.issues.list({ key: ['NOPE-1'] })).toEqual([])
  const eve = await desk.member(['issues:read'], first?.id)
  expect(await refusal(eve.client.issues.get({ issue_id: issue.key }))).toEqual([404, 'not_found'])
  expect(await eve.client.issues.list({ key: [issue.key] })).toEqual([])
})
