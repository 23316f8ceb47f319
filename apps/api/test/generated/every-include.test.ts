import {
  type EndpointSpec,
  type Inclusions,
  type PermissionResource,
  permissionResources,
} from '@commonhold/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TestUser } from '../service.ts'
import { addToGroup, grantOnly } from '../world.ts'
import { createRecord, readRecord, sampleOf, validCall } from './calls.ts'
import { asking, lists } from './lists.ts'
import { type GroupName, operations } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { type Call, send, useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()
let reader: TestUser
beforeAll(async () => {
  reader = await worlds.service.signUp()
  await addToGroup(worlds.service, worlds.mine.tenantId, 'users', reader)
  worlds.observer.guard(worlds.mine.canary, reader.token)
})

type Row = Readonly<Record<string, unknown>>

const ofProjects: readonly PermissionResource[] = ['projects', 'issues', 'assets']
const ofIssues: readonly PermissionResource[] = ['issues', 'issue_configuration']

/** The group that reads records of a type, and the resources that show them: one is enough. Users need none. */
const kinds: Readonly<Record<string, { group: GroupName; visibleWith: readonly PermissionResource[] }>> = {
  asset: { group: 'assets', visibleWith: ['assets'] },
  asset_model: { group: 'assetModels', visibleWith: ['assets'] },
  employment_assignment_type: { group: 'employmentAssignmentTypes', visibleWith: ['employments'] },
  group: { group: 'groups', visibleWith: ['groups'] },
  issue: { group: 'issues', visibleWith: ['issues'] },
  issue_field: { group: 'issueFields', visibleWith: ofIssues },
  issue_screen: { group: 'issueScreens', visibleWith: ofIssues },
  issue_status: { group: 'issueStatuses', visibleWith: ofIssues },
  issue_workflow: { group: 'issueWorkflows', visibleWith: ofIssues },
  location: { group: 'locations', visibleWith: ['locations'] },
  location_type: { group: 'locationTypes', visibleWith: ['locations'] },
  person: { group: 'persons', visibleWith: ['persons'] },
  project: { group: 'projects', visibleWith: ofProjects },
  school: { group: 'schools', visibleWith: ['education'] },
  school_calendar: { group: 'schoolCalendars', visibleWith: ['education'] },
  school_grade_level: { group: 'schoolGradeLevels', visibleWith: ['education'] },
  school_year: { group: 'schoolYears', visibleWith: ['education'] },
  user: { group: 'users', visibleWith: [] },
}

/** The name of a record, if it is not in `name`. */
const names: Readonly<Record<string, (record: Row) => unknown>> = {
  person: ({ display_name }) => display_name,
  user: ({ display_name, first_name, last_name }) =>
    display_name ?? ([first_name, last_name].filter((name) => name !== null).join(' ') || null),
  issue: ({ title }) => title,
}

const including = operations.flatMap((operation) => {
  const include = operation.endpoint.include ?? operation.endpoint.collection?.include
  return include ? [{ ...operation, of: include.of, all: Object.keys(include.of) }] : []
})

/** Sends a valid call of an operation, and returns the rows of a list, or the one record. */
async function rowsOf(
  world: World,
  { place, endpoint }: (typeof including)[number],
  call: Call,
): Promise<Row[]> {
  const answer = await send(world, endpoint, call)
  if (answer.status !== 200) throw new Error(`${place}: ${answer.text}`)
  return [answer.json].flat().map(membersOf)
}

/** A valid call in whose answer each included record is named. A list is filled first, and the call reads all its rows. */
async function callOf(world: World, operation: (typeof including)[number]): Promise<Call> {
  const { group, name, of } = operation
  const list = lists.find(({ place }) => place === operation.place)
  if (name === 'list' && sampleOf(group).create)
    for (const { member } of Object.values(of)) {
      const named = sampleOf(group).references?.[member]
      if (!named) continue
      const others = (named.insteadOf ?? []).map((other) => [other, undefined])
      await createRecord(world, group, { ...Object.fromEntries(others), [member]: await named.make(world) })
    }
  return list ? asking(await list.fill(world), { limit: 500 }) : validCall(world, operation)
}

/** The brief that a record includes under a name, computed from the included record itself. */
async function briefOf(inclusion: Inclusions['of'][string], row: Row) {
  const id = row[inclusion.member]
  if (typeof id !== 'string') return null
  const record = await readRecord(worlds.mine, kinds[inclusion.kind]?.group ?? 'assets', id)
  const nameOf = names[inclusion.kind] ?? (({ name }: Row) => name)
  const made: Row = { ...record, name: nameOf(record), is_archived: record.archived_at !== null }
  return { id, ...Object.fromEntries(inclusion.shows.map((name) => [name, made[name]])) }
}

test('every kind that is included is in the table, and nothing else', () => {
  const included = including.flatMap(({ of }) => Object.values(of).map(({ kind }) => kind))
  expect(Object.keys(kinds).sort()).toEqual([...new Set(included)].sort())
})

/** The name of the schema of the record that an operation returns, alone or in a list. */
function recordOf({ success }: EndpointSpec): string | undefined {
  const body = 'body' in success ? success.body : undefined
  const record = body instanceof z.ZodArray ? body.element : body
  return record && z.globalRegistry.get(record)?.id
}

/** The inclusions that some row has shown, as schema and name. */
const included = new Set<string>()

describe.each(including)('$place', (operation) => {
  const { endpoint, of, all } = operation
  let call: Call
  beforeAll(async () => {
    call = await callOf(worlds.mine, operation)
  })

  test('includes what the records name, beside what it answers without', async () => {
    const plain = await rowsOf(worlds.mine, operation, call)
    const rows = await rowsOf(worlds.mine, operation, asking(call, { include: all.join() }))
    const apart = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'hidden' && !all.includes(name))),
    )
    expect(apart).toEqual(plain)
    for (const [name, inclusion] of Object.entries(of)) {
      const differing = new Map(rows.map((row) => [row[inclusion.member], row]))
      for (const row of [...differing.values()].slice(0, 5)) {
        expect([name, row[name]]).toEqual([name, await briefOf(inclusion, row)])
        if (row[name] !== null) included.add(`${recordOf(endpoint)} ${name}`)
      }
    }
    expect(rows.flatMap(({ hidden }) => hidden)).toEqual([])
  })

  test.runIf(endpoint.permission.includes(':'))('hides what the caller may not read', async () => {
    const own = endpoint.permission.split(':')[0] ?? ''
    // A caller who may not see the parent of a list does not see the list.
    const isHidden = ([, { kind, member }]: readonly [string, Inclusions['of'][string]]) => {
      const { visibleWith } = kinds[kind] ?? { visibleWith: [] }
      return (
        !endpoint.path.includes(`{${member}}`) &&
        visibleWith.length > 0 &&
        !visibleWith.some((one) => one === own)
      )
    }
    const hidden = Object.entries(of).filter(isHidden)
    const resources = hidden.flatMap(([, { kind }]) => kinds[kind]?.visibleWith ?? [])
    const granted = permissionResources.filter((resource) => !resources.includes(resource))
    const permissions = [endpoint.permission, ...granted.map((resource) => `${resource}:read`)]
    await grantOnly(worlds.service, worlds.mine.tenantId, reader, permissions)
    const request = { ...asking(call, { include: all }), token: reader.token }
    for (const row of await rowsOf(worlds.mine, operation, request)) {
      const named = hidden.filter(([, { member }]) => row[member] !== null)
      for (const [name] of named) expect([name, row[name]]).toEqual([name, null])
      // The parent of a list is not hidden in its rows.
      const apart = all.filter((name) => !endpoint.path.includes(`{${of[name]?.member}}`))
      expect(row.hidden).toEqual(expect.arrayContaining(named.map(([name]) => name)))
      expect([row.hidden].flat().filter((name) => apart.includes(String(name)))).toHaveLength(named.length)
    }
  })

  test('takes no other name, and no empty one', async () => {
    for (const include of ['nothing', '', `${all[0]},`]) {
      const answer = await send(worlds.mine, endpoint, asking(call, { include }))
      expect([include, answer.status]).toEqual([include, 422])
    }
  })
})

test('every record that can be included was', () => {
  const declared = including.flatMap(({ endpoint, all }) =>
    all.map((name) => `${recordOf(endpoint)} ${name}`),
  )
  expect([...included].sort()).toEqual([...new Set(declared)].sort())
})
