import { describe, expect, test } from 'vitest'
import { createProject } from '../world.ts'
import { type Desk, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

describe('an issue that the caller may not read', () => {
  /** A worker with permissions in one project, an issue of this project, and one that the worker may not see. */
  async function separate(own: object = {}) {
    const project_id = await createProject(desk.service, desk.tenantId)
    const bob = await desk.member(['issues:read', 'issues:write'], project_id)
    const mine = await desk.newIssue({ project_id, ...own })
    return { project_id, bob, mine, hidden: await desk.newIssue({ title: 'A secret' }) }
  }
  const link = (issue_id: string, linked_issue_id: string, link_type: string) =>
    desk.client.issues.links.create({ issue_id }, { linked_issue_id, link_type })

  test('is not shown at the other end of links, which the caller may not remove either', async () => {
    const { project_id, bob, mine, hidden } = await separate()
    const near = await desk.newIssue({ project_id })
    const made = [
      await link(mine.id, hidden.id, 'causes'),
      await link(hidden.id, mine.id, 'blocks'),
      await link(hidden.id, mine.id, 'relates_to'),
    ]
    const seen = await link(mine.id, near.id, 'relates_to')
    const listed = await bob.client.issues.links.list({ issue_id: mine.id })
    expect(listed.map(({ id }) => id)).toEqual([seen.id])
    for (const { id: link_id } of made)
      expect(await refusal(bob.client.issues.links.delete({ issue_id: mine.id, link_id }))).toEqual([
        404,
        'not_found',
      ])
    expect(await desk.client.issues.links.list({ issue_id: mine.id })).toHaveLength(4)
    await bob.client.issues.links.delete({ issue_id: mine.id, link_id: seen.id })
    expect(await desk.client.issues.links.list({ issue_id: mine.id })).toHaveLength(3)
    const writer = await desk.member(['issues:write'])
    await writer.client.issues.links.delete({ issue_id: mine.id, link_id: made[0]?.id ?? '' })
    expect(await desk.client.issues.links.list({ issue_id: mine.id })).toHaveLength(2)
  })

  test('is not shown in the activity of what it is linked to, also when it is gone', async () => {
    const { project_id, bob, mine, hidden } = await separate()
    const near = await desk.newIssue({ project_id })
    const { id: link_id } = await link(mine.id, near.id, 'blocks')
    await link(hidden.id, mine.id, 'blocks')
    const told = async (client: Desk['client'], issue_id: string) =>
      (
        await client.issues.activity.list(
          { issue_id },
          { type: ['link_added', 'link_removed'], sort: ['id'] },
        )
      ).map(({ type, data }) => [
        type,
        data.link_type,
        data.direction,
        data.linked_issue_key,
        data.linked_issue_title,
      ])
    const added = ['link_added', 'blocks', 'outward', near.key, near.title]
    expect(await told(bob.client, mine.id)).toEqual([added])
    expect(await told(bob.client, near.id)).toEqual([
      ['link_added', 'blocks', 'inward', mine.key, mine.title],
    ])
    const addedToo = ['link_added', 'blocks', 'inward', hidden.key, hidden.title]
    expect(await told(desk.client, mine.id)).toEqual([added, addedToo])
    await desk.client.issues.delete({ issue_id: hidden.id })
    const removed = ['link_removed', 'blocks', 'inward', hidden.key, hidden.title]
    expect(await told(desk.client, mine.id)).toEqual([added, addedToo, removed])
    expect(await told(bob.client, mine.id)).toEqual([added])
    await bob.client.issues.links.delete({ issue_id: near.id, link_id })
    const removedToo = ['link_removed', 'blocks', 'outward', near.key, near.title]
    expect(await told(bob.client, mine.id)).toEqual([added, removedToo])
    await desk.client.issues.delete({ issue_id: near.id })
    expect(await told(bob.client, mine.id)).toEqual([added, removedToo])
  })

  test('shows neither the key nor the project that it had, once it has moved to where it is read', async () => {
    const { project_id, bob, mine } = await separate()
    const secret = await createProject(desk.service, desk.tenantId)
    const linked = await desk.newIssue({ project_id: secret })
    await link(mine.id, linked.id, 'blocks')
    const activity = () =>
      bob.client.issues.activity.list({ issue_id: mine.id }, { type: ['link_added', 'link_removed'] })
    expect(await activity()).toEqual([])
    const moved = await desk.client.issues.update({ issue_id: linked.id }, { project_id })
    expect(moved.key).not.toBe(linked.key)
    const [entry] = await activity()
    expect(entry?.data).toMatchObject({ linked_issue_id: linked.id, linked_issue_key: moved.key })
    for (const told of [linked.key, secret]) expect(JSON.stringify(entry)).not.toContain(told)
  })

  test('is seen by whoever may write it: in links, activity, and what blocks', async () => {
    const { bob, mine, hidden } = await separate({ status: 'in_progress' })
    await link(hidden.id, mine.id, 'blocks')
    const seen = async () => [
      (await bob.client.issues.links.list({ issue_id: mine.id })).length,
      (await bob.client.issues.activity.list({ issue_id: mine.id }, { type: ['link_added'] })).length,
      await problemOf(bob.client.issues.transition({ issue_id: mine.id }, { to_status: 'resolved' })),
    ]
    expect(await seen()).toMatchObject([0, 0, { blockers: [], hidden_blockers: 1 }])
    const permissions = ['issues:write' as const]
    const writers = await desk.client.groups.create({
      name: 'Writers there',
      permissions,
      project_id: hidden.project_id,
    })
    await desk.client.groups.memberships.create({ group_id: writers.id }, { user_id: bob.id })
    expect(await seen()).toMatchObject([1, 1, { blockers: [{ id: hidden.id }], hidden_blockers: 0 }])
  })

  test('blocks and is counted, and not named', async () => {
    const { project_id, bob, mine, hidden } = await separate({ status: 'in_progress' })
    const near = await desk.newIssue({ project_id })
    await link(hidden.id, mine.id, 'blocks')
    await link(near.id, mine.id, 'blocks')
    const part = await desk.newIssue({ parent_id: mine.id })
    const closing = (client: Desk['client']) =>
      problemOf(client.issues.transition({ issue_id: mine.id }, { to_status: 'resolved' }))
    expect(await closing(bob.client)).toMatchObject({
      code: 'issue_blocked',
      blockers: [{ id: near.id, key: near.key }],
      hidden_blockers: 1,
      children: [],
      hidden_children: 1,
    })
    const both = [near.id, hidden.id].sort().map((id) => ({ id }))
    expect(await closing(desk.client)).toMatchObject({
      blockers: both,
      hidden_blockers: 0,
      children: [{ id: part.id }],
      hidden_children: 0,
    })
    await desk.client.issues.update({ issue_id: near.id }, { status: 'cancelled' })
    const unavailable = { include_unavailable: true }
    const moves = await bob.client.issues.transitions.list({ issue_id: mine.id }, unavailable)
    expect(moves.find(({ to_status }) => to_status.key === 'resolved')?.unavailable_reasons).toEqual([
      'open_blockers',
      'open_children',
    ])
    await desk.client.issues.update({ issue_id: hidden.id }, { status: 'cancelled' })
    await desk.client.issues.update({ issue_id: part.id }, { status: 'cancelled' })
    expect(await closing(bob.client)).toBeUndefined()
  })
})

test('the activity shows a comment to users who may read it now', async () => {
  const { id: issue_id } = await desk.newIssue()
  const bob = await desk.member(['issues:read', 'issues:write'])
  const { id: comment_id } = await desk.client.issues.comments.create({ issue_id }, { body: 'Oops' })
  const other = await desk.client.issues.comments.create({ issue_id }, { body: 'Hello' })
  const told = async ({ client }: { client: Desk['client'] }) =>
    (await client.issues.activity.list({ issue_id }, { type: ['comment_added', 'comment_edited'] })).map(
      ({ type, data }) => [type, data.comment_id],
    )
  const change = (body: object) => desk.client.issues.comments.update({ issue_id, comment_id }, body)
  await change({ body: 'A secret' })
  await change({ visibility: 'internal' })
  expect(await told(bob)).toEqual([['comment_added', other.id]])
  expect(await told(desk)).toHaveLength(4)
  await change({ visibility: 'public' })
  expect(await told(bob)).toEqual(await told(desk))
  expect(await told(bob)).toHaveLength(5)
})

test('an answer to an internal comment is internal', async () => {
  const { id: issue_id } = await desk.newIssue()
  const { create, update } = desk.client.issues.comments
  const hidden = await create({ issue_id }, { body: 'A secret', visibility: 'internal' })
  const error = [422, 'validation_failed', ['/visibility not_allowed_value']]
  const answer = { body: 'Indeed', parent_id: hidden.id }
  expect(await refusal(create({ issue_id }, { ...answer, visibility: 'public' }))).toEqual(error)
  expect(await create({ issue_id }, answer)).toMatchObject({ visibility: 'internal' })
  const { id: comment_id } = await create({ issue_id }, { ...answer, visibility: 'internal' })
  const one = { issue_id, comment_id }
  expect(await refusal(update(one, { visibility: 'public' }))).toEqual(error)
  expect(await update(one, { body: 'No' })).toMatchObject({ body: 'No', visibility: 'internal' })
  await update({ issue_id, comment_id: hidden.id }, { visibility: 'public' })
  expect(await update(one, { visibility: 'public' })).toMatchObject({ visibility: 'public' })
})

describe('a comment that becomes internal', () => {
  const reply = (issue_id: string, body: string, parent_id: string) =>
    desk.client.issues.comments.create({ issue_id }, { body, parent_id })
  const hide = (issue_id: string, comment_id: string) =>
    desk.client.issues.comments.update({ issue_id, comment_id }, { visibility: 'internal' })

  test('takes its answers along: in list, count, activity and search', async () => {
    const { id: issue_id } = await desk.newIssue()
    const bob = await desk.member(['issues:read', 'issues:write'])
    const first = await desk.client.issues.comments.create({ issue_id }, { body: 'Opening' })
    const answer = await reply(issue_id, 'Quagga', first.id)
    const further = await reply(issue_id, 'Quokka', answer.id)
    const other = await desk.client.issues.comments.create({ issue_id }, { body: 'Numbat' })
    const seen = async ({ client }: { client: Desk['client'] }) => ({
      comments: (await client.issues.comments.list({ issue_id })).map(({ id }) => id),
      count: (await client.issues.get({ issue_id })).comment_count,
      told: (await client.issues.activity.list({ issue_id }, { type: ['comment_added'] })).length,
      found: await Promise.all(
        ['quagga', 'quokka', 'numbat'].map(async (q) => (await client.issues.list({ q })).length),
      ),
    })
    expect(await seen(bob)).toMatchObject({ count: 4, told: 4, found: [1, 1, 1] })
    await hide(issue_id, first.id)
    expect(await seen(bob)).toEqual({ comments: [other.id], count: 1, told: 1, found: [0, 0, 1] })
    expect(await seen(desk)).toMatchObject({ count: 4, told: 4, found: [1, 1, 1] })
    const hidden = await desk.client.issues.comments.list({ issue_id })
    expect(hidden.find(({ id }) => id === further.id)).toMatchObject({
      visibility: 'internal',
      version: further.version + 1,
      is_edited: false,
    })
  })

  test('leaves no public answer behind that comes at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: issue_id } = await desk.newIssue()
      const first = await desk.client.issues.comments.create({ issue_id }, { body: 'Opening' })
      const answer = await reply(issue_id, 'Yes', first.id)
      await Promise.all([
        ...Array.from({ length: 4 }, () => reply(issue_id, 'No', answer.id)),
        hide(issue_id, first.id),
      ])
      const comments = await desk.client.issues.comments.list({ issue_id })
      expect(comments.map(({ visibility }) => visibility)).toEqual(Array(6).fill('internal'))
    }
  })
})
