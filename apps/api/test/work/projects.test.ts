import { ApiProblem, type Project } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { freeKey, keyStem } from '../../src/work/projects/projects.rules.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { startUntilWaiting } from '../waiting.ts'
import { createProject, createTenant, grantOnly } from '../world.ts'

let service: TestService
let ada: TestUser
let tenantId: string

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada] })
})
afterAll(() => service.stop())

const adas = () => service.as(ada.token, tenantId)

/** Status and code of a refusal. */
async function refusal(promise: Promise<unknown>) {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  return error instanceof ApiProblem ? [error.status, error.code] : error
}

test.each([
  ['Move to Leeds', 'MTL'],
  ['operations', 'OPER'],
  ['Straßenbau Öl', 'SO'],
  ['Straße', 'STRA'],
  ['Øresund', 'ORES'],
  ['2026 plan', 'P'],
  ['日本', 'P'],
  ['a b c d e f g h i j k l m n', 'ABCDEFGHI'],
])('the key of %s begins %s', (name, stem) => {
  expect(keyStem(name)).toBe(stem)
})

test('a key in use gets a number, and a single letter always has one', () => {
  expect(freeKey('OPS', new Set(['OPS', 'OPS2']))).toBe('OPS3')
  expect(freeKey('P', new Set(['P1']))).toBe('P2')
})

test('projects of one name made at once get different keys', async () => {
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, at) => adas().projects.create({ name: `Garden house ${at}` })),
  )
  expect(new Set(made.map(({ key }) => key)).size).toBe(12)
})

test('a shared project’s key is not for a tenant’s own', async () => {
  const body = { name: 'Desk', key: 'SD' }
  expect(await refusal(adas().projects.create(body))).toEqual([409, 'already_exists'])
})

/** Creates a project in the tenant while another transaction creates a shared project with the key. */
async function createBeside(key: string, body: { name: string; key?: string }) {
  const { sql } = service.database
  const own = await sql.begin(async (shared) => {
    await shared`select commonhold_select_tenant(${ROOT_TENANT_ID})`
    await shared`select pg_advisory_xact_lock(hashtextextended(${`projects ${key}`}, 0))`
    await shared`insert into projects (id, key, name) values (${newId()}, ${key}, ${`Shared ${key}`})`
    return startUntilWaiting(sql, () => adas().projects.create(body))
  })
  return own.answer
}

test('a key that is given waits for a shared project that is taking it, and is refused', async () => {
  expect(await refusal(createBeside('ZCA', { name: 'Zebra crossing', key: 'ZCA' }))).toEqual([
    409,
    'already_exists',
  ])
})

test('a key made from the name waits for a shared project that is taking it, and is made anew', async () => {
  expect((await createBeside('ZCB', { name: 'Zebra Crossing Builders' })).key).toBe('ZCB2')
})

describe('a permission in one project', () => {
  let own: string
  let bob: TestUser
  const bobs = () => service.as(bob.token, tenantId)
  beforeAll(async () => {
    bob = await service.signUp()
    own = await createProject(service, tenantId)
    await grantOnly(service, tenantId, bob, ['projects:read', 'projects:write'], own)
  })

  test('reads and changes that project and no other', async () => {
    const other = await createProject(service, tenantId)
    const listed: Project[] = await bobs().projects.list()
    expect(listed.map(({ id }) => id)).toEqual([own])
    expect((await bobs().projects.update({ project_id: own }, { description: 'Bob was here' })).id).toBe(own)
    expect(await refusal(bobs().projects.get({ project_id: other }))).toEqual([404, 'not_found'])
    expect(await refusal(bobs().projects.archive({ project_id: other }))).toEqual([404, 'not_found'])
  })

  test('makes none', async () => {
    expect(await refusal(bobs().projects.create({ name: 'Another' }))).toEqual([403, 'permission_denied'])
  })
})
