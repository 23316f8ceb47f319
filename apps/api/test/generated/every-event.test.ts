import type { Event, Permission } from '@commonhold/contract'
import { expect, test } from 'vitest'
import type { TestUser } from '../service.ts'
import { createProject, grantOnly } from '../world.ts'
import { createRecord, sampleOf } from './calls.ts'
import { lists } from './lists.ts'
import { operationNamed } from './operations.ts'
import { useWorlds } from './worlds.ts'

const worlds = useWorlds()

const readers = new Map<string, TestUser>()

/** A member of the tenant with only one permission. */
async function readerWith(permission: string): Promise<TestUser> {
  const known = readers.get(permission)
  if (known) return known
  const user = await worlds.service.signUp()
  await grantOnly(worlds.service, worlds.mine.tenantId, user, [permission])
  readers.set(permission, user)
  return user
}

/** Waits until the log contains everything that was committed: transactions of other test files delay it. */
async function settled(after: string): Promise<void> {
  const { id } = await own().assetModels.create({
    name: worlds.mine.unique(),
    tracking_type: 'serialized',
  })
  await expect
    .poll(async () => (await own().events.get({ after, limit: 500 })).events)
    .toContainEqual(expect.objectContaining({ subject: `asset_model/${id}` }))
}

const own = () => worlds.mine.client

/** The events in the first part of a stream that a member receives after a position. */
async function streamedTo(user: TestUser, after: string): Promise<Event[]> {
  const { body } = await fetch(`${worlds.service.address}/events?after=${after}&limit=500`, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${user.token}`,
      'X-Tenant-Id': worlds.mine.tenantId,
    },
  })
  let text = ''
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (/^id: .+\n\n$/m.test(text)) break
  }
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
}

/**
 * The types of a record's events, such as `asset.created`, that a user gets from GET /events after a cursor. Also expects that
 * the stream sends the same events.
 */
async function receivedBy(user: TestUser, after: string, id: string): Promise<string[]> {
  const { events } = await worlds.service
    .as(user.token, worlds.mine.tenantId)
    .events.get({ after, limit: 500 })
  const about = ({ data }: Event) => data.record_id === id
  expect((await streamedTo(user, after)).filter(about)).toEqual(events.filter(about))
  return events.filter(about).map(({ type }) => type)
}

const head = async () => (await worlds.mine.client.events.head.get()).next

/** Groups with records whose read permission applies to the whole tenant. */
const kinds = lists
  .filter(({ group, name }) => name === 'list' && sampleOf(group).create !== undefined)
  .flatMap(({ group }) => {
    const { permission } = operationNamed(group, 'get').endpoint
    return permission === 'public' || permission === 'authenticated' ? [] : [{ group, permission }]
  })

test.each(kinds)(
  'who may read $group receives their events, and nobody else does',
  async ({ group, permission }) => {
    const other: Permission = permission.startsWith('locations') ? 'education:read' : 'locations:read'
    const [reader, stranger, left] = [
      await readerWith(permission),
      await readerWith(other),
      await worlds.service.signUp(),
    ]
    await grantOnly(worlds.service, worlds.mine.tenantId, left, [permission, 'tenant:read'])
    const after = await head()
    const { id } = await createRecord(worlds.mine, group)
    await settled(after)
    expect(
      await receivedBy(reader, after, id),
      `${group}: its readers receive its events once its history is declared (index.ts of its area in the contract, api/src/events/recorded-kinds.store.ts)`,
    ).toEqual([expect.stringMatching(/\.created$/)])
    await grantOnly(worlds.service, worlds.mine.tenantId, left, ['tenant:read'])
    expect([await receivedBy(stranger, after, id), await receivedBy(left, after, id)]).toEqual([[], []])
  },
)

test('the readers of a project receive the events of its records, deletions included', async () => {
  const { service, mine } = worlds
  const [shown, hidden] = [
    await createProject(service, mine.tenantId),
    await createProject(service, mine.tenantId),
  ]
  const user = await service.signUp()
  await grantOnly(service, mine.tenantId, user, ['issues:read'], shown)
  const after = await head()
  const inProject = async (project_id: string) =>
    (await mine.client.issues.create({ title: mine.unique(), project_id })).id
  for (const [id, expected] of [
    [await inProject(shown), ['issue.created']],
    [await inProject(hidden), []],
  ] as const) {
    await settled(after)
    expect(await receivedBy(user, after, id)).toEqual(expected)
    await mine.client.issues.delete({ issue_id: id })
    await settled(after)
    expect(await receivedBy(user, after, id)).toEqual(expected.map(() => 'issue.deleted'))
  }
})

test('events of internal comments go to those who read them', async () => {
  const { service, mine } = worlds
  const { id: issue_id } = await mine.client.issues.create({ title: mine.unique() })
  const after = await head()
  const comment = async (visibility: 'public' | 'internal') =>
    (await mine.client.issues.comments.create({ issue_id }, { body: mine.unique(), visibility })).id
  const [open, internal] = [await comment('public'), await comment('internal')]
  await settled(after)
  const [reader, agent] = [await readerWith('issues:read'), await service.signUp()]
  await grantOnly(service, mine.tenantId, agent, ['issues:read', 'issues:read_internal'])
  const heardBy = async (user: TestUser) => [
    await receivedBy(user, after, open),
    await receivedBy(user, after, internal),
  ]
  expect(await heardBy(reader)).toEqual([['issue_comment.created'], []])
  expect(await heardBy(agent)).toEqual([['issue_comment.created'], ['issue_comment.created']])
})

test('private contacts, and what changed of a person, are for those who read sensitive members', async () => {
  const { service, mine } = worlds
  const after = await head()
  const { id: person_id } = await mine.client.persons.create({ birth_date: '2011-11-11' })
  const { id } = await mine.client.persons.contacts.create(
    { person_id },
    { type: 'email', value: 'private@example.org', label: 'home' },
  )
  await settled(after)
  const [reader, registrar] = [await readerWith('persons:read'), await service.signUp()]
  await grantOnly(service, mine.tenantId, registrar, ['persons:read', 'persons:read_sensitive'])
  for (const [user, received, changed] of [
    [reader, [], []],
    [registrar, ['contact.created'], ['birth_date', 'id']],
  ] as const) {
    expect(await receivedBy(user, after, id)).toEqual(received)
    const { events } = await service.as(user.token, mine.tenantId).events.get({ after, limit: 500 })
    const ofPerson = events.find(({ data }) => data.record_id === person_id)
    expect(ofPerson?.data.changed).toEqual(changed)
  }
})
