import { comesWith, contract, createClient, type Permission, permissionNames } from '@commonhold/contract'
import { getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { idsIn } from '../../src/base/ids.ts'
import { builtinGroups } from '../../src/system/seeds.ts'
import type { TestUser } from '../service.ts'
import { createProject, grantOnly, grantToo } from '../world.ts'
import { codeOf, errorCodesIn, recordCall, sampleOf, tableOf, validCall } from './calls.ts'
import { type GroupName, operationsWhere } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { shapeOf } from './schema-walk.ts'
import { send, useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()
let member: TestUser
/** Members of the tenant without a permission there. One has none anywhere; the other may do everything in another tenant. */
let powerless: TestUser
let mightyElsewhere: TestUser
beforeAll(async () => {
  const { service, observer, mine, other } = worlds
  member = await service.signUp()
  observer.guard(mine.canary, member.token)
  powerless = await service.signUp()
  mightyElsewhere = await service.signUp()
  await grantOnly(service, mine.tenantId, powerless, [])
  await grantOnly(service, mine.tenantId, mightyElsewhere, [])
  await grantOnly(service, other.tenantId, mightyElsewhere, ['*'])
})

/** The tenant as the member sees it. The member may do everything there until the permissions are narrowed. */
async function worldOfMember(): Promise<World> {
  const { service, observer, mine } = worlds
  await grantOnly(service, mine.tenantId, member, ['*'])
  const { fetch } = observer
  const { tenantId } = mine
  const client = createClient(contract, { baseUrl: service.address, token: member.token, tenantId, fetch })
  return { ...mine, user: member, client }
}

const usersMay = builtinGroups.find(({ key }) => key === 'users')?.permissions ?? []
/**
 * Users cannot grant what they do not have: inviting requires the permissions of the group, and sending events to a URL requires
 * the permission to see them.
 */
const required: Readonly<Record<string, readonly string[]>> = {
  createInvitation: usersMay,
  resendInvitation: usersMay,
  createWebhookEndpoint: ['audit:read'],
  updateWebhookEndpoint: ['audit:read'],
  replayWebhookEndpoint: ['audit:read'],
}

const isPermission = (access: string) => access.includes(':')
const guarded = operationsWhere(({ permission }) => isPermission(permission))
/** The permissions to name any record in a body. */
const reading = permissionNames.filter((name) => name.endsWith(':read'))
/** Every permission that does not include this one; `every-catalogue.test.ts` tests the one that does. */
const othersThan = (access: string) => {
  const others: Readonly<Partial<Record<string, Permission>>> = comesWith
  return permissionNames.filter((name) => name !== access && name !== others[access])
}

describe.each(guarded)('$place needs $endpoint.permission', (operation) => {
  const { endpoint } = operation

  test('and nothing else: all others do not replace it, nor does holding it in another tenant', async () => {
    const call = await validCall(await worldOfMember(), operation)
    await grantOnly(worlds.service, worlds.mine.tenantId, member, othersThan(endpoint.permission))
    const before = await worlds.fingerprint()
    for (const { token } of [member, powerless, mightyElsewhere]) {
      const answer = await send(worlds.mine, endpoint, { ...call, token })
      expect([answer.status, codeOf(answer)]).toEqual([403, 'permission_denied'])
      expect(membersOf(answer.json).required_permission).toBe(endpoint.permission)
    }
    expect(await worlds.fingerprint()).toBe(before)
    // A caller must be allowed to see what the body names, and the person in the path.
    const permissions = [
      endpoint.permission,
      ...(required[endpoint.operationId] ?? []),
      ...(idsIn(call.body).length > 0 ? reading : []),
      ...(endpoint.path.startsWith('/persons/{person_id}/') ? ['persons:read'] : []),
    ]
    await grantOnly(worlds.service, worlds.mine.tenantId, member, permissions)
    const answer = await send(worlds.mine, endpoint, { ...call, token: member.token })
    expect([answer.status, errorCodesIn(answer)]).toEqual([endpoint.success.status, []])
  })
})

/** True if a record has a project in its own row. Parts belong to the project of their record. */
const namesProject = (group: GroupName) => {
  const { store } = sampleOf(group)
  return store !== undefined && 'project_id' in getTableColumns(store.spec.table)
}

const creatingInProject = guarded.filter(
  ({ group, endpoint, name }) =>
    name === 'create' && 'project_id' in shapeOf(endpoint.body) && namesProject(group),
)
const inProjects = creatingInProject.flatMap((creating) =>
  guarded
    .filter(({ group, endpoint }) => group === creating.group && endpoint.path.includes('{'))
    .map((operation) => ({ ...operation, creating })),
)

/** True if a record must have a project. */
const isInProjectAlways = (group: GroupName) => {
  const { store } = sampleOf(group)
  return store !== undefined && getTableColumns(store.spec.table).project_id?.notNull === true
}

describe.each(inProjects)('$place, its permission held in one project', (operation) => {
  const { endpoint, group } = operation
  /** A call on a record in the project that `choose` returns, by a member with the permission in `own` only. */
  const callIn = async (choose: (own: string) => Promise<string | null>) => {
    const own = await createProject(worlds.service, worlds.mine.tenantId)
    const call = await validCall(worlds.mine, operation)
    const { sql } = worlds.service.database
    await sql`update ${sql(tableOf(group))} set project_id = ${await choose(own)} where id = ${Object.values(call.params ?? {})[0] ?? ''}`
    await grantOnly(worlds.service, worlds.mine.tenantId, member, [endpoint.permission], own)
    return { ...call, token: member.token }
  }

  test('reaches records of that project', async () => {
    const call = await callIn(async (own) => own)
    expect((await send(worlds.mine, endpoint, call)).status).toBe(endpoint.success.status)
  })

  test('does not reach records outside of it, and changes nothing', async () => {
    const other = await createProject(worlds.service, worlds.mine.tenantId)
    for (const elsewhere of isInProjectAlways(group) ? [other] : [null, other]) {
      const call = await callIn(async () => elsewhere)
      const before = await worlds.fingerprint()
      const answer = await send(worlds.mine, endpoint, call)
      expect([403, 404]).toContain(answer.status)
      expect(await worlds.fingerprint()).toBe(before)
    }
  })
})

const movingOut = inProjects.filter(
  ({ name, endpoint }) => name === 'update' && 'project_id' in shapeOf(endpoint.body),
)

describe.each(movingOut)(
  '$place of the project, its permission held in one',
  ({ endpoint, group, creating }) => {
    test('takes no record to a project or a place that the permission does not reach', async () => {
      const [own, second, elsewhere] = [
        await createProject(worlds.service, worlds.mine.tenantId),
        await createProject(worlds.service, worlds.mine.tenantId),
        await createProject(worlds.service, worlds.mine.tenantId),
      ]
      const { body } = await validCall(worlds.mine, creating)
      const made = await send(worlds.mine, creating.endpoint, { body: { ...Object(body), project_id: own } })
      const id = String(membersOf(made.json).id)
      await grantOnly(worlds.service, worlds.mine.tenantId, member, [endpoint.permission], own)
      // The member may name every project, but may write in two only.
      await grantToo(worlds.service, worlds.mine.tenantId, member, [
        { permissions: [endpoint.permission], projectId: second },
        { permissions: ['projects:read'] },
      ])
      const move = (project_id: string | null) =>
        send(worlds.mine, endpoint, { ...recordCall(group, id), body: { project_id }, token: member.token })
      const before = await worlds.fingerprint()
      for (const target of isInProjectAlways(group) ? [elsewhere] : [elsewhere, null]) {
        const answer = await move(target)
        expect([target, answer.status, codeOf(answer)]).toEqual([target, 403, 'permission_denied'])
      }
      expect(await worlds.fingerprint()).toBe(before)
      expect((await move(second)).status).toBe(200)
    })
  },
)

test('records of projects that can be moved are among them', () => {
  expect(movingOut.map(({ place }) => place)).toContain('assets.update')
})

describe.each(creatingInProject)('$place, its permission held in one project', (operation) => {
  const { endpoint } = operation

  test('makes records of that project and no others', async () => {
    const own = await createProject(worlds.service, worlds.mine.tenantId)
    const { body } = await validCall(worlds.mine, operation)
    // A caller must be able to see the project that the body names.
    const permissions = [endpoint.permission, 'projects:read']
    await grantOnly(worlds.service, worlds.mine.tenantId, member, permissions, own)
    const roots = await createProject(worlds.service, worlds.root.tenantId)
    const before = await worlds.fingerprint()
    for (const project_id of [null, roots]) {
      const call = { body: { ...Object(body), project_id }, token: member.token }
      expect((await send(worlds.mine, endpoint, call)).status).toBe(403)
    }
    expect(await worlds.fingerprint()).toBe(before)
    const call = { body: { ...Object(body), project_id: own }, token: member.token }
    expect((await send(worlds.mine, endpoint, call)).status).toBe(201)
  })
})
