import {
  type EndpointSpec,
  mediaTypesOf,
  takesNoBody,
  takesVersion,
  unwrittenMembers,
} from '@commonhold/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { cachedCall, callToSucceed, codeOf, errorCodesIn, shellCall } from './calls.ts'
import {
  derivedEndpoints,
  methodsByPath,
  type Operation,
  operationNamed,
  operationsWhere,
} from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { shapeOf } from './schema-walk.ts'
import { type Call, mediaTypeOf, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()
const signedIn = operationsWhere(({ permission }) => permission !== 'public')
const inTenant = operationsWhere(({ permission, ignoresTenant }) => permission !== 'public' && !ignoresTenant)
const withBody = operationsWhere(({ body }) => body !== undefined)

const unsigned = (token: string) => token.split('.').slice(0, 2).join('.')
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Invalid credentials, made from a valid token. */
const badCredentials: Readonly<Record<string, (token: string) => string | null>> = {
  'no header': () => null,
  'an empty header': () => '',
  'the scheme alone': () => 'Bearer',
  'another scheme': (token) => `Basic ${token}`,
  'no scheme': (token) => token,
  'no token': () => 'Bearer null',
  'a token without its signature': (token) => `Bearer ${unsigned(token)}.`,
  'a token with another signature': (token) => `Bearer ${unsigned(token)}.${part({ not: 'a signature' })}`,
  'a token of the algorithm none': (token) =>
    `Bearer ${part({ alg: 'none', typ: 'at+jwt' })}.${token.split('.')[1]}.`,
  'a token with another subject': (token) =>
    `Bearer ${token.split('.')[0]}.${part({ sub: worlds.other.user.id })}.${token.split('.')[2]}`,
  'two tokens': (token) => `Bearer ${token}, Bearer ${token}`,
  'a refresh token': () => `Bearer ${worlds.mine.user.refreshToken}`,
}

/** Expects that the operation refuses these credentials before it checks anything else. */
async function expectNotSignedIn(endpoint: EndpointSpec, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const authorization = badCredentials[name]?.(worlds.mine.user.token) ?? null
    const answer = await send(worlds.mine, endpoint, { ...shellCall(endpoint), headers: { authorization } })
    expect([name, answer.status, codeOf(answer)]).toEqual([name, 401, 'not_authenticated'])
  }
}

// One function verifies the token of every operation, so each invalid form is tried on one operation. The other operations only
// have to show that they need a token. `auth/bad-tokens.test.ts` forges many more.
test.each(Object.keys(badCredentials))('whoever sends %s is not signed in', (name) =>
  expectNotSignedIn(operationNamed('assets', 'create').endpoint, [name]),
)

test.each(signedIn)('$place refuses whoever is not signed in', ({ endpoint }) =>
  expectNotSignedIn(endpoint, ['no header', 'a token with another signature']),
)

/** A valid token whose session has ended. */
let endedToken = ''
beforeAll(async () => {
  const { token, client } = await worlds.service.signUp()
  await client.me.signOut()
  endedToken = token
})

test.each(signedIn)('$place refuses a token whose session has ended', async (operation) => {
  const { endpoint } = operation
  const call = { ...shellCall(endpoint), ...(await goodBody(operation)), token: endedToken }
  const answer = await send(worlds.mine, endpoint, call)
  expect([answer.status, codeOf(answer)]).toEqual([401, 'not_authenticated'])
})

test.each(inTenant)('$place refuses a tenant that one does not belong to', async (operation) => {
  const { endpoint } = operation
  const call = { ...shellCall(endpoint), ...(await goodBody(operation)) }
  for (const tenant of [worlds.other.tenantId, worlds.other.tenantId.toLowerCase(), 'nonsense']) {
    const answer = await send(worlds.mine, endpoint, { ...call, headers: { 'x-tenant-id': tenant } })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'tenant_access_denied'])
  }
})

test('what needs no tenant is known', () => {
  const places = operationsWhere(({ ignoresTenant }) => ignoresTenant === true).map(
    ({ endpoint: { method, path } }) => `${method} ${path}`,
  )
  expect(places.sort()).toEqual([
    'delete /me/account-notice',
    'delete /me/sessions',
    'delete /me/sessions/{session_id}',
    'delete /operator/tenants/{tenant_id}/quotas/{quota_name}',
    'get /me',
    'get /me/current-tenant',
    'get /me/notification-preferences',
    'get /me/preferences',
    'get /me/sessions',
    'get /me/tenants',
    'get /operator/jobs',
    'get /operator/tenants/{tenant_id}/quotas',
    'patch /me/notification-preferences',
    'patch /me/preferences',
    'post /me/current-tenant',
    'post /me/resend-verification',
    'post /me/signout',
    'post /operator/jobs/{job_id}/retry',
    'put /operator/tenants/{tenant_id}/quotas/{quota_name}',
  ])
})

test.each(operationsWhere(({ ignoresTenant }) => ignoresTenant === true))(
  '$place serves whatever tenant is named',
  async (operation) => {
    const { endpoint } = operation
    const archived = await worlds.mine.client.tenants.create({ name: worlds.mine.unique() })
    await worlds.mine.client.tenants.archive({ tenant_id: archived.id })
    for (const tenant of [worlds.other.tenantId, archived.id, 'nonsense', '', 'x'.repeat(1_000)]) {
      const call = await callToSucceed(worlds.mine, operation)
      const answer = await send(worlds.mine, endpoint, {
        ...call,
        headers: { ...call.headers, 'x-tenant-id': tenant },
      })
      expect([tenant, answer.status, answer.text]).toEqual([tenant, endpoint.success.status, answer.text])
      expect(answer.headers.get('x-tenant-id')).not.toBe(tenant)
    }
  },
)

/** The body is checked before any query, so it must be valid for any later refusal. */
async function goodBody(operation: Operation): Promise<Call> {
  if (!operation.endpoint.body) return {}
  const { body } = await cachedCall(worlds.mine, operation)
  return body === undefined ? {} : { text: JSON.stringify(body) }
}

/** Expects that the operation refuses a body of these types, and names those that it accepts. */
async function expectUnsupported(endpoint: EndpointSpec, types: readonly (string | null)[]): Promise<void> {
  const { params = {} } = shellCall(endpoint)
  for (const type of types) {
    const answer = await send(worlds.mine, endpoint, {
      params,
      text: '{"a":1}',
      headers: { 'content-type': type },
    })
    expect([type, answer.status, codeOf(answer)]).toEqual([type, 415, 'unsupported_media_type'])
    expect(membersOf(answer.json).supported).toEqual(mediaTypesOf(endpoint))
  }
}

// One function compares the type with those for the kind of the body, so each other type is tried on one operation of each kind.
const kindOf = ({ endpoint }: Operation) =>
  `${mediaTypesOf(endpoint)} ${takesNoBody(endpoint) ? 'or nothing' : ''}`
const ofEachKind = [...Map.groupBy(withBody, kindOf).values()].flatMap((some) => some.slice(0, 1))

test.each(ofEachKind)('$place refuses bodies of whatever type it does not take', ({ endpoint }) => {
  const own = mediaTypeOf(endpoint)
  const others = ['text/plain', `${own}; charset=latin1`, 'application/*', `x${own}`, 'nonsense']
  return expectUnsupported(endpoint, [null, ...others, foreignTypeOf(endpoint)])
})

/** A media type that only other operations accept. */
const foreignTypeOf = ({ bodyType }: EndpointSpec) =>
  bodyType === 'form' ? 'application/json' : 'application/x-www-form-urlencoded'

describe.each(withBody)('$place', (operation) => {
  const { endpoint } = operation

  test('refuses a body without a type, and of the type that others take', () =>
    expectUnsupported(endpoint, [null, foreignTypeOf(endpoint)]))
})

// A form may have additional fields; see `security/sign-in-form.test.ts`.
describe.each(withBody.filter(({ endpoint }) => endpoint.bodyType !== 'form'))('$place', (operation) => {
  const { endpoint } = operation

  test('refuses members that it does not declare, and changes nothing', async () => {
    const { body, ...call } = await cachedCall(worlds.mine, operation)
    const before = await worlds.fingerprint()
    const undeclared = foreignMembers.filter(
      (one) => !(one in shapeOf(endpoint.body)) && !(one === 'version' && takesVersion(endpoint)),
    )
    const ofRecord = unwrittenMembers(endpoint)
    const codeFor = (name: string) => (ofRecord.includes(name) ? 'read_only' : 'unknown_field')
    // Members of the record are checked only if nothing else is wrong.
    for (const [code, names] of Map.groupBy(undeclared, codeFor)) {
      const answer = await send(worlds.mine, endpoint, { ...call, text: withMembers(body, names) })
      expect([answer.status, errorCodesIn(answer).sort()]).toEqual([
        422,
        names.map((name) => `body /${name} ${code}`).sort(),
      ])
    }
    expect(await worlds.fingerprint()).toBe(before)
  })
})

/** Names that a record, the service or JavaScript uses, but that no body declares. */
const foreignMembers = [
  'nonsense',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'tenant_id',
  'id',
  'created_at',
  'updated_at',
  'created_by',
  'version',
  'status',
  'archived_at',
  'is_shared',
  'is_admin',
  'is_builtin',
  'role',
  'permissions',
  'group_ids',
  'user_id',
  'password_hash',
  'current_tenant_id',
]

/** The body with additional members, as text: an object literal would not keep `__proto__`. */
function withMembers(body: unknown, names: readonly string[]): string {
  const own = JSON.stringify(body ?? {}).slice(1, -1)
  return `{${[...names.map((name) => `${JSON.stringify(name)}:"x"`), ...(own === '' ? [] : [own])].join()}}`
}

// One function refuses what is wrong in many operations. This checks that each of these operations uses it.
test.each(derivedEndpoints)(
  '$operationId refuses callers, versions and bodies as others do',
  async (endpoint) => {
    const { params = {} } = shellCall(endpoint)
    const answerTo = async (headers: Record<string, string | null>, text = '{}') => {
      const answer = await send(worlds.mine, endpoint, { params, text, headers })
      return [answer.status, codeOf(answer)]
    }
    expect(await answerTo({ authorization: null })).toEqual([401, 'not_authenticated'])
    expect(await answerTo({ accept: 'text/html' })).toEqual([406, 'not_acceptable'])
    expect(await answerTo({ 'x-api-version': 'nonsense' })).toEqual([400, 'unsupported_api_version'])
    expect(await answerTo({ 'content-type': 'text/plain' })).toEqual([415, 'unsupported_media_type'])
    expect(await answerTo({}, '{"a"')).toEqual([400, 'malformed_json'])
    expect(await answerTo({}, '{"nonsense":1}')).toEqual([422, 'validation_failed'])
  },
)

test.each([...methodsByPath])('%s names the methods that it has, and refuses others', async (_, siblings) => {
  const [{ endpoint }] = siblings as [(typeof siblings)[number]]
  const methods = new Set<string>(siblings.map((one) => one.endpoint.method.toUpperCase()))
  if (methods.has('GET')) methods.add('HEAD')
  const allow = [...methods, 'OPTIONS'].sort().join(', ')
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (one) => !methods.has(one),
  )) {
    const { params = {} } = shellCall(endpoint)
    const answer = await send(worlds.mine, endpoint, { params, method })
    const status = method === 'OPTIONS' ? 204 : 405
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, status, allow])
  }
})

test.each(['/', '/nonsense', '/assets/', '/ASSETS', '//assets', '/assets%2f', '/me/nonsense'])(
  'there is nothing at %s',
  async (path) => {
    const answer = await worlds.observer.send(new Request(worlds.service.address + path))
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found'])
  },
)
