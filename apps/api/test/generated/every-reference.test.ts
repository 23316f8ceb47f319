import { describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import {
  cachedCall,
  codeOf,
  createRecord,
  errorCodesIn,
  recordCall,
  recordIn,
  sampleOf,
  tableOf,
  validCall,
} from './calls.ts'
import { operationNamed, operations, operationsWhere } from './operations.ts'
import { type Answer, membersOf } from './reply-rules.ts'
import type { Reference } from './sample.ts'
import { referencesOf, shapeOf } from './schema-walk.ts'
import { type Call, send, useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()

const groups = [...new Set(operations.map(({ group }) => group))]

test.each(groups)('the sample of %s names every reference in its bodies', (group) => {
  const bodies = operations.filter((one) => one.group === group).map(({ endpoint }) => endpoint.body)
  const found = new Set(bodies.flatMap(referencesOf))
  expect([...found].sort()).toEqual(Object.keys(sampleOf(group).references ?? {}).sort())
})

/** Every reference in a body, once for each operation. */
const references = operations.flatMap(({ group, name, place, endpoint }) =>
  referencesOf(endpoint.body).map((member) => ({ group, name, place, endpoint, member })),
)

/** Operations that return the record that the body names. */
const selections: readonly string[] = ['setMyCurrentProject']

describe.each(references)('$place with $member', ({ group, name, endpoint, member }) => {
  const reference = (): Reference => {
    const found = sampleOf(group).references?.[member]
    if (!found) throw new Error(`the sample of ${group} lacks ${member}`)
    return found
  }
  const operation = operationNamed(group, name)
  /** Returns a function that sends the call with a value in the member; every other member is valid. */
  const sender = (call: Call): ((value: string | null) => Promise<Answer>) => {
    const { params } = call
    if (name === 'update')
      return (value) => send(worlds.mine, endpoint, { ...(params && { params }), body: { [member]: value } })
    const others = Object.entries(Object(call.body)).filter(
      ([other]) => !reference().insteadOf?.includes(other),
    )
    return (value) =>
      send(worlds.mine, endpoint, { ...call, body: { ...Object.fromEntries(others), [member]: value } })
  }
  const expectAccepted = async (value: string, stored = value) => {
    const answer = await sender(await validCall(worlds.mine, operation))(value)
    expect([answer.status, errorCodesIn(answer)]).toEqual([endpoint.success.status, []])
    const answered = membersOf(answer.json)
    // A move may name a record without storing it in the member of that name. A selection returns the named record.
    if (!endpoint.move) {
      const named = selections.includes(endpoint.operationId) ? answered.id : answered[member]
      expect(named).toBe(stored)
    }
  }
  const expectRefused = async (values: readonly string[], code: string) => {
    const sendWith = sender(await cachedCall(worlds.mine, operation))
    const before = await worlds.fingerprint()
    for (const value of values) {
      const answer = await sendWith(value)
      expect([value, answer.status, errorCodesIn(answer)]).toEqual([value, 422, [`body /${member} ${code}`]])
    }
    expect(await worlds.fingerprint()).toBe(before)
  }
  const expectConflict = async (value: string, code: string) => {
    const sendWith = sender(await cachedCall(worlds.mine, operation))
    const before = await worlds.fingerprint()
    const answer = await sendWith(value)
    expect([answer.status, codeOf(answer)]).toEqual([409, code])
    expect(await worlds.fingerprint()).toBe(before)
  }

  const expectReadOnly = async (value: string) => {
    const sendWith = sender(await cachedCall(worlds.mine, operation))
    const before = await worlds.fingerprint()
    const answer = await sendWith(value)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'read_only_shared_record'])
    expect(await worlds.fingerprint()).toBe(before)
  }

  // The id is stored in upper case, so an accepted id in lower case covers both forms.
  test('accepts a record of its own, also in lower case', async () => {
    const id = await reference().make(worlds.mine)
    await expectAccepted(id.toLowerCase(), id)
  })

  test("accepts the root tenant's where they are shared, and no others", async () => {
    const id = await reference().make(worlds.root)
    if (reference().isShared === true) await expectAccepted(id)
    else if (reference().isShared === 'read_only') await expectReadOnly(id)
    else await expectRefused([id], 'reference_not_found')
  })

  test("does not find another tenant's, nor an unknown one", async () => {
    const theirs = await reference().make(worlds.other)
    await expectRefused([theirs, newId(), worlds.other.tenantId], 'reference_not_found')
  })

  test('does not find what is no id', async () => {
    const none = ['1', 'nonsense', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', `${newId()}0`, '', ' ']
    await expectRefused(none, 'reference_not_found')
  })

  const { archive, whenArchived } = sampleOf(group).references?.[member] ?? {}
  test.runIf(archive)('refuses an archived one, its own and the shared', async () => {
    for (const world of [worlds.mine, ...(reference().isShared === true ? [worlds.root] : [])]) {
      const id = await reference().make(world)
      await archive?.(world, id)
      if (whenArchived) await expectConflict(id, whenArchived)
      else await expectRefused([id], 'reference_archived')
    }
  })

  test('is of another JSON type never', async () => {
    const call = await cachedCall(worlds.mine, operation)
    for (const value of [1, true, [], {}, [newId()]]) {
      const body = { ...Object(call.body), [member]: value }
      const answer = await send(worlds.mine, endpoint, { ...call, body })
      expect([answer.status, errorCodesIn(answer)]).toEqual([422, [`body /${member} invalid_type`]])
    }
  })
})

const isArchivable = (group: string) =>
  operations.some((operation) => operation.group === group && operation.name === 'archive')

/** References to records that can be deleted. */
const deletable = groups
  .filter((group) => sampleOf(group).create)
  .flatMap((group) =>
    Object.entries(sampleOf(group).references ?? {}).flatMap(([member, reference]) =>
      reference.group ? [{ group, member, reference, target: reference.group }] : [],
    ),
  )

describe.each(deletable)(
  '$target that $group refer to by $member',
  ({ group, member, reference, target }) => {
    const refer = async (user: World, id: string) => createRecord(user, group, { [member]: id })
    const remove = (world: World, id: string) =>
      send(world, operationNamed(target, 'delete').endpoint, recordCall(target, id))

    test('are kept, and the refusal counts what refers to them', async () => {
      const id = await reference.make(worlds.mine)
      await refer(worlds.mine, id)
      await refer(worlds.mine, id)
      const answer = await remove(worlds.mine, id)
      expect([answer.status, codeOf(answer)]).toEqual([409, 'dependent_item_exists'])
      const { dependents, detail } = membersOf(answer.json)
      expect(dependents).toEqual({ [tableOf(group)]: 2 })
      expect(String(detail).includes('archive')).toBe(isArchivable(target))
    })

    test.runIf(reference.isShared === true)('are kept where only another tenant refers to them', async () => {
      const id = await reference.make(worlds.root)
      await refer(worlds.mine, id)
      const answer = await remove(worlds.root, id)
      expect([answer.status, codeOf(answer)]).toEqual([409, 'dependent_item_exists'])
      expect(Object.keys(membersOf(membersOf(answer.json).dependents))).toEqual([tableOf(group)])
    })

    test('go when nothing refers to them any more', async () => {
      const id = await reference.make(worlds.mine)
      const record = await refer(worlds.mine, id)
      const removed = await send(
        worlds.mine,
        operationNamed(group, 'delete').endpoint,
        recordCall(group, record.id),
      )
      expect(removed.status).toBe(204)
      expect((await remove(worlds.mine, id)).status).toBe(204)
    })
  },
)

/** A test event has no separate body: its delivery belongs to the tenant of the endpoint. */
const statingTenant = operationsWhere(
  ({ operationId, body, success }) =>
    operationId !== 'testWebhookEndpoint' &&
    success.status === 201 &&
    body !== undefined &&
    'tenant_id' in shapeOf(success.body),
)

describe.each(statingTenant)('$place with tenant_id', (operation) => {
  const { endpoint } = operation

  test('accepts the selected tenant, in either case', async () => {
    for (const tenant_id of [worlds.mine.tenantId, worlds.mine.tenantId.toLowerCase()]) {
      const call = await validCall(worlds.mine, operation)
      const answer = await send(worlds.mine, endpoint, { ...call, body: { ...Object(call.body), tenant_id } })
      expect([answer.status, errorCodesIn(answer)]).toEqual([201, []])
      expect(recordIn(answer).tenant_id).toBe(worlds.mine.tenantId)
    }
  })

  test('refuses every other tenant alike, and changes nothing', async () => {
    const call = await cachedCall(worlds.mine, operation)
    const before = await worlds.fingerprint()
    for (const tenant_id of [worlds.other.tenantId, worlds.root.tenantId, newId()]) {
      const answer = await send(worlds.mine, endpoint, { ...call, body: { ...Object(call.body), tenant_id } })
      expect([answer.status, codeOf(answer)]).toEqual([403, 'tenant_access_denied'])
    }
    expect(await worlds.fingerprint()).toBe(before)
  })
})
