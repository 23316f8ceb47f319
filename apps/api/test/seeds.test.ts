import { readFileSync } from 'node:fs'
import { permissionNames } from '@commonhold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT_TENANT_ID } from '../src/db/tenancy.ts'
import { sharedLocationTypes } from '../src/locations/seeds.ts'
import { seed } from '../src/seed.ts'
import {
  builtinGroups,
  SIGN_UP_TENANT_ID,
  seededGroups,
  seededTenants,
  sharedProjects,
} from '../src/system/seeds.ts'
import { createDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** The rows of a table that row level security shows to a tenant. */
const visibleIn = (tenantId: string, table: 'groups' | 'projects' | 'location_types') =>
  database.sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${tenantId})`
    return [...(await tx`select * from ${tx(table)} order by id`)]
  })
/** All rows that the seeds insert. */
const everything = async () => ({
  tenants: [...(await database.sql`select * from tenants order by id`)],
  groups: await Promise.all(seededTenants.map(({ id }) => visibleIn(id, 'groups'))),
  projects: await Promise.all(seededTenants.map(({ id }) => visibleIn(id, 'projects'))),
  locationTypes: await Promise.all(seededTenants.map(({ id }) => visibleIn(id, 'location_types'))),
})

test('a fresh database holds the root tenant and the tenant for sign-up', async () => {
  const { tenants } = await everything()
  expect(tenants).toMatchObject(seededTenants)
  expect(tenants).toHaveLength(2)
  expect(tenants.filter(({ is_root }) => is_root)).toMatchObject([{ id: ROOT_TENANT_ID }])
})

test.each(seededTenants)('$slug has the built-in groups, and sees no others', async ({ id }) => {
  const groups = await visibleIn(id, 'groups')
  expect(groups).toHaveLength(builtinGroups.length)
  for (const { key, name, description, permissions } of seededGroups(id))
    expect(groups).toContainEqual(
      expect.objectContaining({
        key,
        name,
        description,
        permissions,
        tenant_id: id,
        is_builtin: true,
        project_id: null,
        archived_at: null,
        created_by: null,
      }),
    )
})

test.each(seededTenants)('$slug sees the shared projects, which the root tenant owns', async ({ id }) => {
  const projects = await visibleIn(id, 'projects')
  expect(projects).toMatchObject(
    sharedProjects.map((project) => ({ ...project, tenant_id: ROOT_TENANT_ID, archived_at: null })),
  )
  expect(projects).toHaveLength(sharedProjects.length)
})

test.each(seededTenants)('$slug sees the shared kinds of places', async ({ id }) => {
  const types = await visibleIn(id, 'location_types')
  expect(types).toMatchObject(sharedLocationTypes.map((type) => ({ ...type, tenant_id: ROOT_TENANT_ID })))
  expect(types.map(({ name }) => name)).toEqual([
    'Site',
    'Building',
    'Floor',
    'Room',
    'Area',
    'Storage',
    'Vehicle',
  ])
})

const all = (...resources: readonly string[]) =>
  resources.flatMap((resource) => ['read', 'write', 'delete'].map((action) => `${resource}:${action}`))
const both = (...resources: readonly string[]) =>
  resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`])
const reads = (...resources: readonly string[]) => resources.map((resource) => `${resource}:read`)
const work = ['projects', 'issues', 'issue_configuration', 'assets', 'configuration_items', 'locations']
const people = ['persons', 'education', 'employments']
const internal = ['issues:read_internal', 'issues:manage']

const beginnings: [key: string, permissions: readonly string[]][] = [
  ['owners', ['*']],
  [
    'administrators',
    permissionNames.filter((permission) => !/^(tenant:delete$|service_accounts:)/.test(permission)),
  ],
  ['agents', [...all(...work), ...internal]],
  ['registrars', [...all(...people), 'persons:read_sensitive']],
  [
    'users',
    [
      ...both('issues', 'projects', 'assets', 'configuration_items', 'locations'),
      'issues:delete',
      ...reads('issue_configuration', ...people, 'groups', 'users', 'tenant'),
    ],
  ],
]

test.each(beginnings)('in a tenant that people make, %s begin with what they need', (key, permissions) => {
  const group = builtinGroups.find((one) => one.key === key)
  expect([...(group?.permissions ?? [])].sort()).toEqual([...permissions].sort())
})

test('in the tenant for trying out, users do the whole of the daily work', () => {
  const group = seededGroups(SIGN_UP_TENANT_ID).find(({ key }) => key === 'users')
  expect([...(group?.permissions ?? [])].sort()).toEqual(
    [
      ...all(...work, ...people, 'groups'),
      ...internal,
      'persons:read_sensitive',
      ...reads('users', 'tenant'),
    ].sort(),
  )
})

test('seeding again changes nothing', async () => {
  const before = await everything()
  await database.sql.begin((tx) => seed(tx))
  expect(await everything()).toEqual(before)
})

test('what groups grant is computed where an older database has none', async () => {
  const granted = () => database.sql`select * from group_grants order by tenant_id, group_id, project_id`
  const before = [...(await granted())]
  expect(before.length).toBeGreaterThan(0)
  await database.sql`delete from group_grants`
  await database.sql.begin((tx) => seed(tx))
  expect([...(await granted())]).toEqual(before)
})

test('the functions and the service agree on the root tenant', async () => {
  const functions = readFileSync(new URL('../src/db/functions.sql', import.meta.url), 'utf8')
  const ids = new Set(functions.match(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g))
  expect([...ids]).toEqual([ROOT_TENANT_ID])
})
