import { type EndpointSpec, isUlid, takesIdempotencyKey, takesIfMatch } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { expectTenant } from '../../src/auth/expected-tenant.ts'
import { newId } from '../../src/base/ids.ts'
import {
  cachedCall,
  callToSucceed,
  codeOf,
  errorCodesIn,
  errorsIn,
  masked,
  requiredQuery,
  shellCall,
  validCall,
} from './calls.ts'
import { operationNamed, operations, operationsWhere } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { parametersOf, shapeOf } from './schema-walk.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

/** The answer is the end of the log, which any transaction of the same PostgreSQL may move between two requests. */
const isEndOfLog = ({ operationId }: EndpointSpec) => operationId === 'getHeadOfEvent'

describe.each(operations)('$place', (operation) => {
  const { endpoint } = operation

  test('reaches its success, also where another tenant was expected', async () => {
    const call = await callToSucceed(worlds.mine, operation)
    const answer = await sendMisled(endpoint, call)
    expect([answer.status, answer.text]).toEqual([endpoint.success.status, answer.text])
    if (endpoint.method === 'get' && call.token === undefined && !isEndOfLog(endpoint))
      expect(masked(answer, '')).toEqual(masked(await send(worlds.mine, endpoint, call), ''))
    const tenant = answer.headers.get('x-tenant-id')
    if (endpoint.permission === 'public') expect(tenant).toBeNull()
    else expect(isUlid(tenant ?? '')).toBe(true)
  })

  test('refuses a query parameter that it does not declare, and names those that it does', () =>
    expectUndeclared(endpoint, ['nonsense']))

  test('refuses a version of the interface that it does not know, and answers in JSON or not at all', async () => {
    await expectUnknownVersion(endpoint, ['v2'])
    const headers = { accept: 'text/html' }
    const answer = await send(worlds.mine, endpoint, { ...shellCall(endpoint), headers })
    expect([answer.status, codeOf(answer)]).toEqual([406, 'not_acceptable'])
  })
})

/** Sends a call that names no tenant, while the service expects the session in the tenant of others. */
async function sendMisled(endpoint: EndpointSpec, call: Call) {
  if (endpoint.permission === 'public' || call.token !== undefined) return send(worlds.mine, endpoint, call)
  const { client, tenantId, user } = worlds.mine
  await client.me.currentTenant.set({ tenant_id: tenantId })
  expectTenant(user.sessionId, worlds.other.tenantId)
  return send(worlds.mine, endpoint, { ...call, headers: { ...call.headers, 'x-tenant-id': null } })
}

// One function reads the query of every operation, and one compares the version. So invalid ones are tried on an operation that
// declares parameters and on one that does not. `security/media-types.test.ts` has more of both.
test.each([operationNamed('assets', 'list'), operationNamed('assets', 'create')])(
  '$place refuses whatever it does not declare or know',
  async ({ endpoint }) => {
    await expectUndeclared(endpoint, ['nonsense', '__proto__', 'constructor', 'tenant_id'])
    await expectUnknownVersion(endpoint, ['v2', 'V1', '', '1'])
  },
)

async function expectUndeclared(endpoint: EndpointSpec, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const query = `${new URLSearchParams(requiredQuery(endpoint))}&${name}=1`
    const answer = await send(worlds.mine, endpoint, { ...shellCall(endpoint), query })
    expect([answer.status, errorCodesIn(answer)]).toEqual([422, [`query ${name} unknown_parameter`]])
    expect(errorsIn(answer)[0]?.allowed).toEqual(parametersOf(endpoint))
  }
}

async function expectUnknownVersion(endpoint: EndpointSpec, versions: readonly string[]): Promise<void> {
  for (const version of versions) {
    const headers = { 'x-api-version': version }
    const answer = await send(worlds.mine, endpoint, { ...shellCall(endpoint), headers })
    expect([version, answer.status, codeOf(answer)]).toEqual([version, 400, 'unsupported_api_version'])
    expect(membersOf(answer.json).supported).toEqual(['v1'])
  }
}

const reading = operationsWhere(({ method }) => method === 'get')

test.each(reading)('HEAD of $place answers as GET does, without a body', async (operation) => {
  const call = await cachedCall(worlds.mine, operation)
  const got = await send(worlds.mine, operation.endpoint, call)
  const head = await send(worlds.mine, operation.endpoint, { ...call, method: 'HEAD' })
  expect([head.status, head.text]).toEqual([got.status, ''])
  for (const name of ['content-type', 'etag', 'link', 'x-tenant-id'])
    expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)])
})

const readingRecords = operationsWhere(
  ({ method, success }) => method === 'get' && 'body' in success && 'version' in shapeOf(success.body),
)

test.each(readingRecords)('$place sends nothing again to whom has it already', async (operation) => {
  const call = await cachedCall(worlds.mine, operation)
  const { headers } = await send(worlds.mine, operation.endpoint, call)
  const tag = headers.get('etag') ?? ''
  for (const known of [tag, `W/${tag}`, `"v0", ${tag}`, '*']) {
    const again = await send(worlds.mine, operation.endpoint, {
      ...call,
      headers: { ...call.headers, 'if-none-match': known },
    })
    expect([known, again.status, again.text]).toEqual([known, 304, ''])
  }
})

test.each(operationsWhere(takesIfMatch))(
  '$place leaves a record that has changed meanwhile',
  async (operation) => {
    const call = await validCall(worlds.mine, operation)
    const before = await worlds.fingerprint()
    for (const stale of ['"v999"', 'W/"v1"', '"nonsense"']) {
      const answer = await send(worlds.mine, operation.endpoint, { ...call, headers: { 'if-match': stale } })
      expect([stale, answer.status, codeOf(answer)]).toEqual([stale, 412, 'precondition_failed'])
    }
    expect(await worlds.fingerprint()).toBe(before)
    const current = { 'if-match': '"v7", "v1", "v2"' }
    const answer = await send(worlds.mine, operation.endpoint, { ...call, headers: current })
    expect(answer.status).toBe(operation.endpoint.success.status)
  },
)

test.each(operationsWhere(takesIdempotencyKey))(
  '$place acts once for one Idempotency-Key',
  async (operation) => {
    const { user, tenantId } = worlds.mine
    // Only public operations need these headers here: `send` adds them to all others.
    const signedIn = { authorization: `Bearer ${user.token}`, 'x-tenant-id': tenantId }
    const headers = {
      'idempotency-key': newId(),
      ...(operation.endpoint.permission === 'public' ? signedIn : {}),
    }
    const call = { ...(await validCall(worlds.mine, operation)), headers }
    const first = await send(worlds.mine, operation.endpoint, call)
    const stored = await worlds.fingerprint()
    const second = await send(worlds.mine, operation.endpoint, call)
    expect([second.status, second.text]).toEqual([first.status, first.text])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    for (const name of ['etag', 'location']) expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect(await worlds.fingerprint()).toBe(stored)
    // An operation without a body cannot get another body.
    if (!operation.endpoint.body) return
    const { body = { reason: 'another' } } = await validCall(worlds.mine, operation)
    const reused = await send(worlds.mine, operation.endpoint, { ...call, body })
    expect([reused.status, codeOf(reused)]).toEqual([422, 'idempotency_key_reused'])
  },
)

test('every operation has reached its success', () => {
  const missing = operations.filter(({ endpoint }) => !worlds.observer.succeeded.has(endpoint.operationId))
  expect(missing.map(({ place }) => place)).toEqual([])
})
