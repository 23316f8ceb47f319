import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { SIGN_UP_TENANT_ID } from '../../src/system/seeds.ts'
import { codeOf, validCall } from './calls.ts'
import { type Operation, operations } from './operations.ts'
import { createWorld, send, useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()

/** Operations that a user who has just signed up may not use with the default settings. */
const needsMore: Readonly<Record<string, string>> = {
  'users.deactivate':
    'the account is somebody else’s: it belongs to its user, to operators, and to the tenant that made it',
  'jobs.list': 'only operators can list and retry jobs',
  'jobs.retry': 'only operators can list and retry jobs',
  'tenantQuotas.list': 'only operators see the quotas of any tenant',
  'tenantQuotas.set': 'only operators set quotas',
  'tenantQuotas.reset': 'only operators set quotas',
  'users.restore': 'nobody who is deactivated can sign in, so it is always somebody else’s account',
}

/** Only owners of a tenant may see and manage its keys, its log and its webhooks. */
const isForOwners = ({ endpoint: { permission } }: Operation) =>
  /^(service_accounts|audit|webhooks):/.test(permission)

/**
 * The status of invitations for a user of the tenant that sign-up joins. Inviting requires `users:write`, which this user lacks.
 */
const invitations: Readonly<Record<string, number>> = {
  'invitations.list': 200,
  'invitations.get': 404,
  'histories.invitations': 404,
  'invitations.create': 403,
  'invitations.revoke': 403,
  'invitations.resend': 403,
  'invitations.preview': 200,
  'invitations.accept': 200,
  'invitations.decline': 204,
}

let newcomers = 0

/** The tenant that sign-up joins, as a user sees it who has just signed up. */
async function worldOfNewcomer(): Promise<World> {
  const user = await worlds.service.signUp()
  newcomers += 1
  return createWorld(() => worlds, { user, tenantId: SIGN_UP_TENANT_ID, canary: `newcomer${newcomers}` })
}

/** Operations that may change permissions, or end the session or the account: each is tried by a separate newcomer. */
const changesRights = ({ endpoint: { path } }: Operation) =>
  /^\/(auth|me|users|members|groups|tenants|projects)(\/|$)/.test(path)

/** The user who tries all other operations, and must have the same permissions afterwards as after signing up. */
let newcomer: World
let rights: unknown
beforeAll(async () => {
  newcomer = await worldOfNewcomer()
  rights = await newcomer.client.me.permissions.get()
})

describe('a user who has just signed up', () => {
  test.each(
    operations.filter((one) => !(one.place in needsMore || one.place in invitations || isForOwners(one))),
  )('may: $place', async (operation) => {
    const world = changesRights(operation) ? await worldOfNewcomer() : newcomer
    const answer = await send(world, operation.endpoint, await validCall(world, operation))
    expect([answer.status, answer.text]).toEqual([operation.endpoint.success.status, answer.text])
  })

  test.each(operations.filter(({ place }) => place in needsMore))('may not: $place', async (operation) => {
    const world = await worldOfNewcomer()
    const call = await validCall(world, operation)
    const answer = await send(world, operation.endpoint, { ...call, token: world.user.token })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'permission_denied'])
  })

  test.each(operations.filter(({ place }) => place in invitations))(
    'may accept invitations, not send them: $place',
    async (operation) => {
      const call = await validCall(worlds.mine, operation)
      const answer = await send(newcomer, operation.endpoint, { ...call, token: newcomer.user.token })
      expect([answer.status, answer.text]).toEqual([invitations[operation.place], answer.text])
    },
  )

  test.each(operations.filter(isForOwners))('may not, as no owner: $place', async (operation) => {
    const call = await validCall(worlds.mine, operation)
    const answer = await send(newcomer, operation.endpoint, { ...call, token: newcomer.user.token })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'permission_denied'])
  })
})

test('has gained no permission by all of that', async () => {
  expect(await newcomer.client.me.permissions.get()).toEqual(rights)
})

test('that is every operation of the interface that was asked for', () => {
  const [, ...rows] = readFileSync(new URL('./interface-operations.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const walked = new Set(
    operations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`.replaceAll(/\{\w+\}/g, '{}')),
  )
  const requests = rows.map((row) => {
    const [method = '', path = ''] = row.split('\t')
    return `${method.toLowerCase()} ${path}`.replaceAll(/\{\w+\}/g, '{}')
  })
  expect(requests).toHaveLength(260)
  expect(requests.filter((one) => !walked.has(one))).toEqual([])
  expect(Object.keys(needsMore).filter((place) => !operations.some((one) => one.place === place))).toEqual([])
})
