import { type Access, comesWith, type Permission } from '@commonhold/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestUser } from '../service.ts'
import { createProject, grantOnly } from '../world.ts'
import { codeOf, readRecord, validCall } from './calls.ts'
import { operationsWhere } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()
let member: TestUser
beforeAll(async () => {
  member = await worlds.service.signUp()
  worlds.observer.guard(worlds.mine.canary, member.token)
})

const withWhich = (access: Access): Permission | undefined =>
  access === 'public' || access === 'authenticated' ? undefined : comesWith[access]

const catalogues = operationsWhere(({ permission }) => withWhich(permission) !== undefined).map(
  (operation) => ({
    ...operation,
    other: withWhich(operation.endpoint.permission) ?? '',
  }),
)

describe.each(catalogues)('$place is read by who holds $other', (operation) => {
  const { endpoint, other } = operation
  const { service, mine } = { service: () => worlds.service, mine: () => worlds.mine }
  const asMember = async (permissions: readonly string[], projectId: string | null, tenantId: string) => {
    const call = await validCall(mine(), operation)
    await grantOnly(service(), mine().tenantId, member, [])
    await grantOnly(service(), tenantId, member, permissions, projectId)
    return { call, answer: await send(mine(), endpoint, { ...call, token: member.token }) }
  }

  test('in the tenant, or in one project of it: whole, as an owner reads it', async () => {
    const { tenantId } = mine()
    for (const projectId of [null, await createProject(service(), tenantId)]) {
      const { call, answer } = await asMember([other], projectId, tenantId)
      expect([answer.status, answer.text]).toEqual([200, (await send(mine(), endpoint, call)).text])
    }
  })

  test('and by nobody who holds it in another tenant, or something else here', async () => {
    const { tenantId } = worlds.other
    const theirs = await createProject(service(), tenantId)
    const own = await createProject(service(), mine().tenantId)
    for (const [permission, projectId, where] of [
      [other, null, tenantId],
      [other, theirs, tenantId],
      ['assets:read', own, mine().tenantId],
      ['issues:write', own, mine().tenantId],
    ] as const) {
      const { answer } = await asMember([permission], projectId, where)
      expect([answer.status, codeOf(answer)]).toEqual([403, 'permission_denied'])
    }
  })
})

test('the catalogues are those of issues', () => {
  expect([...new Set(catalogues.map(({ group }) => group))].sort()).toEqual([
    'histories',
    'issueFields',
    'issueLinkTypes',
    'issuePriorities',
    'issueScreenFields',
    'issueScreens',
    'issueStatuses',
    'issueTypes',
    'issueWorkflowStatuses',
    'issueWorkflowTransitions',
    'issueWorkflows',
  ])
})

const changes = operationsWhere(
  ({ method, permission }) => method === 'patch' && permission === 'issue_configuration:write',
)

describe.each(changes)('$place of a shared record', (operation) => {
  const { endpoint, group } = operation

  test('changes nothing where the record is sent as it was read, or nothing is sent', async () => {
    const { mine, root } = worlds
    const { params = {} } = await validCall(root, operation)
    const record = await readRecord(mine, group, Object.values(params).at(-1) ?? '')
    const before = await worlds.fingerprint()
    for (const body of [record, {}]) {
      const answer = await send(mine, endpoint, { params, body, changesNothing: true })
      expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
      expect(membersOf(answer.json)).toMatchObject({ id: record.id, version: record.version })
    }
    expect(await worlds.fingerprint()).toBe(before)
  })

  test('is refused where it was read in another version, or changes anything', async () => {
    const { mine, root } = worlds
    const call = await validCall(root, operation)
    const stale = await send(mine, endpoint, { params: call.params, body: { version: 77 } })
    expect([stale.status, codeOf(stale)]).toEqual([412, 'precondition_failed'])
    const changed = await send(mine, endpoint, call)
    expect([changed.status, codeOf(changed)]).toEqual([403, 'read_only_shared_record'])
  })
})
