import { isProjectPermission, type PermissionResource, permissionResources } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import type { TestUser } from '../service.ts'
import { addToGroup, createProject, grantOnly } from '../world.ts'
import { createRecord, errorCodesIn, recordCall, sampleOf, tableOf, validCall } from './calls.ts'
import { operationNamed, operations } from './operations.ts'
import { type Answer, membersOf } from './reply-rules.ts'
import { referencesOf } from './schema-walk.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()
let caller: TestUser
let count = 0
beforeAll(async () => {
  caller = await worlds.service.signUp()
  await addToGroup(worlds.service, worlds.mine.tenantId, 'users', caller)
  worlds.observer.guard(worlds.mine.canary, caller.token)
})
afterAll(() => process.stdout.write(`hidden references in bodies: ${count} cases\n`))

const inProjects: readonly PermissionResource[] = ['projects', 'issues', 'assets']
const ofWork: readonly PermissionResource[] = ['issues', 'issue_configuration']

/** The resources by which a caller sees the record that a member names: one of them is enough. Empty if every member sees it. */
const visibleWith: Readonly<Record<string, readonly PermissionResource[]>> = {
  asset_id: ['assets'],
  assignee_group_id: ['groups'],
  assignee_id: [],
  assignment_type_id: ['employments'],
  calendar_id: ['education'],
  create_screen_id: ofWork,
  default_assignee_id: [],
  default_project_id: inProjects,
  default_tenant_id: [],
  edit_screen_id: ofWork,
  field_id: ofWork,
  from_location_id: ['locations'],
  from_status_id: ofWork,
  grade_level_id: ['education'],
  lead_id: [],
  location_id: ['locations'],
  member_group_id: ['groups'],
  model_id: ['assets'],
  next_grade_level_id: ['education'],
  owner_group_id: ['groups'],
  owner_person_id: ['persons'],
  person_id: ['persons'],
  project_id: inProjects,
  reporter_id: [],
  school_employment_id: ['employments'],
  school_id: ['education'],
  screen_id: ofWork,
  status_id: ofWork,
  target_id: ['configuration_items'],
  to_status_id: ofWork,
  type_id: ['locations'],
  user_id: [],
  workflow_id: ofWork,
}
/** Members that name a record of the operation's own resource. */
const ofSameKind = ['parent_id']

const references = operations.flatMap(({ group, name, place, endpoint }) =>
  referencesOf(endpoint.body).map((member) => ({ group, name, place, endpoint, member })),
)

test('every reference in a body is in the table', () => {
  const members = new Set(references.map(({ member }) => member))
  expect([...Object.keys(visibleWith), ...ofSameKind].sort()).toEqual([...members].sort())
})

const resourceOf = (permission: string) => permission.split(':')[0] ?? ''

/** References to a record that a caller may be unable to see, even with the operation's permission. */
const hideable = references.filter(({ endpoint, member }) => {
  const resources: readonly string[] = visibleWith[member] ?? []
  return resources.length > 0 && !resources.includes(resourceOf(endpoint.permission))
})

/** An answer without the request id and the id that was sent. */
const masked = ({ status, text, requestId }: Answer, id: string) =>
  [status, text.replaceAll(requestId, '').replaceAll(id, '')] as const

type Referring = (typeof references)[number]

/** The reference as the sample declares it. */
const sampled = ({ group, member }: Referring) => {
  const found = sampleOf(group).references?.[member]
  if (!found) throw new Error(`the sample of ${group} lacks ${member}`)
  return found
}

/** A call of the caller with this value in the member; every other member is valid. */
async function callWith(referring: Referring, value: string): Promise<Call> {
  const { group, name, member } = referring
  const { token } = caller
  if (name === 'update') {
    const { id } = await createRecord(worlds.mine, group)
    return { ...recordCall(group, id), body: { [member]: value }, token }
  }
  const call = await validCall(worlds.mine, operationNamed(group, name))
  const { insteadOf = [] } = sampled(referring)
  const others = Object.entries(Object(call.body)).filter(([other]) => !insteadOf.includes(other))
  return { ...call, body: { ...Object.fromEntries(others), [member]: value }, token }
}

const grant = (permissions: readonly string[], projectId: string | null = null) =>
  grantOnly(worlds.service, worlds.mine.tenantId, caller, permissions, projectId)

describe.each(hideable)('$place with $member that the caller cannot see', (referring) => {
  const { endpoint, member, group, name } = referring
  const hidden: readonly string[] = visibleWith[member] ?? []
  const operation = endpoint.permission.includes(':') ? [endpoint.permission] : []
  const others = permissionResources.filter((resource) => !hidden.includes(resource))
  const blind = [...operation, ...others.map((resource) => `${resource}:read`)]

  test('is answered as one that is not there, byte for byte, and changes nothing', async () => {
    const id = await sampled(referring).make(worlds.mine)
    const call = await callWith(referring, id)
    await grant(blind)
    const before = await worlds.fingerprint()
    const answer = await send(worlds.mine, endpoint, call)
    const unknown = newId()
    const missing = { ...call, body: { ...Object(call.body), [member]: unknown } }
    expect(masked(answer, id)).toEqual(masked(await send(worlds.mine, endpoint, missing), unknown))
    expect([answer.status, errorCodesIn(answer)]).toEqual([422, [`body /${member} reference_not_found`]])
    expect(await worlds.fingerprint()).toBe(before)
    count += 1
  })

  test.each(hidden)('may be named with the permission to read %s', async (resource) => {
    const call = await callWith(referring, await sampled(referring).make(worlds.mine))
    await grant([...blind, `${resource}:read`])
    const answer = await send(worlds.mine, endpoint, call)
    expect([answer.status, errorCodesIn(answer)]).toEqual([endpoint.success.status, []])
    count += 1
  })

  test.runIf(name === 'update' && sampleOf(group).create)(
    'stays where a change leaves it alone',
    async () => {
      const id = await sampled(referring).make(worlds.mine)
      const record = await createRecord(worlds.mine, group, { [member]: id })
      const body = { ...Object(await sampleOf(group).patch?.(worlds.mine)), [member]: id }
      await grant(blind)
      const answer = await send(worlds.mine, endpoint, {
        ...recordCall(group, record.id),
        body,
        token: caller.token,
      })
      expect([answer.status, errorCodesIn(answer)]).toEqual([200, []])
      expect(membersOf(answer.json)[member]).toBe(id)
      count += 1
    },
  )
})

/** References to projects and to records in them, which the caller sees only in the projects where the caller may read them. */
const placed = references.filter(
  ({ endpoint, member, name }) =>
    isProjectPermission(endpoint.permission) &&
    ['asset_id', 'parent_id', 'project_id'].includes(member) &&
    (name === 'create' || name === 'selectProject') &&
    !endpoint.path.includes('{'),
)

describe.each(placed)('$place with $member of another project', (referring) => {
  const { endpoint, member, group } = referring

  test('is answered as one that is not there, byte for byte, and changes nothing', async () => {
    const { service, mine } = worlds
    const own = await createProject(service, mine.tenantId)
    const id =
      member === 'project_id'
        ? await createProject(service, mine.tenantId)
        : await sampled(referring).make(mine)
    const call = await callWith(referring, id)
    const isIssue = group === 'issues' && member !== 'project_id'
    const body = { ...Object(call.body), ...(isIssue ? { project_id: own } : {}) }
    // All other records that the body names belong to the caller's project.
    if (member !== 'asset_id' && body.asset_id)
      await service.database
        .sql`update ${service.database.sql(tableOf('assets'))} set project_id = ${own} where id = ${body.asset_id}`
    await grant(['projects:read', 'issues:read', 'issues:write', 'assets:read', 'assets:write'], own)
    const before = await worlds.fingerprint()
    const answer = await send(mine, endpoint, { ...call, body })
    const unknown = newId()
    const missing = { ...call, body: { ...body, [member]: unknown } }
    expect(masked(answer, id)).toEqual(masked(await send(mine, endpoint, missing), unknown))
    expect([answer.status, errorCodesIn(answer)]).toEqual([422, [`body /${member} reference_not_found`]])
    expect(await worlds.fingerprint()).toBe(before)
    count += 1
  })
})
