import { type EndpointSpec, isUlid, readingOf, unwrittenMembers } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RUNTIME_ROLE } from '../../src/db/tenancy.ts'
import { codeOf, errorCodesIn, errorsIn, recordIn, validCall } from './calls.ts'
import { silent } from './observer.ts'
import { operations, operationsWhere } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

/** Operations without an actor in the audit log: it is not known who sends them, or whether there is an account. */
const withoutActor: ReadonlySet<string> = new Set(['requestPasswordReset', 'declineInvitation'])
const writes = operationsWhere(({ method, operationId }) => method !== 'get' && !silent.has(operationId))

describe.each(writes)('$place', (operation) => {
  const { endpoint } = operation

  test('does nothing when the audit log cannot be written', async () => {
    const { sql } = worlds.service.database
    const call = await validCall(worlds.mine, operation)
    const before = await worlds.fingerprint()
    await sql.unsafe(`revoke insert on audit_log from ${RUNTIME_ROLE}`)
    try {
      const answer = await send(worlds.mine, endpoint, { ...call, isOurError: true })
      expect([answer.status, codeOf(answer)]).toEqual([500, 'internal_error'])
    } finally {
      await sql.unsafe(`grant insert on audit_log to ${RUNTIME_ROLE}`)
    }
    expect(await worlds.fingerprint()).toBe(before)
  })

  test('tells in the audit log who did what, and what changed', async () => {
    const call = await validCall(worlds.mine, operation)
    const { requestId, json } = await send(worlds.mine, endpoint, call)
    const rows = await worlds.service.database.sql`select * from audit_log where request_id = ${requestId}`
    const row = rows.find(({ record_id }) => record_id === membersOf(json).id) ?? rows[0]
    expect(row).toMatchObject({ operation: endpoint.operationId, source: '127.0.0.1' })
    expect(isUlid(row?.actor_id)).toBe(!withoutActor.has(endpoint.operationId))
    if (endpoint.permission.includes(':'))
      expect(row).toMatchObject({ actor_id: worlds.mine.user.id, tenant_id: worlds.mine.tenantId })
    const reply = membersOf(json)
    const changes = z
      .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
      .parse(row?.changes)
    for (const { field, from, to } of changes) {
      expect(from).not.toEqual(to)
      if (field in reply) expect([field, to]).toEqual([field, reply[field]])
    }
    if (call.body !== undefined && !endpoint.credentials)
      expect(changes.map(({ field }) => field)).toEqual(
        expect.arrayContaining(changedBy(endpoint, call.body, reply)),
      )
  })
})

const patches = operationsWhere(({ method }) => method === 'patch')

describe.each(patches)('$place of a record that was read', (operation) => {
  const { endpoint } = operation

  /** Changes a record once. Returns it as it is read afterwards, and a call that names it. */
  async function readBack() {
    const call = await validCall(worlds.mine, operation)
    const changed = recordIn(await send(worlds.mine, endpoint, call))
    const reading = readingOf(
      operations.map((one) => one.endpoint),
      endpoint,
    )
    const named = { ...call, body: undefined }
    return { named, record: reading ? recordIn(await send(worlds.mine, reading, named)) : changed }
  }

  const mediaTypes = ['application/json', 'application/merge-patch+json']

  test.each(mediaTypes)('and is sent back whole as %s changes nothing', async (type) => {
    const { named, record } = await readBack()
    const headers = { 'content-type': type }
    const answer = await send(worlds.mine, endpoint, {
      ...named,
      body: record,
      headers,
      changesNothing: true,
    })
    expect([answer.status, answer.json]).toEqual([200, record])
  })

  test('changes nothing without a body, whatever its type', async () => {
    const { named, record } = await readBack()
    for (const [type, text] of [
      [null, undefined],
      ['text/plain', ''],
      ['application/json', 'null'],
    ] as const) {
      const call = { ...named, headers: { 'content-type': type }, ...(text === undefined ? {} : { text }) }
      const answer = await send(worlds.mine, endpoint, { ...call, changesNothing: true })
      expect([type, answer.status, answer.json]).toEqual([type, 200, record])
    }
  })

  test('is refused with the version before, and nothing changes', async () => {
    const { named, record } = await readBack()
    const before = await worlds.fingerprint()
    const body = { ...record, version: record.version + 1 }
    const answer = await send(worlds.mine, endpoint, { ...named, body })
    expect([answer.status, codeOf(answer)]).toEqual([412, 'precondition_failed'])
    expect(await worlds.fingerprint()).toBe(before)
  })

  test('names how a member is changed that it does not write', async () => {
    const { named, record } = await readBack()
    const before = await worlds.fingerprint()
    for (const member of unwrittenMembers(endpoint).filter((name) => name in record)) {
      const answer = await send(worlds.mine, endpoint, {
        ...named,
        body: { ...record, [member]: 'another value' },
      })
      expect([member, answer.status, errorCodesIn(answer)]).toEqual([
        member,
        422,
        [`body /${member} read_only`],
      ])
      expect(errorsIn(answer)[0]?.message).toMatch(/^is (changed by|set when the record is created|set by) /)
    }
    expect(await worlds.fingerprint()).toBe(before)
  })
})

/** Changes under another name than the member: the limit of a quota is recorded under the name of the quota. */
const recordedAs: Readonly<Record<string, string[]>> = { setQuotaOfTenant: ['quotas.issues'] }

/** The members of a body that are recorded as changes: those with a value that the record has. */
const changedBy = (
  { move, operationId }: EndpointSpec,
  body: unknown,
  reply: Readonly<Record<string, unknown>>,
) =>
  recordedAs[operationId] ??
  Object.entries(membersOf(body))
    // A move may name a record without storing it in the member of that name.
    .filter(([name, value]) => !(move && name.endsWith('_id') && reply[name] !== value))
    .filter(([name, value]) => value !== null && name in reply)
    .map(([name]) => name)
