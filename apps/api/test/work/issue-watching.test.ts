import { expect, test } from 'vitest'
import { createProject } from '../world.ts'
import { useDesk } from './desk.ts'

const desk = useDesk()

const watchersOf = async (issue_id: string) =>
  (await desk.client.issues.watchers.list({ issue_id })).map(({ user_id, reason }) => [user_id, reason])

test('one watches what one reports, is given, or comments on', async () => {
  const [bob, eve] = [await desk.member(['*']), await desk.member(['*'])]
  const { id: issue_id } = await desk.newIssue({ assignee_id: bob.id })
  await eve.client.issues.comments.create({ issue_id }, { body: 'Me, too' })
  expect((await watchersOf(issue_id)).sort()).toEqual(
    [
      [desk.owner.id, 'reporter'],
      [bob.id, 'assignee'],
      [eve.id, 'commenter'],
    ].sort(),
  )
})

test('an internal comment is no reason for watching that anybody sees', async () => {
  const [bob, eve] = [await desk.member(['*']), await desk.member(['*'])]
  const { id: issue_id } = await desk.newIssue()
  const internal = { body: 'Between us', visibility: 'internal' as const }
  await bob.client.issues.comments.create({ issue_id }, internal)
  const { id: comment_id } = await eve.client.issues.comments.create({ issue_id }, { body: 'Me, too' })
  expect(await watchersOf(issue_id)).toContainEqual([bob.id, 'manual'])
  expect(await watchersOf(issue_id)).toContainEqual([eve.id, 'commenter'])
  await eve.client.issues.comments.update({ issue_id, comment_id }, { visibility: 'internal' })
  expect(await watchersOf(issue_id)).toContainEqual([eve.id, 'manual'])
})

test('whoever may not read an issue does not watch it', async () => {
  const near = await createProject(desk.service, desk.tenantId)
  const bob = await desk.member(['issues:read', 'issues:write'], near)
  const { id: issue_id } = await desk.newIssue({ reporter_id: bob.id })
  expect(await watchersOf(issue_id)).toEqual([])
  const own = await desk.newIssue({ assignee_id: bob.id, project_id: near })
  expect(await watchersOf(own.id)).toContainEqual([bob.id, 'assignee'])
})

test('one chooses on what occasions, and can watch by hand all the same', async () => {
  const bob = await desk.member(['*'])
  const occasions = ['issue_created', 'issue_assigned', 'issue_commented'] as const
  const act = {
    issue_created: () => bob.client.issues.create({ title: 'Mine', assignee_id: null }),
    issue_assigned: () => desk.newIssue({ assignee_id: bob.id }),
    issue_commented: async () => {
      const issue = await desk.newIssue()
      await bob.client.issues.comments.create({ issue_id: issue.id }, { body: 'Seen' })
      return issue
    },
  }
  for (const chosen of [[], ...occasions.map((one) => [one])]) {
    await bob.client.me.preferences.update({ auto_watch_on: chosen })
    for (const occasion of occasions) {
      const { id } = await act[occasion]()
      const watches = (await watchersOf(id)).some(([user]) => user === bob.id)
      expect([chosen, occasion, watches]).toEqual([chosen, occasion, chosen.includes(occasion)])
    }
  }
  const { id: issue_id } = await desk.newIssue()
  await bob.client.issues.watchers.create({ issue_id }, {})
  expect(await watchersOf(issue_id)).toContainEqual([bob.id, 'manual'])
})

test('a request without a body has oneself watch', async () => {
  const bob = await desk.member(['issues:read', 'issues:write'])
  const { id: issue_id } = await desk.newIssue()
  const answer = await fetch(`${desk.service.address}/issues/${issue_id}/watchers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bob.token}`, 'x-tenant-id': desk.tenantId },
  })
  expect([answer.status, await answer.json()]).toMatchObject([201, { user_id: bob.id, reason: 'manual' }])
  const eve = await desk.member(['issues:read', 'issues:write'])
  expect(await eve.client.issues.watchers.create({ issue_id })).toMatchObject({ user_id: eve.id })
})

test('whoever gave no name goes by the end of the id, never by username or email address', async () => {
  const bob = await desk.member(['*'])
  const { id: issue_id } = await desk.newIssue()
  const seen = async () => {
    const watcher = await bob.client.issues.watchers.create({ issue_id }, {})
    const listed = await desk.client.issues.watchers.list({ issue_id })
    const [latest] = await desk.client.issues.activity.list({ issue_id })
    const user = listed.find(({ user_id }) => user_id === bob.id)?.user
    return [watcher.user.display_name, user?.display_name, latest?.actor?.display_name]
  }
  expect(await seen()).toEqual(Array(3).fill(`User ${bob.id.slice(-6)}`))
  await bob.client.users.update({ user_id: bob.id }, { display_name: 'Bob Miller' })
  expect(await seen()).toEqual(['Bob Miller', 'Bob Miller', 'Bob Miller'])
})
