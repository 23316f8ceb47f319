import { expect, test } from 'vitest'
import { refusal, useDesk } from './desk.ts'

const desk = useDesk()

const file = { name: 'a.png', url: 'https://files.example.org/a.png' }

test('a comment, an attachment and a link are read where their 201 says', async () => {
  const { client } = desk
  const [{ id: issue_id }, other] = [await desk.newIssue(), await desk.newIssue()]
  const made = [
    await client.issues.comments.create.safe({ issue_id }, { body: 'Hello' }),
    await client.issues.attachments.create.safe({ issue_id }, file),
    await client.issues.links.create.safe({ issue_id }, { linked_issue_id: other.id, link_type: 'blocks' }),
  ]
  const token = { authorization: `Bearer ${desk.owner.token}`, 'x-tenant-id': desk.tenantId }
  for (const answer of made) {
    if (!answer.ok) throw answer.error
    const location = answer.headers.get('location') ?? ''
    const read = await fetch(new URL(location, desk.service.address), { headers: token })
    expect([location, await read.json()]).toEqual([location, answer.data])
  }
  const links = await client.issues.links.list({ issue_id: other.id })
  const [link] = links
  expect(await client.issues.links.get({ issue_id: other.id, link_id: link?.id ?? '' })).toEqual(link)
})

test('parts are read of their own issue alone, and by those who may', async () => {
  const { client } = desk
  const project = await client.projects.create({ name: 'Hidden' })
  const [{ id: issue_id }, other] = [await desk.newIssue(), await desk.newIssue({ project_id: project.id })]
  const { id: comment_id } = await client.issues.comments.create(
    { issue_id },
    { body: 'Secret', visibility: 'internal' },
  )
  const { id: attachment_id } = await client.issues.attachments.create({ issue_id }, file)
  const { id: link_id } = await client.issues.links.create(
    { issue_id },
    { linked_issue_id: other.id, link_type: 'blocks' },
  )
  const nothing = [404, 'not_found']
  const third = { issue_id: (await desk.newIssue()).id }
  expect(await refusal(client.issues.comments.get({ ...third, comment_id }))).toEqual(nothing)
  expect(await refusal(client.issues.attachments.get({ ...third, attachment_id }))).toEqual(nothing)
  expect(await refusal(client.issues.links.get({ ...third, link_id }))).toEqual(nothing)
  const desks = (await client.issues.get({ issue_id })).project_id
  const bob = await desk.member(['issues:read'], desks)
  expect(await refusal(bob.client.issues.comments.get({ issue_id, comment_id }))).toEqual(nothing)
  expect(await refusal(bob.client.issues.links.get({ issue_id, link_id }))).toEqual(nothing)
  expect((await bob.client.issues.attachments.get({ issue_id, attachment_id })).id).toBe(attachment_id)
  expect((await client.issues.comments.get({ issue_id, comment_id })).body).toBe('Secret')
})

test('an attachment is removed by whoever added it, or who manages issues', async () => {
  const { id: issue_id } = await desk.newIssue()
  const writer = await desk.member(['issues:read', 'issues:write'])
  const manager = await desk.member(['issues:read', 'issues:write', 'issues:manage'])
  const add = async (client = desk.client) => ({
    issue_id,
    attachment_id: (await client.issues.attachments.create({ issue_id }, file)).id,
  })
  expect(await refusal(writer.client.issues.attachments.delete(await add()))).toEqual([
    403,
    'permission_denied',
  ])
  await writer.client.issues.attachments.delete(await add(writer.client))
  await manager.client.issues.attachments.delete(await add(writer.client))
})

test('whoever is to work on an issue must be able to read it', async () => {
  const { client } = desk
  const [here, there] = [
    await client.projects.create({ name: 'Here' }),
    await client.projects.create({ name: 'There' }),
  ]
  const reader = await desk.member(['issues:read'], here.id)
  const refused = [422, 'validation_failed', ['/assignee_id not_allowed_value']]
  const assignee_id = reader.id
  expect(await refusal(desk.newIssue({ project_id: there.id, assignee_id }))).toEqual(refused)
  const { id: issue_id } = await desk.newIssue({ project_id: here.id, assignee_id })
  expect(await refusal(client.issues.update({ issue_id }, { project_id: there.id }))).toEqual(refused)
  await client.issues.update({ issue_id }, { project_id: there.id, assignee_id: null })
  expect(await refusal(client.issues.update({ issue_id }, { assignee_id }))).toEqual(refused)
  await client.projects.update({ project_id: there.id }, { default_assignee_id: reader.id })
  expect((await desk.newIssue({ project_id: there.id })).assignee_id).toBeNull()
})
