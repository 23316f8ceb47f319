import { type Permission, type RecordType, recordTypes } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { refusal } from '../work/desk.ts'
import { createTenant, grantOnly, leaveTenant, signUpStranger } from '../world.ts'
import { makers, newWord, oneOfEach, useSearchDesk } from './world.ts'

const desk = useSearchDesk()

/** The permission that reads each type; null if every member reads it. */
const reading: Readonly<Record<RecordType, Permission | null>> = {
  asset: 'assets:read',
  person: 'persons:read',
  issue: 'issues:read',
  configuration_item: 'configuration_items:read',
  location: 'locations:read',
  project: 'projects:read',
  asset_model: 'assets:read',
  school: 'education:read',
  group: 'groups:read',
  user: null,
}

type Client = ReturnType<typeof makers>['client']

const typesFound = async (client: Client, q: string) =>
  (await client.search.list({ q })).map(({ type }) => type).sort()

/** The types of the records that the caller finds by id. */
async function typesNamed(client: Client, made: Readonly<Record<string, string>>) {
  const all = await Promise.all(Object.values(made).map((code) => client.codes.get({ code })))
  return all
    .flat()
    .map(({ type }) => type)
    .sort()
}

/** The types that the permissions show, and those that every member sees. */
const shownBy = (...permissions: readonly (Permission | null)[]) =>
  recordTypes.filter((type) => permissions.includes(reading[type]) || reading[type] === null).sort()

describe('each kind is found with its own read permission alone', () => {
  test.each([...new Set(Object.values(reading))])('%s', async (permission) => {
    const word = newWord()
    const made = await oneOfEach(desk(), word)
    const { client } = await desk().member(permission === null ? [] : [permission])
    expect(await typesFound(client, word)).toEqual(shownBy(permission))
    expect(await typesNamed(client, made)).toEqual(shownBy(permission))
    const hidden = recordTypes.filter((type) => !shownBy(permission).includes(type))
    expect(await client.search.list({ q: word, types: hidden })).toEqual([])
  })

  test('and none by those who may only write', async () => {
    const word = newWord()
    const made = await oneOfEach(desk(), word)
    const { client } = await desk().member(
      Object.values(reading).flatMap((permission) => permission?.replace('read', 'write') ?? []),
    )
    expect(await typesFound(client, word)).toEqual(['user'])
    expect(await typesNamed(client, made)).toEqual(['user'])
  })
})

test('a permission that is limited to a project finds the records of that project alone', async () => {
  const make = makers(desk())
  const word = newWord()
  const [mine, other] = [await make.project(`Mine ${word}`), await make.project(`Other ${word}`)]
  const [tags, serials] = [
    [newWord(), newWord()],
    [newWord(), newWord()],
  ] as const
  const assets = [
    await make.asset(word, { project_id: mine.id, asset_tag: tags[0], serial_number: serials[0] }),
    await make.asset(word, { project_id: other.id, asset_tag: tags[1], serial_number: serials[1] }),
    await make.asset(word),
  ]
  const issues = [await make.issue(word, mine.id), await make.issue(word, other.id)]
  const { client } = await desk().member(['projects:read', 'issues:read', 'assets:read'], mine.id)
  expect((await client.search.list({ q: word })).map(({ id }) => id).sort()).toEqual(
    [mine.id, assets[0]?.id, issues[0]?.id].sort(),
  )
  const codes = [
    ...tags,
    ...serials,
    ...[mine, other, ...issues].map(({ key }) => key),
    ...[mine, other, ...assets, ...issues].map(({ id }) => id),
  ]
  const named = await Promise.all(codes.map((code) => client.codes.get({ code })))
  expect(named.flat().map(({ id }) => id)).toEqual([
    ...[assets[0], assets[0], mine, issues[0], mine, assets[0], issues[0]].map((record) => record?.id),
  ])
  // Hidden records do not count for the limit, and their codes do not match.
  expect(await client.search.list({ q: serials[1] })).toEqual([])
  expect(await client.search.list({ q: word, types: ['asset'], limit: 1 })).toHaveLength(1)
})

test('records of another tenant are not found, not even by their ids', async () => {
  const word = newWord()
  const made = await oneOfEach(desk(), word)
  const stranger = await desk().service.signUp()
  const client = desk().service.as(stranger.token, await createTenant(desk().service, { owners: [stranger] }))
  expect(await client.search.list({ q: word })).toEqual([])
  expect(await typesNamed(client, made)).toEqual([])
  const asset = await desk().client.assets.get({ asset_id: made.asset ?? '' })
  for (const code of [asset.asset_tag, asset.serial_number ?? '', `https://any.host/t/x/assets/${asset.id}`])
    expect((await client.codes.get({ code })).filter(({ id }) => id === asset.id)).toEqual([])
})

test('what the root tenant shares is found everywhere, and nothing else of it', async () => {
  const operator = await desk().service.signUp()
  await grantOnly(desk().service, ROOT_TENANT_ID, operator, ['*'])
  const root = makers({ ...desk(), client: desk().service.as(operator.token, ROOT_TENANT_ID) })
  const word = newWord()
  const [model, project, asset, school] = [
    await root.model(word),
    await root.project(word),
    await root.asset(word, { asset_tag: word }),
    await root.school(word, word),
  ]
  const own = await makers(desk()).model(`Own ${word}`)
  const ids = async (client: Client) => (await client.search.list({ q: word })).map(({ id }) => id).sort()
  expect(await ids(desk().client)).toEqual([model.id, project.id, own.id].sort())
  expect(await ids(root.client)).toEqual([model.id, project.id, asset.id, school.id].sort())
  const { client } = desk()
  expect(await client.codes.get({ code: project.key })).toEqual([
    { type: 'project', id: project.id, name: word, matched_by: 'key' },
  ])
  expect(await client.codes.get({ code: model.id })).toHaveLength(1)
  for (const code of [word, asset.id, school.id]) expect(await client.codes.get({ code })).toEqual([])
})

test('archived records are not named by their codes', async () => {
  const make = makers(desk())
  const code = newWord()
  const room = await make.location(newWord(), code)
  expect(await desk().client.codes.get({ code })).toHaveLength(1)
  await desk().client.locations.archive({ location_id: room.id })
  for (const text of [code, room.id]) expect(await desk().client.codes.get({ code: text })).toEqual([])
})

test('users are found by their accounts only with users:read, and by nobody when they have left', async () => {
  const { client, member, service, tenantId } = desk()
  const user = await member([])
  const name = newWord()
  await user.client.users.update({ user_id: user.id }, { display_name: name })
  const [account = ''] = user.email.split('@')
  const [plain, reader] = [await member([]), await member(['users:read'])]
  const shown = async (of: Client, q: string) =>
    (await of.search.list({ q, types: ['user'] })).map(({ title, subtitle }) => [title, subtitle])
  expect(await shown(plain.client, name)).toEqual([[name, null]])
  expect(await shown(reader.client, name)).toEqual([[name, user.email]])
  expect(await shown(plain.client, account)).toEqual([])
  expect(await shown(reader.client, account)).toEqual([[name, user.email]])
  await leaveTenant(service, tenantId, user)
  expect(await shown(client, name)).toEqual([])
  expect(await client.codes.get({ code: user.id })).toEqual([])
})

test('who has no tenant searches nothing', async () => {
  const { client } = await signUpStranger(desk().service)
  expect(await refusal(client.search.list({ q: 'laptop' }))).toEqual([403, 'tenant_access_denied'])
  expect(await refusal(client.codes.get({ code: 'A-1' }))).toEqual([403, 'tenant_access_denied'])
})

test('former names of persons find nobody', async () => {
  const make = makers(desk())
  const [before, after] = [newWord(), newWord()]
  const person = await make.person('Ada', before)
  const { id: current_identity_id } = await desk().client.persons.identities.create(
    { person_id: person.id },
    { first_name: 'Ada', last_name: after },
  )
  await desk().client.persons.update({ person_id: person.id }, { current_identity_id })
  expect(await desk().client.search.list({ q: before })).toEqual([])
  expect(await desk().client.search.list({ q: after })).toHaveLength(1)
})
