import { pathParameters } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { addToGroup, grantOnly, signUpStranger } from '../world.ts'
import { createRecord, masked, readRecord, recordCall, sampleOf, validCall } from './calls.ts'
import { lists, rowsOf } from './lists.ts'
import { operationNamed, operations, operationsWhere } from './operations.ts'
import { inner, parametersOf, shapeOf } from './schema-walk.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

/** True for members, parameters and path parameters that contain the id of a user. */
const namesUser = (name: string) =>
  /^(user|successor|lead|default_assignee|assignee|reporter|author|watcher|approver|recorded_by)_ids?$/.test(
    name,
  )

/** Users whom the owner of the tenant does not know. Their ids must be answered like ids that do not exist. */
const strangers: [what: string, id: string][] = []
beforeAll(async () => {
  const { service, other, mine } = worlds
  const [elsewhere, deactivated, operator, former] = [
    await signUpStranger(service),
    await signUpStranger(service),
    await signUpStranger(service),
    await signUpStranger(service),
  ]
  await addToGroup(service, other.tenantId, 'users', elsewhere)
  await addToGroup(service, other.tenantId, 'users', deactivated)
  await service.database
    .sql`update users set status = 'deactivated', deactivated_at = now() where id = ${deactivated.id}`
  await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
  strangers.push(
    ['a user of another tenant', elsewhere.id],
    ['a deactivated one', deactivated.id],
    ['an operator', operator.id],
    ['one of no tenant', former.id],
  )
  expect(mine.tenantId).not.toBe(other.tenantId)
})

let cases = 0
afterAll(() => {
  console.info(`user ids: ${cases} cases, each answered as an unknown id is`)
})

/** Expects that the id of a stranger is answered like an unknown id, and that nothing changes. */
async function expectUnknown(statuses: readonly number[], sending: (id: string) => Promise<Answered>) {
  const request = async (id: string) => {
    const { headers, ...answer } = await sending(id)
    return {
      ...answer,
      // An answer has the tenant only if it was refused after the tenant was determined. Links repeat the request.
      headers: headers
        .filter(([name]) => name !== 'x-tenant-id')
        .map(([name, value]) => [name, value.replaceAll(id, '')]),
    }
  }
  const before = await worlds.fingerprint()
  const unknown = await request(newId())
  expect(statuses).toContain(unknown.status)
  for (const [what, id] of strangers) {
    cases += 1
    expect([what, await request(id)]).toEqual([what, unknown])
  }
  expect(await worlds.fingerprint()).toBe(before)
}
type Answered = ReturnType<typeof masked>

const bodies = operations.flatMap((operation) =>
  Object.keys(shapeOf(operation.endpoint.body))
    .filter(namesUser)
    .map((member) => ({ ...operation, member })),
)

describe.each(bodies)('$place with $member', (operation) => {
  const { group, name, endpoint, member } = operation

  test('tells no user whom the caller does not know from one that does not exist', async () => {
    const call: Call =
      name === 'update'
        ? { ...recordCall(group, (await createRecord(worlds.mine, group)).id), body: {} }
        : await validCall(worlds.mine, operation)
    const { insteadOf = [] } = sampleOf(group).references?.[member] ?? {}
    const others = Object.entries(Object(call.body)).filter(([other]) => !insteadOf.includes(other))
    // Only operators may name a successor: without their token it is refused.
    const { token: _, ...asOwner } = call
    await expectUnknown([422, 403], async (id) => {
      const body = { ...Object.fromEntries(others), [member]: id }
      return masked(await send(worlds.mine, endpoint, { ...asOwner, body }), id)
    })
  })
})

const nested = [
  ['details.approver_ids', (id: string) => ({ details: { approver_ids: [id] }, issue_type: 'change' })],
  ['details.approver_id', (id: string) => ({ details: { approver_id: id }, issue_type: 'change' })],
] as const

test.each(nested)('issues.create with %s tells none, either', async (_, body) => {
  const { endpoint } = operationNamed('issues', 'create')
  await expectUnknown([422], async (id) =>
    masked(await send(worlds.mine, endpoint, { body: { title: worlds.mine.unique(), ...body(id) } }), id),
  )
})

test('a custom field of the type user tells none, either', async () => {
  const { client } = worlds.mine
  const field = await client.issueFields.create({
    key: 'known_user',
    name: worlds.mine.unique(),
    type: 'user',
  })
  const { endpoint } = operationNamed('issues', 'create')
  await expectUnknown([422], async (id) => {
    const body = { title: worlds.mine.unique(), custom_fields: { [field.key]: id } }
    return masked(await send(worlds.mine, endpoint, { body }), id)
  })
})

const slots = operationsWhere(({ path }) => path.includes('{')).flatMap((operation) =>
  pathParameters(operation.endpoint.path)
    .filter(namesUser)
    .map((slot) => ({ ...operation, slot })),
)

describe.each(slots)('$place with {$slot}', (operation) => {
  const { endpoint, slot } = operation

  test('tells no user whom the caller does not know from one that does not exist', async () => {
    const { token: _, ...call } = await validCall(worlds.mine, operation)
    await expectUnknown([404], async (id) =>
      masked(await send(worlds.mine, endpoint, { ...call, params: { ...call.params, [slot]: id } }), id),
    )
  })
})

const filters = operationsWhere(({ method, query }) => method === 'get' && query !== undefined).flatMap(
  (operation) =>
    parametersOf(operation.endpoint)
      .filter(namesUser)
      .map((parameter) => ({ ...operation, parameter })),
)

describe.each(filters)('$place by $parameter', (operation) => {
  const { endpoint, parameter } = operation

  test('finds no user whom the caller does not know, as one that does not exist', async () => {
    const call = await validCall(worlds.mine, operation)
    await expectUnknown([200, 422], async (id) => {
      const answer = await send(worlds.mine, endpoint, { ...call, query: { [parameter]: id } })
      if (answer.status === 200) expect([[], [{ count: 0 }]]).toContainEqual(answer.json)
      return masked(answer, id)
    })
  })
})

const shared = lists.filter(({ collection, name }) => collection.catalogue && name === 'list')
const userMembers = (group: (typeof shared)[number]['group']) => {
  const { success } = operationNamed(group, 'get').endpoint
  return 'body' in success
    ? Object.entries(shapeOf(success.body)).flatMap(([name, schema]) =>
        name === 'created_by' || (namesUser(name) && inner(schema)) ? [name] : [],
      )
    : []
}

describe.each(shared)('$place', (list) => {
  const { group } = list

  test('names the users of the root tenant to nobody else', async () => {
    const { id } = await createRecord(worlds.root, group)
    const members = userMembers(group)
    const own = await readRecord(worlds.root, group, id)
    expect(own.created_by).toBe(worlds.root.user.id)
    const [listed] = (await rowsOf(worlds.mine, list, { query: { shared: 'only' } })).filter(
      (row) => row.id === id,
    )
    const read = await readRecord(worlds.mine, group, id)
    for (const row of [listed, read]) {
      cases += 1
      expect(members.map((member) => [member, row?.[member]])).toEqual(
        members.map((member) => [member, null]),
      )
    }
    expect((await createRecord(worlds.mine, group)).created_by).toBe(worlds.mine.user.id)
  })
})

test('a shared project names neither its lead nor its assignee elsewhere, nor is it found by them', async () => {
  const lead = await worlds.service.signUp()
  for (const tenantId of [worlds.mine.tenantId, ROOT_TENANT_ID])
    await addToGroup(worlds.service, tenantId, 'users', lead)
  const project = await worlds.root.client.projects.create({
    name: worlds.root.unique(),
    lead_id: lead.id,
    default_assignee_id: lead.id,
  })
  expect(project).toMatchObject({ lead_id: lead.id, default_assignee_id: lead.id })
  const { projects } = worlds.mine.client
  expect(await projects.get({ project_id: project.id })).toMatchObject({
    lead_id: null,
    default_assignee_id: null,
    created_by: null,
  })
  expect(await projects.list({ lead_id: [lead.id] })).toEqual([])
  expect((await projects.list({ lead_id__is_null: true })).map(({ id }) => id)).toContain(project.id)
  expect((await projects.list({ lead_id__is_null: false })).map(({ id }) => id)).not.toContain(project.id)
  expect((await worlds.root.client.projects.list({ lead_id: [lead.id] })).map(({ id }) => id)).toEqual([
    project.id,
  ])
})

test('the suite has the cases that it is about', () => {
  const places = [bodies, nested, slots, filters]
  for (const some of places) expect(some.length).toBeGreaterThan(1)
  const total = places.reduce((sum, some) => sum + some.length, 0) * strangers.length
  expect(total + shared.length * 2).toBeGreaterThanOrEqual(82)
})
