import { comesWith, type Permission, permissionNames } from '@commonhold/contract'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { PASSWORD, type TestUser } from '../service.ts'
import { grantOnly } from '../world.ts'
import { validCall } from './calls.ts'
import { type GroupName, operationNamed, operations } from './operations.ts'
import { type Answer, membersOf } from './reply-rules.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()
let member: TestUser
beforeAll(async () => {
  member = await worlds.service.signUp()
  worlds.observer.guard(worlds.mine.canary, member.token)
})

/** A call whose answer depends on the permission. */
interface Guarded {
  readonly operation: [group: GroupName, name: string]
  /** Makes the call. The token is added later. */
  readonly call: () => Promise<Call>
  /** The part of the answer that depends on the permission; by default the status. */
  readonly shown?: (answer: Answer) => unknown
}

const status = ({ status: code }: Answer) => code
const ofTenant = async () => ({ params: { tenant_id: worlds.mine.tenantId } })
/** Creates an account in the tenant. The operation is public, so the token is in the headers. */
const creatingBy = ({ token }: TestUser): Call => ({
  body: { email: `${newId().toLowerCase()}@example.org`, password: PASSWORD },
  headers: { authorization: `Bearer ${token}`, 'x-tenant-id': worlds.mine.tenantId },
})

/** Permissions that handlers check, because the operation alone does not decide whether they are needed. */
const extras: Readonly<Partial<Record<Permission, Guarded>>> = {
  'tenant:write': {
    operation: ['tenants', 'update'],
    call: async () => ({ ...(await ofTenant()), body: { description: 'Changed' } }),
  },
  // Nobody can delete a tenant in use: only the reason of the refusal differs.
  'tenant:delete': { operation: ['tenants', 'delete'], call: ofTenant },
  'users:delete': {
    operation: ['users', 'delete'],
    call: async () => {
      const { endpoint } = operationNamed('users', 'create')
      const made = await send(worlds.mine, endpoint, creatingBy(worlds.mine.user))
      return { params: { user_id: String(membersOf(made.json).id) } }
    },
  },
  'issues:read_internal': {
    operation: ['issueComments', 'list'],
    call: async () => {
      const { client } = worlds.mine
      const { id: issue_id } = await client.issues.create({ title: worlds.mine.unique() })
      await client.issues.comments.create(
        { issue_id },
        { body: worlds.mine.unique(), visibility: 'internal' },
      )
      return { params: { issue_id } }
    },
    shown: ({ json }) => Array.isArray(json) && json.length,
  },
  'issues:manage': {
    operation: ['issueRecords', 'history'],
    call: async () => {
      const { client } = worlds.mine
      const { id: issue_id } = await client.issues.create({ title: worlds.mine.unique() })
      await client.issues.delete({ issue_id })
      return { params: { issue_id } }
    },
  },
}

const isGuarding = (permission: Permission) =>
  operations.some(({ endpoint }) => endpoint.permission === permission)

test.each(permissionNames)('%s decides something', async (permission) => {
  const extra = extras[permission]
  const [operation] = extra
    ? [operationNamed(...extra.operation)]
    : operations.filter(({ endpoint }) => endpoint.permission === permission)
  if (!operation) throw new Error('no operation asks for the permission')
  const shownTo = async (permissions: readonly string[]) => {
    const call = extra ? await extra.call() : await validCall(worlds.mine, operation)
    await grantOnly(worlds.service, worlds.mine.tenantId, member, permissions)
    const answer = await send(worlds.mine, operation.endpoint, { token: member.token, ...call })
    return (extra?.shown ?? status)(answer)
  }
  const withIt = await shownTo(permissionNames)
  const without = permissionNames.filter((name) => name !== permission && name !== comesWith[permission])
  expect(await shownTo(without)).not.toEqual(withIt)
})

test('a permission is declared here only where no operation is guarded by it as a whole', () => {
  const declared = permissionNames.filter((permission) => extras[permission])
  expect(declared.filter(isGuarding)).toEqual([])
  expect(permissionNames.filter((permission) => !extras[permission] && !isGuarding(permission))).toEqual([])
})
