import { contract, problemsOf } from '@commonhold/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startUntilWaiting } from '../waiting.ts'
import { newKey, openDesk, problemOf, refusal, useDesk } from './desk.ts'

const desk = useDesk()

test('values are held against their fields, merged by key, and taken away by null', async () => {
  await desk.client.issueFields.create({ key: 'room', name: 'Room', type: 'text', max_length: 4 })
  await desk.client.issueFields.create({ key: 'seats', name: 'Seats', type: 'integer' })
  const { id: issue_id, custom_fields } = await desk.newIssue({ custom_fields: { room: 'A 12', seats: 3 } })
  expect(custom_fields).toEqual({ room: 'A 12', seats: 3 })
  const changed = await desk.client.issues.update({ issue_id }, { custom_fields: { seats: null } })
  expect(changed.custom_fields).toEqual({ room: 'A 12' })
  for (const [values, error] of [
    [{ room: 'too long' }, '/custom_fields/room too_long'],
    [{ seats: 'three' }, '/custom_fields/seats invalid_type'],
    [{ nonsense: 1 }, '/custom_fields/nonsense unknown_field'],
  ] as const)
    expect(await refusal(desk.client.issues.update({ issue_id }, { custom_fields: values }))).toEqual([
      422,
      'validation_failed',
      [error],
    ])
})

test('a value names a record of the tenant', async () => {
  await desk.client.issueFields.create({ key: 'owner', name: 'Owner', type: 'user' })
  await desk.client.issueFields.create({ key: 'related', name: 'Related', type: 'issue' })
  const other = await openDesk(desk.service)
  const theirs = await other.newIssue()
  const own = await desk.newIssue({ custom_fields: { owner: desk.owner.id } })
  expect((await desk.newIssue({ custom_fields: { related: own.id } })).custom_fields).toEqual({
    related: own.id,
  })
  for (const custom_fields of [{ owner: other.owner.id }, { related: theirs.id }])
    expect(await refusal(desk.newIssue({ custom_fields }))).toEqual([
      422,
      'validation_failed',
      [`/custom_fields/${Object.keys(custom_fields)[0]} reference_not_found`],
    ])
})

test('a record that a value names is not deleted, until none does', async () => {
  const { assetModels, assets, persons, groups, locations, locationTypes } = desk.client
  const { id: model_id } = await assetModels.create({ name: 'Beamer', tracking_type: 'serialized' })
  const { id: type_id } = await locationTypes.create({ name: 'A room' })
  const [asset, person, group, location] = await Promise.all([
    assets.create({ name: 'Beamer 1', model_id, serial_number: 'B1' }),
    persons.create({}),
    groups.create({ name: 'Readers', permissions: [] }),
    locations.create({ name: 'A 1', type_id }),
  ])
  const removals = {
    asset: () => assets.delete({ asset_id: asset.id }),
    person: () => persons.delete({ person_id: person.id }),
    group: () => groups.delete({ group_id: group.id }),
    location: () => locations.delete({ location_id: location.id }),
  } as const
  const named = { asset: asset.id, person: person.id, group: group.id, location: location.id }
  for (const [type, remove] of Object.entries(removals)) {
    const kind = type as keyof typeof removals
    const key = `named_${kind}`
    await desk.client.issueFields.create({ key, name: key, type: kind })
    const { id: issue_id } = await desk.newIssue({ custom_fields: { [key]: named[kind] } })
    expect(await refusal(remove())).toEqual([409, 'dependent_item_exists'])
    await desk.client.issues.update({ issue_id }, { custom_fields: { [key]: null } })
    await remove()
  }
})

beforeAll(async () => {
  await desk.client.issueFields.create({ key: 'escort', name: 'Escort', type: 'person' })
})
const namings = [
  ['a value', (id: string) => ({ custom_fields: { escort: id } }), '/custom_fields/escort'],
  [
    'the details',
    (id: string) => ({ issue_type: 'incident', details: { requester_person_id: id } }),
    '/details/requester_person_id',
  ],
] as const

describe.each(namings)('a person whom %s of an issue names', (_, naming, pointer) => {
  test('is not deleted', async () => {
    const { id: person_id } = await desk.client.persons.create({})
    await desk.newIssue(naming(person_id))
    expect(await refusal(desk.client.persons.delete({ person_id }))).toEqual([409, 'dependent_item_exists'])
  })

  test('is waited for while somebody deletes it', async () => {
    const { id } = await desk.client.persons.create({})
    const { sql } = desk.service.database
    const { answer, isOver } = await sql.begin(async (other) => {
      await other`select commonhold_select_tenant(${desk.tenantId})`
      await other`select from persons where id = ${id} for update`
      const started = await startUntilWaiting(sql, () => refusal(desk.newIssue(naming(id))))
      await other`delete from persons where id = ${id}`
      return started
    })
    expect(isOver).toBe(false)
    expect(await answer).toEqual([422, 'validation_failed', [`${pointer} reference_not_found`]])
  })
})

test('a user whom a value names keeps the account', async () => {
  await desk.client.issueFields.create({ key: 'keeper', name: 'Keeper', type: 'user' })
  const { id: user_id, client } = await desk.member(['issues:read'])
  const { id: issue_id } = await desk.newIssue({ custom_fields: { keeper: user_id } })
  expect(await refusal(client.users.delete({ user_id }))).toEqual([409, 'dependent_item_exists'])
  await desk.client.issues.update({ issue_id }, { custom_fields: { keeper: null } })
  await client.users.delete({ user_id })
})

test('a user whose account is being deleted is named afterwards, or not at all', async () => {
  await desk.client.issueFields.create({ key: 'opener', name: 'Opener', type: 'user' })
  const { id } = await desk.member(['issues:read'])
  const { sql } = desk.service.database
  const { answer, isOver } = await sql.begin(async (other) => {
    await other`select from users where id = ${id} for update`
    return startUntilWaiting(sql, () => desk.newIssue({ custom_fields: { opener: id } }))
  })
  expect(isOver).toBe(false)
  expect((await answer).custom_fields).toEqual({ opener: id })
})

test('an issue that names a person twice is one', async () => {
  const { id: person_id } = await desk.client.persons.create({})
  const details = { requester_person_id: person_id, requested_for_person_id: person_id }
  await desk.newIssue({ issue_type: 'service_request', details })
  const found = await problemOf(desk.client.persons.delete({ person_id }))
  expect(found).toMatchObject({ code: 'dependent_item_exists', dependents: { issues: 1 } })
})

test('a unique value belongs to one issue, also when several want it at once', async () => {
  await desk.client.issueFields.create({ key: 'ticket', name: 'Ticket', type: 'text', is_unique: true })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => refusal(desk.newIssue({ custom_fields: { ticket: 'T-1' } }))),
  )
  const refused = answers.filter((answer) => Array.isArray(answer))
  expect(refused).toHaveLength(7)
  for (const answer of refused) expect(answer).toEqual([409, 'already_exists'])
  const { id: issue_id } = await desk.newIssue()
  const fields = { custom_fields: { ticket: 'T-1' } }
  const { issues } = contract
  for (const [endpoint, attempt] of [
    [issues.create, () => desk.newIssue(fields)],
    [issues.update, () => desk.client.issues.update({ issue_id }, fields)],
    [
      issues.transition,
      () => desk.client.issues.transition({ issue_id }, { to_status: 'in_progress', fields }),
    ],
  ] as const) {
    expect(await refusal(attempt())).toEqual([409, 'already_exists'])
    expect([endpoint.path, problemsOf(endpoint)]).toEqual([
      endpoint.path,
      expect.arrayContaining(['already_exists']),
    ])
  }
})

test('options say no more than they must, and keep what a change leaves out', async () => {
  const red = { key: 'red', label: 'Red' }
  const blue = { key: 'blue', label: 'Blue', color: '#0000ff', position: 9, is_active: false }
  const made = await desk.client.issueFields.create({
    key: newKey(),
    name: 'Colour',
    type: 'select',
    options: [red, { key: 'green', label: 'Green' }, blue],
  })
  const usual = { color: null, is_active: true }
  expect(made.options).toEqual([
    { ...red, ...usual, position: 1 },
    { key: 'green', label: 'Green', ...usual, position: 2 },
    blue,
  ])
  const changed = await desk.client.issueFields.update(
    { issue_field_id: made.id },
    { options: [{ key: 'blue', label: 'Navy', color: null }, red] },
  )
  expect(changed.options).toEqual([
    { ...blue, label: 'Navy', color: null },
    { ...red, ...usual, position: 1 },
  ])
})
