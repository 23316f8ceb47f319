import { describe, expect, test } from 'vitest'
import { createProject, grantToo } from '../world.ts'
import { type Desk, openDesk, refusal, useDesk } from './desk.ts'

const desk = useDesk()

describe('an internal comment', () => {
  test('is shown to users who may read them, in list, count and activity, and to nobody else', async () => {
    const { id: issue_id } = await desk.newIssue()
    const bob = await desk.member(['issues:read', 'issues:write'])
    await desk.client.issues.comments.create({ issue_id }, { body: 'Hello' })
    const hidden = await desk.client.issues.comments.create(
      { issue_id },
      { body: 'Not for him', visibility: 'internal' },
    )
    expect((await desk.client.issues.get({ issue_id })).comment_count).toBe(2)
    expect((await bob.client.issues.get({ issue_id })).comment_count).toBe(1)
    expect((await bob.client.issues.list({ sort: ['-id'], limit: 1 }))[0]?.comment_count).toBe(1)
    expect((await bob.client.issues.comments.list({ issue_id })).map(({ body }) => body)).toEqual(['Hello'])
    expect(await bob.client.issues.comments.list({ issue_id }, { visibility: ['internal'] })).toEqual([])
    const told = async ({ client }: { client: Desk['client'] }) =>
      (await client.issues.activity.list({ issue_id }, { type: ['comment_added'] })).length
    expect([await told(desk), await told(bob)]).toEqual([2, 1])
    const one = { issue_id, comment_id: hidden.id }
    expect(await refusal(bob.client.issues.comments.update(one, { body: 'x' }))).toEqual([404, 'not_found'])
    expect(
      await refusal(bob.client.issues.comments.create({ issue_id }, { body: 'x', parent_id: hidden.id })),
    ).toEqual([422, 'validation_failed', ['/parent_id reference_not_found']])
    expect(
      await refusal(bob.client.issues.comments.create({ issue_id }, { body: 'x', visibility: 'internal' })),
    ).toEqual([403, 'permission_denied'])
  })

  test('of a project is not shown to whoever may read those of another project', async () => {
    const [own, other] = [
      await createProject(desk.service, desk.tenantId),
      await createProject(desk.service, desk.tenantId),
    ]
    const bob = await desk.member(['issues:read', 'issues:write'])
    await grantToo(desk.service, desk.tenantId, bob, [
      { permissions: ['issues:read_internal'], projectId: own },
    ])
    const shown: number[] = []
    for (const project_id of [own, other]) {
      const { id: issue_id } = await desk.newIssue({ project_id })
      await desk.client.issues.comments.create({ issue_id }, { body: 'Inside', visibility: 'internal' })
      shown.push((await bob.client.issues.comments.list({ issue_id })).length)
    }
    expect(shown).toEqual([1, 0])
  })
})

test('a comment is edited by who wrote it, or by whoever manages issues', async () => {
  const { id: issue_id } = await desk.newIssue()
  const bob = await desk.member(['issues:read', 'issues:write'])
  const eve = await desk.member(['issues:read', 'issues:write'])
  const { id: comment_id } = await bob.client.issues.comments.create({ issue_id }, { body: 'First' })
  const one = { issue_id, comment_id }
  expect(await refusal(eve.client.issues.comments.update(one, { body: 'Mine' }))).toEqual([
    403,
    'permission_denied',
  ])
  expect(await refusal(eve.client.issues.comments.delete(one))).toEqual([403, 'permission_denied'])
  const edited = await bob.client.issues.comments.update(one, { body: 'Second' })
  expect(edited).toMatchObject({ body: 'Second', is_edited: true })
  await desk.client.issues.comments.delete(one)
  expect(await desk.client.issues.comments.list({ issue_id })).toEqual([])
  const types = (await desk.client.issues.activity.list({ issue_id })).map(({ type }) => type)
  expect(types).toEqual(['comment_deleted', 'comment_edited', 'comment_added', 'issue_created'])
})

test('the first comment of somebody else than the reporter is the first response', async () => {
  const { id: issue_id } = await desk.newIssue()
  const bob = await desk.member(['issues:read', 'issues:write'])
  await desk.client.issues.comments.create({ issue_id }, { body: 'Please' })
  expect((await desk.client.issues.get({ issue_id })).first_responded_at).toBeNull()
  await bob.client.issues.comments.create({ issue_id }, { body: 'On it' })
  await bob.client.issues.comments.create({ issue_id }, { body: 'Done' })
  const { first_responded_at, watcher_count, version } = await desk.client.issues.get({ issue_id })
  expect([typeof first_responded_at, watcher_count, version]).toEqual(['string', 2, 2])
  const [, entry, ...more] = await desk.client.issues.history.list({ issue_id }, { sort: ['id'] })
  expect([entry?.actor_id, entry?.changes.map(({ field, to }) => [field, to]), more]).toEqual([
    bob.id,
    [['first_responded_at', first_responded_at]],
    [],
  ])
})

test('an internal comment that becomes public is a response of its author', async () => {
  const { id: issue_id } = await desk.newIssue()
  const bob = await desk.member(['issues:read', 'issues:write', 'issues:read_internal'])
  const responded = async () => (await desk.client.issues.get({ issue_id })).first_responded_at
  const write = async (client: typeof desk.client) =>
    (await client.issues.comments.create({ issue_id }, { body: 'Known', visibility: 'internal' })).id
  const show = (client: typeof desk.client, comment_id: string) =>
    client.issues.comments.update({ issue_id, comment_id }, { visibility: 'public' })
  await show(desk.client, await write(desk.client))
  expect(await responded()).toBeNull()
  const comment_id = await write(bob.client)
  await bob.client.issues.comments.update({ issue_id, comment_id }, { body: 'Known since today' })
  expect(await responded()).toBeNull()
  // The reporter, who may manage issues, makes Bob's comment public.
  await show(desk.client, comment_id)
  const first = await responded()
  expect(first).toEqual(expect.any(String))
  const last = (await desk.client.issues.history.list({ issue_id }, { sort: ['-id'] }))[0]
  expect(last?.changes.map(({ field, to }) => [field, to])).toEqual([['first_responded_at', first]])
  await show(bob.client, await write(bob.client))
  expect(await responded()).toBe(first)
})

test('watching twice is watching once; who may not read the issue cannot watch it', async () => {
  const { id: issue_id } = await desk.newIssue()
  const bob = await desk.member(['issues:read'])
  const eve = await desk.member(['assets:read'])
  const first = await desk.client.issues.watchers.create({ issue_id }, { user_id: bob.id })
  expect(first).toMatchObject({
    user_id: bob.id,
    reason: 'manual',
    added_by: desk.owner.id,
    user: { id: bob.id },
  })
  expect(await desk.client.issues.watchers.create({ issue_id }, { user_id: bob.id })).toEqual(first)
  expect(await refusal(desk.client.issues.watchers.create({ issue_id }, { user_id: eve.id }))).toEqual([
    422,
    'validation_failed',
    ['/user_id not_allowed_value'],
  ])
  expect((await desk.client.issues.list({ watcher_id: [bob.id] })).map(({ id }) => id)).toEqual([issue_id])
  await desk.client.issues.watchers.delete({ issue_id, user_id: bob.id })
  expect(await refusal(desk.client.issues.watchers.delete({ issue_id, user_id: bob.id }))).toEqual([
    404,
    'not_found',
  ])
})

test.each(['ftp://files/x', 'javascript:alert(1)', 'https://ada:secret@files/x', 'http://', '//files/x'])(
  'an attachment at %s is refused',
  async (url) => {
    const { id: issue_id } = await desk.newIssue()
    expect(await refusal(desk.client.issues.attachments.create({ issue_id }, { name: 'x', url }))).toEqual([
      422,
      'validation_failed',
      ['/url invalid_format'],
    ])
  },
)

describe('a link', () => {
  const link = (issue_id: string, linked_issue_id: string, link_type: string) =>
    desk.client.issues.links.create({ issue_id }, { linked_issue_id, link_type })

  test('is one record, seen from both ends and removed from either', async () => {
    const [a, b] = [await desk.newIssue(), await desk.newIssue()]
    const made = await link(a.id, b.id, 'blocks')
    expect(made).toMatchObject({ direction: 'outward', linked_issue: { id: b.id, key: b.key } })
    const [seen] = await desk.client.issues.links.list({ issue_id: b.id })
    expect(seen).toMatchObject({ id: made.id, direction: 'inward', issue_id: b.id, linked_issue_id: a.id })
    expect(await refusal(link(a.id, b.id, 'blocks'))).toEqual([409, 'already_exists'])
    await desk.client.issues.links.delete({ issue_id: b.id, link_id: made.id })
    expect(await desk.client.issues.links.list({ issue_id: a.id })).toEqual([])
  })

  test('that is symmetric is the same from both ends', async () => {
    const [a, b] = [await desk.newIssue(), await desk.newIssue()]
    await link(b.id, a.id, 'relates_to')
    expect(await refusal(link(a.id, b.id, 'relates_to'))).toEqual([409, 'already_exists'])
    expect(await desk.client.issues.links.list({ issue_id: b.id })).toMatchObject([{ direction: 'outward' }])
  })

  test('leads to another issue of the tenant', async () => {
    const a = await desk.newIssue()
    const elsewhere = await (await openDesk(desk.service)).newIssue()
    expect(await refusal(link(a.id, a.id, 'blocks'))).toEqual([
      422,
      'validation_failed',
      ['/linked_issue_id not_allowed_value'],
    ])
    expect(await refusal(link(a.id, elsewhere.id, 'blocks'))).toEqual([
      422,
      'validation_failed',
      ['/linked_issue_id reference_not_found'],
    ])
    const other = await desk.newIssue()
    expect(await refusal(link(a.id, other.id, 'nonsense'))).toEqual([
      422,
      'validation_failed',
      ['/link_type not_allowed_value'],
    ])
    expect(await refusal(link(a.id, elsewhere.id, 'nonsense'))).toEqual([
      422,
      'validation_failed',
      ['/linked_issue_id reference_not_found', '/link_type not_allowed_value'],
    ])
  })

  test('never closes a circle, also when two that would are made at once', async () => {
    const [a, b, c] = [await desk.newIssue(), await desk.newIssue(), await desk.newIssue()]
    await link(a.id, b.id, 'blocks')
    await link(b.id, c.id, 'blocks')
    expect(await refusal(link(c.id, a.id, 'blocks'))).toEqual([409, 'cycle_detected'])
    for (let round = 0; round < 8; round += 1) {
      const [x, y] = [await desk.newIssue(), await desk.newIssue()]
      const answers = await Promise.all([
        refusal(link(x.id, y.id, 'blocks')),
        refusal(link(y.id, x.id, 'blocks')),
      ])
      expect(answers.filter((answer) => Array.isArray(answer))).toEqual([[409, 'cycle_detected']])
    }
  })
})

test('the activity records once that an issue was archived, and that it was restored', async () => {
  const { id: issue_id } = await desk.newIssue()
  await desk.client.issues.archive({ issue_id })
  await desk.client.issues.archive({ issue_id })
  await desk.client.issues.restore({ issue_id })
  const activity = await desk.client.issues.activity.list({ issue_id })
  expect(activity.map(({ type }) => type)).toEqual(['issue_restored', 'issue_archived', 'issue_created'])
  const archived = await desk.client.issues.activity.list({ issue_id }, { type: ['issue_archived'] })
  expect(archived).toMatchObject([{ actor: { id: desk.owner.id }, data: {} }])
})

test('the history keeps names as they were, and stays when the issue is gone', async () => {
  const project = await desk.client.projects.create({ name: 'Old name', key: 'OLD' })
  const { id: issue_id } = await desk.newIssue({ assignee_id: desk.owner.id })
  await desk.client.issues.update(
    { issue_id },
    { project_id: project.id, status: 'in_progress', change_message: 'Ours' },
  )
  await desk.client.projects.update({ project_id: project.id }, { name: 'New name' })
  await desk.client.issues.delete({ issue_id })
  const history = await desk.client.issues.history.list({ issue_id }, { sort: ['id'] })
  expect(history.map(({ action }) => action)).toEqual(['created', 'transitioned', 'deleted'])
  const [, moved] = history
  expect(moved).toMatchObject({
    message: 'Ours',
    transition_id: expect.any(String),
    actor: { id: desk.owner.id },
  })
  expect(moved?.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        field: 'project_id',
        label: 'Project',
        from_label: 'Service desk',
        to_label: 'Old name',
      }),
      expect.objectContaining({ field: 'status', from_label: 'To do', to_label: 'In progress' }),
      expect.objectContaining({ field: 'key', to: 'OLD-1' }),
    ]),
  )
  const bob = await desk.member(['issues:read'])
  expect(await refusal(bob.client.issues.history.list({ issue_id }, { sort: ['id'] }))).toEqual([
    404,
    'not_found',
  ])
})
