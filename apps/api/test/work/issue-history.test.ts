import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { type Desk, newKey, openDesk } from './desk.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startService()
  desk = await openDesk(service)
})
afterAll(() => service.stop())

const historyOf = (issue_id: string) => desk.client.issueRecords.history({ issue_id })

/** Of the last entry, the words for each member and its values. */
async function lastWords(issue_id: string) {
  const entry = (await historyOf(issue_id)).at(-1)
  return Object.fromEntries(
    (entry?.changes ?? []).map(({ field, label, from_label, to_label }) => [
      field,
      [label, from_label, to_label],
    ]),
  )
}

test('values of the tenant’s own fields are told by their labels as they were', async () => {
  const { client } = desk
  const place = await client.locations.create({
    name: 'Library',
    type_id: (await client.locationTypes.list())[0]?.id ?? '',
  })
  const person = await client.persons.create({ identity: { first_name: 'Ada', last_name: 'Byron' } })
  const model = await client.assetModels.create({ name: newKey(), tracking_type: 'countable' })
  const asset = await client.assets.create({ name: 'Beamer', model_id: model.id })
  const item = await client.configurationItems.create({ name: 'Mail' })
  const group = await client.groups.create({ name: 'Porters' })
  const other = await desk.newIssue()
  const bob = await desk.member(['issues:read'])
  await bob.client.users.update({ user_id: bob.id }, { display_name: 'Bob' })
  const option = (key: string, label: string) => ({ key, label, color: null, position: 1, is_active: true })
  const options = [option('n', 'North wing'), option('s', 'South wing')]
  const cases = [
    ['select', 'n', 'North wing', { options }],
    ['multi_select', ['s', 'n'], 'South wing, North wing', { options }],
    ['user', bob.id, 'Bob'],
    ['group', group.id, 'Porters'],
    ['person', person.id, person.display_name],
    ['asset', asset.id, 'Beamer'],
    ['configuration_item', item.id, 'Mail'],
    ['location', place.id, 'Library'],
    ['issue', other.id, other.key],
    ['text', 'n', 'n'],
  ] as const
  const keys = await Promise.all(
    cases.map(async ([type, , , more = {}]) => {
      const { key } = await client.issueFields.create({ key: newKey(), name: `A ${type}`, type, ...more })
      return key
    }),
  )
  const custom_fields = Object.fromEntries(cases.map(([, value], at) => [keys[at], value]))
  const { id: issue_id } = await desk.newIssue({ custom_fields })
  const words = await lastWords(issue_id)
  for (const [at, [type, , label]] of cases.entries())
    expect(words[`custom_fields.${keys[at]}`], type).toEqual([`A ${type}`, null, label])
  await client.locations.update({ location_id: place.id }, { name: 'Closed' })
  expect(await lastWords(issue_id)).toEqual(words)
})

test('records and codes in details are told by their names', async () => {
  const { client } = desk
  const bob = await desk.member(['issues:read'])
  await bob.client.users.update({ user_id: bob.id }, { display_name: 'Bob' })
  const asker = await client.persons.create({ identity: { first_name: 'Alan', last_name: 'Turing' } })
  const { id: issue_id } = await desk.newIssue({ issue_type: 'service_request' })
  const details = {
    requester_person_id: asker.id,
    requested_for_person_id: asker.id,
    approver_ids: [bob.id],
    on_hold_reason: 'awaiting_vendor' as const,
  }
  await client.issues.update({ issue_id }, { details })
  const words = await lastWords(issue_id)
  expect(words['details.requester_person_id']).toEqual(['Requester person', null, asker.display_name])
  expect(words['details.requested_for_person_id']?.[2]).toBe(asker.display_name)
  expect(words['details.approver_ids']?.[2]).toBe('Bob')
  expect(words['details.on_hold_reason']?.[2]).toBe('Awaiting vendor')
})

test('who made a change goes by the name of that time', async () => {
  const bob = await desk.member(['issues:read', 'issues:write'])
  const { id: issue_id } = await desk.newIssue()
  const rename = (display_name: string) => bob.client.users.update({ user_id: bob.id }, { display_name })
  await rename('Bob Miller')
  await bob.client.issues.update({ issue_id }, { title: 'By Miller' })
  await rename('Bob Smith')
  await bob.client.issues.update({ issue_id }, { title: 'By Smith' })
  const names = (await historyOf(issue_id)).map(({ actor }) => actor?.display_name)
  expect(names.slice(1)).toEqual(['Bob Miller', 'Bob Smith'])
})
