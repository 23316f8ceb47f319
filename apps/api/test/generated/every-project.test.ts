import {
  contract,
  createClient,
  type EndpointSpec,
  isProjectPermission,
  permissionResources,
} from '@commonhold/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { idsIn } from '../../src/base/ids.ts'
import type { TestUser } from '../service.ts'
import { createProject, grantOnly, grantToo } from '../world.ts'
import { codeOf, validCall } from './calls.ts'
import { type Operation, operationsWhere } from './operations.ts'
import type { Answer } from './reply-rules.ts'
import { shapeOf } from './schema-walk.ts'
import { type Call, send, useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()
let member: TestUser
beforeAll(async () => {
  member = await worlds.service.signUp()
  worlds.observer.guard(worlds.mine.canary, member.token)
})

const ofProjects = operationsWhere(({ permission }) => isProjectPermission(permission))

/**
 * True if the record belongs to the whole tenant: it is read with the permission in any project, and changed with none of these.
 */
const isTenantWide = ({ group, place }: Operation) =>
  group === 'assetModels' || place === 'histories.assetModels' || place === 'projects.create'
const isRead = ({ endpoint }: Operation) => endpoint.method === 'get'

/** The tenant as the member sees it. The member may do everything there until the permissions are narrowed. */
async function worldOfMember(): Promise<World> {
  const { service, observer, mine } = worlds
  const { tenantId } = mine
  await grantOnly(service, tenantId, member, ['*'])
  const { fetch } = observer
  const client = createClient(contract, { baseUrl: service.address, token: member.token, tenantId, fetch })
  return { ...mine, user: member, client }
}

const reading = permissionResources.map((resource) => `${resource}:read`)

/**
 * Leaves the member one permission, in some projects only, which may be archived. If a body names records, the member may also
 * read them: in the tenant, or in the projects if such records belong to projects. The same holds for the person in a path.
 */
async function narrow({ permission, path }: EndpointSpec, projects: readonly string[], body: unknown) {
  const { service, mine } = worlds
  const isNaming = idsIn(body).length > 0
  const inTenant = reading.filter(
    (one) =>
      (isNaming && !isProjectPermission(one)) ||
      (one === 'persons:read' && path.startsWith('/persons/{person_id}/')),
  )
  const inProjects = [permission, ...(isNaming ? reading.filter(isProjectPermission) : [])]
  await grantOnly(service, mine.tenantId, member, inTenant)
  await grantToo(
    service,
    mine.tenantId,
    member,
    projects.map((projectId) => ({ permissions: inProjects, projectId })),
  )
}

/** A call by the member, and the projects of the records that were created for it. Records without a project get a new one. */
async function callWithin(operation: Operation): Promise<{ call: Call; projects: string[] }> {
  const { sql } = worlds.service.database
  const world = await worldOfMember()
  await world.client.me.currentProject.set({ project_id: null })
  const own = await createProject(worlds.service, world.tenantId)
  const [began] = await sql<
    { at: string }[]
  >`select date_trunc('milliseconds', clock_timestamp())::text as at`
  const since = began?.at ?? ''
  const call = await validCall(world, operation)
  await sql`update assets set project_id = ${own} where project_id is null and created_at >= ${since}`
  const rows = await sql<{ id: string }[]>`
    select id from projects where created_at >= ${since} and tenant_id = ${world.tenantId}
    union select project_id from issues where created_at >= ${since}`
  const isPlaced = !('project_id' in shapeOf(operation.endpoint.body)) || 'project_id' in Object(call.body)
  const body = isPlaced || operation.name !== 'create' ? call.body : { ...Object(call.body), project_id: own }
  return { call: { ...call, body, token: member.token }, projects: [own, ...rows.map(({ id }) => id)] }
}

/** The expected status. A project cannot be deleted here, because the group that grants the permission belongs to it. */
const statusOf = (operation: Operation) => {
  if (operation.place === 'projects.delete') return 409
  return isTenantWide(operation) && !isRead(operation) ? 403 : operation.endpoint.success.status
}

const rowsOf = ({ json }: Answer) => (Array.isArray(json) ? json : undefined)

describe.each(ofProjects)('$place, its permission held in projects', (operation) => {
  const { endpoint } = operation

  test('reaches what belongs to them', async () => {
    const { call, projects } = await callWithin(operation)
    await narrow(endpoint, projects, call.body)
    const answer = await send(worlds.mine, endpoint, call)
    expect(answer.status, answer.text).toBe(statusOf(operation))
    expect(rowsOf(answer)).not.toEqual([])
  })

  test('does not reach what belongs to others, and changes nothing', async () => {
    const { call } = await callWithin(operation)
    const other = await createProject(worlds.service, worlds.mine.tenantId)
    await narrow(endpoint, [other], call.body)
    const before = await worlds.fingerprint()
    const answer = await send(worlds.mine, endpoint, call)
    expect(await worlds.fingerprint()).toBe(before)
    if (isTenantWide(operation) && isRead(operation)) return
    if (answer.status === 200)
      expect(rowsOf(answer)?.filter(({ id, count }) => id !== other && count !== 0)).toEqual([])
    else expect([403, 404, 422], answer.text).toContain(answer.status)
  })

  test('in another tenant, says nothing of this one', async () => {
    const { call } = await callWithin(operation)
    await narrow(endpoint, [], call.body)
    const { tenantId } = worlds.other
    const theirs = await createProject(worlds.service, tenantId)
    await grantOnly(worlds.service, tenantId, member, [endpoint.permission], theirs)
    const before = await worlds.fingerprint()
    const answer = await send(worlds.mine, endpoint, call)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'permission_denied'])
    expect(await worlds.fingerprint()).toBe(before)
  })
})
