import { isUlid } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { RUNTIME_ROLE } from '../../src/kernel/tenancy.ts'
import { codeOf, createRecord, recordCall, recordIn, sampleOf, validCall } from './calls.ts'
import { operations, operationsWhere } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { shapeOf } from './schema-walk.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

const silent: ReadonlySet<string> = new Set(['requestPasswordReset'])
const writes = operationsWhere(({ method, operationId }) => method !== 'get' && !silent.has(operationId))

describe.each(writes)('$place', (operation) => {
  const { endpoint } = operation

  test('does nothing when the audit log cannot be written', async () => {
    const { sql } = worlds.service.database
    const call = await validCall(worlds.mine, operation)
    const before = await worlds.fingerprint()
    await sql.unsafe(`revoke insert on audit_log from ${RUNTIME_ROLE}`)
    try {
      const answer = await send(worlds.mine, endpoint, { ...call, isOurFault: true })
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
    expect(isUlid(row?.actor_id)).toBe(true)
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
      expect(changes.map(({ field }) => field)).toEqual(expect.arrayContaining(changedBy(call.body, reply)))
  })
})

const updates = operations.filter(({ group, name }) => name === 'update' && sampleOf(group).create)

test.each(updates)(
  '$place makes no version of a record that is sent back as it was read',
  async ({ group, endpoint }) => {
    const { mine } = worlds
    const { id } = await createRecord(mine, group)
    const update = async (body: unknown, changesNothing = false) =>
      recordIn(await send(mine, endpoint, { ...recordCall(group, id), body, changesNothing }))
    const read = await update(await sampleOf(group).patch?.(mine))
    const members = Object.entries(shapeOf(endpoint.body)).filter(
      ([name, schema]) => name in read && z.safeParse(schema, read[name]).success,
    )
    expect(members.length).toBeGreaterThan(0)
    expect(await update(Object.fromEntries(members.map(([name]) => [name, read[name]])), true)).toEqual(read)
  },
)

/** Members of a body that are told as changes: those with a value, as far as the record has them. */
const changedBy = (body: unknown, reply: Readonly<Record<string, unknown>>) =>
  Object.entries(membersOf(body))
    .filter(([name, value]) => value !== null && name in reply)
    .map(([name]) => name)
