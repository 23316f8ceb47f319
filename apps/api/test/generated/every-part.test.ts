import { expect, test } from 'vitest'
import { createRecord } from './calls.ts'
import { watchedTables } from './row-changes.ts'
import { useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()

const newIssue = ({ client, unique }: World, body: object = {}) =>
  client.issues.create({ title: unique(), ...body })
const newPerson = ({ client }: World) =>
  client.persons.create({
    identity: { first_name: 'Ada', last_name: 'Lovelace' },
    contacts: [{ type: 'email', value: 'ada@example.org' }],
  })
const newGroup = ({ client, unique }: World) => client.groups.create({ name: unique() })

/** For each foreign key that deletes records in cascade: creates such a record, and deletes the record that it belongs to. */
const deletions: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  asset_repairs__issue_id__reference: async (world) => {
    const { issue_id } = await createRecord(world, 'assetRepairs')
    return world.client.issues.delete({ issue_id: String(issue_id) })
  },
  contacts__identity_id__reference: async (world) => {
    const { client } = world
    const { id: person_id, current_identity_id } = await newPerson(world)
    const place = { person_id, identity_id: current_identity_id ?? '' }
    await client.persons.identities.contacts.create(place, { type: 'phone', value: '030 123' })
    await client.persons.identities.contacts.create(place, { type: 'phone', value: '030 124' })
    await client.persons.identities.delete(place)
  },
  contacts__person_id__reference: async (world) =>
    world.client.persons.delete({ person_id: (await newPerson(world)).id }),
  identities__person_id__reference: async (world) => {
    const { client } = world
    const { id: person_id } = await newPerson(world)
    const identity = await client.persons.identities.create(
      { person_id },
      { first_name: 'A', last_name: 'Byron' },
    )
    const place = { person_id, identity_id: identity.id }
    await client.persons.identities.contacts.create(place, { type: 'phone', value: '030 123' })
    await client.persons.delete({ person_id })
  },
  issue_approvals__issue_id__reference: async (world) => {
    const { id: issue_id } = await newIssue(world, {
      issue_type: 'change',
      details: { approver_ids: [world.user.id] },
    })
    await world.client.issues.delete({ issue_id })
  },
  issue_attachments__issue_id__reference: async (world) => {
    const { id: issue_id } = await newIssue(world)
    const attachment = { name: 'Photo', url: 'https://example.org/photo' }
    await world.client.issues.attachments.create({ issue_id }, attachment)
    await world.client.issues.delete({ issue_id })
  },
  issue_comments__issue_id__reference: async (world) => {
    const { id: issue_id } = await newIssue(world)
    await world.client.issues.comments.create({ issue_id }, { body: 'Seen' })
    await world.client.issues.comments.create({ issue_id }, { body: 'Between us', visibility: 'internal' })
    await world.client.issues.delete({ issue_id })
  },
  issue_links__issue_id__reference: async (world) => {
    const [{ id: issue_id }, { id: linked_issue_id }] = [await newIssue(world), await newIssue(world)]
    await world.client.issues.links.create({ issue_id }, { linked_issue_id, link_type: 'blocks' })
    await world.client.issues.delete({ issue_id })
  },
  issue_links__linked_issue_id__reference: async (world) => {
    const [{ id: issue_id }, { id: linked_issue_id }] = [await newIssue(world), await newIssue(world)]
    await world.client.issues.links.create({ issue_id }, { linked_issue_id, link_type: 'blocks' })
    await world.client.issues.delete({ issue_id: linked_issue_id })
  },
  issue_watchers__issue_id__reference: async (world) =>
    world.client.issues.delete({ issue_id: (await newIssue(world)).id }),
  memberships__group_id__reference: async (world) => {
    const { id: group_id } = await newGroup(world)
    await world.client.groups.memberships.create({ group_id }, { user_id: world.user.id })
    await world.client.groups.delete({ group_id })
  },
  memberships__member_group_id__reference: async (world) => {
    const [{ id: group_id }, { id: member_group_id }] = [await newGroup(world), await newGroup(world)]
    await world.client.groups.memberships.create({ group_id }, { member_group_id })
    await world.client.groups.delete({ group_id: member_group_id })
  },
}

test('every foreign key that takes records along is tried', async () => {
  const rows = await worlds.service.database.sql<{ conname: string }[]>`
    select conname from pg_constraint
     where contype = 'f' and confdeltype = 'c' and conrelid::regclass::text = any(${watchedTables}) order by conname`
  expect(Object.keys(deletions)).toEqual(rows.map(({ conname }) => conname))
})

// The observer compares the changes that the database recorded with the audit log.
test.each(Object.entries(deletions))('%s: the audit log tells of the records that go', async (_, remove) => {
  await remove(worlds.mine)
})

test('what an issue keeps for its repair is told as a change of the repair, one version for each request', async () => {
  const { client } = worlds.mine
  const made = await createRecord(worlds.mine, 'assetRepairs')
  const place = { issue_id: String(made.issue_id) }
  const versions = async () => (await client.assetRepairs.get({ repair_id: made.id })).version
  await client.issues.update(place, { title: worlds.mine.unique() })
  expect(await versions()).toBe(2)
  await client.issues.update(place, { labels: ['seen'] })
  expect(await versions()).toBe(2)
  await client.assetRepairs.update({ repair_id: made.id }, { vendor: 'Hinges & Sons', priority: 'high' })
  expect(await versions()).toBe(3)
})
