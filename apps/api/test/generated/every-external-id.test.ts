import { type EndpointSpec, kindReferredTo, upsertOperations } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  codeOf,
  createRecord,
  errorCodesIn,
  readRecord,
  recordCall,
  recordIn,
  type Stored,
  sampleOf,
  validCall,
} from './calls.ts'
import { type GroupName, operationNamed, operations } from './operations.ts'
import { shapeOf } from './schema-walk.ts'
import { type Call, send, useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()

/** The groups whose records are created and updated by an external id. */
const upserts = Object.entries(upsertOperations) as [GroupName, EndpointSpec][]

let serial = 0

/** An external id that no record has. */
function fresh() {
  serial += 1
  return { source: 'jamf', external_id: `a/b ${serial}` }
}

/** A call of an upsert. */
const callOf = (params: ReturnType<typeof fresh>, body: unknown, headers = {}): Call => ({
  params: { ...params, external_id: encodeURIComponent(params.external_id) },
  body,
  headers,
})

/** A body that creates a record and can be sent again to change it, so without members that only a create accepts. */
async function bodyOf(world: World, group: GroupName): Promise<object> {
  const body = Object(await sampleOf(group).create?.(world)) as object
  const { body: change, success } = operationNamed(group, 'update').endpoint
  const lasting = { ...shapeOf(change), ...('body' in success ? shapeOf(success.body) : {}) }
  return Object.fromEntries(Object.entries(body).filter(([member]) => member in lasting))
}

/** The ids of the records that a list finds by an external id. */
async function foundBy(world: World, group: GroupName, name: string): Promise<unknown[]> {
  const { endpoint } = operationNamed(group, 'list')
  const query = { external_id: name, ...(endpoint.collection?.archivable ? { archived: 'include' } : {}) }
  const { json } = await send(world, endpoint, { query })
  return (json as Stored[]).map(({ id }) => id)
}

const patch = (world: World, group: GroupName, id: string, body: object) =>
  send(world, operationNamed(group, 'update').endpoint, { ...recordCall(group, id), body })

describe.each(upserts)('%s', (group, upsert) => {
  test('a record is created and found by its external ids, which a change replaces', async () => {
    const { mine } = worlds
    const [one, other] = [fresh(), fresh()]
    const externalIds = [
      { source: 'sis', id: one.external_id },
      { source: 'jamf', id: one.external_id },
      { source: 'sis', id: one.external_id },
    ]
    const made = await createRecord(mine, group, { external_ids: externalIds })
    expect(made.external_ids).toEqual([externalIds[1], externalIds[0]])
    expect(await foundBy(mine, group, `sis:${one.external_id}`)).toEqual([made.id])
    const replaced = recordIn(
      await patch(mine, group, made.id, { external_ids: [{ source: 'jamf', id: other.external_id }] }),
    )
    expect(replaced.version).toBe(made.version + 1)
    expect(replaced.external_ids).toEqual([{ source: 'jamf', id: other.external_id }])
    expect(await foundBy(mine, group, `sis:${one.external_id}`)).toEqual([])
    expect(await foundBy(mine, group, `jamf:${other.external_id}`)).toEqual([made.id])
  })

  test('no two records have the same one, and each tenant has its own', async () => {
    const { mine, other } = worlds
    const { source, external_id: id } = fresh()
    const external_ids = [{ source, id }]
    const made = await createRecord(mine, group, { external_ids })
    const body = { ...(await bodyOf(mine, group)), external_ids }
    const refused = await send(mine, operationNamed(group, 'create').endpoint, { body })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'already_exists'])
    expect(refused.json).toMatchObject({ field: 'external_ids' })
    const foreign = await createRecord(other, group, { external_ids })
    expect(await foundBy(other, group, `${source}:${id}`)).toEqual([foreign.id])
    expect(await foundBy(mine, group, `${source}:${id}`)).toEqual([made.id])
  })

  test('an upsert creates, leaves alone what does not change, and updates', async () => {
    const { mine } = worlds
    const name = fresh()
    const body = await bodyOf(mine, group)
    const created = await send(mine, upsert, callOf(name, body))
    expect([created.status, created.text]).toEqual([201, created.text])
    const made = recordIn(created)
    expect(made.external_ids).toEqual([{ source: 'jamf', id: name.external_id }])
    const again = await send(mine, upsert, { ...callOf(name, body), changesNothing: true })
    expect([again.status, again.text]).toEqual([200, again.text])
    expect(recordIn(again)).toEqual(made)
    const changed = await send(mine, upsert, callOf(name, await sampleOf(group).patch?.(mine)))
    expect([changed.status, changed.text]).toEqual([200, changed.text])
    expect(recordIn(changed)).toMatchObject({
      id: made.id,
      version: made.version + 1,
      external_ids: made.external_ids,
    })
    expect(await readRecord(mine, group, made.id)).toEqual(recordIn(changed))
    const only = await send(mine, upsert, callOf(name, body, { 'if-none-match': '*' }))
    expect([only.status, codeOf(only)]).toEqual([412, 'precondition_failed'])
    const missing = await send(mine, upsert, callOf(fresh(), body, { 'if-match': '"v1"' }))
    expect([missing.status, codeOf(missing)]).toEqual([412, 'precondition_failed'])
  })

  test('of upserts at once, one creates the record', async () => {
    const { mine } = worlds
    const name = fresh()
    const body = await bodyOf(mine, group)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        send(mine, upsert, { ...callOf(name, body), changesNothing: 'perhaps' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map((answer) => recordIn(answer).id)).size).toBe(1)
  })

  test('the permission of its operations is needed, and a body that they take', async () => {
    const { mine, other } = worlds
    const stranger = { ...callOf(fresh(), await bodyOf(mine, group)), token: other.user.token }
    expect((await send(mine, upsert, stranger)).status).toBe(403)
    const refused = await send(mine, upsert, callOf(fresh(), { no_such_member: 1 }))
    expect(errorCodesIn(refused)).toContain('body /no_such_member unknown_field')
    for (const text of ['[]', '"text"'])
      expect((await send(mine, upsert, { ...callOf(fresh(), undefined), text })).status).toBe(422)
  })
})

/** The group of a record type that bodies refer to: `asset_models` becomes `assetModels`. */
const groupOf = (kind: string) =>
  kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as GroupName

/** A schema without its optional and union wrappers. */
const plain = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodOptional) return plain(schema.unwrap())
  if (schema instanceof z.ZodUnion) return plain(schema.options.at(-1) ?? schema)
  return schema
}

const references = operations.flatMap(({ group, name, endpoint }) =>
  name === 'create' || name === 'update'
    ? Object.entries(shapeOf(endpoint.body)).flatMap(([member, schema]) => {
        const unwrapped = plain(schema)
        const isList = unwrapped instanceof z.ZodArray
        const kind = kindReferredTo(isList ? unwrapped.element : unwrapped)
        return kind === undefined || !sampleOf(group).references?.[member]
          ? []
          : [{ group, name, member, kind, isList }]
      })
    : [],
)

describe.each(references)('$group $name: $member', ({ group, name, member, kind, isList }) => {
  const operation = operationNamed(group, name)
  const valueWith = (text: string) => (isList ? [text] : text)

  /** Sends a valid call of the operation with a value in the member, and returns the answer. */
  async function answerTo(world: World, value: string) {
    const { insteadOf = [] } = sampleOf(group).references?.[member] ?? {}
    const call = await validCall(world, operation)
    const others = Object.entries(Object(call.body)).filter(([key]) => !insteadOf.includes(key))
    const body = { ...Object.fromEntries(others), [member]: valueWith(value) }
    return send(world, operation.endpoint, { ...call, body, changesNothing: 'perhaps' })
  }

  test('names a record by its external id', async () => {
    const { mine } = worlds
    const id = await sampleOf(group).references?.[member]?.make(mine)
    if (!id) throw new Error(`${group} has no sample of ${member}`)
    const { external_id } = fresh()
    recordIn(await patch(mine, groupOf(kind), id, { external_ids: [{ source: 'sis', id: external_id }] }))
    const direct = await answerTo(mine, id)
    const named = await answerTo(mine, `sis:${external_id}`)
    expect([named.status, codeOf(named)]).toEqual([direct.status, codeOf(direct)])
    if (named.status < 300) expect(recordIn(named)[member]).toEqual(recordIn(direct)[member])
  })

  test('an unknown one is an error of the member', async () => {
    const answer = await answerTo(worlds.mine, 'sis:nobody has it')
    expect(errorCodesIn(answer)).toEqual([`body /${member}${isList ? '/0' : ''} reference_not_found`])
  })
})

test('the source default is the unique member external_id of persons, and no other', async () => {
  const { mine } = worlds
  const name = { source: 'default', external_id: `S-${fresh().external_id}` }
  const made = recordIn(await send(mine, upsertOperations.persons, callOf(name, {})))
  expect(made).toMatchObject({ external_id: name.external_id, external_ids: [] })
  const { status } = await send(mine, upsertOperations.persons, { ...callOf(name, {}), changesNothing: true })
  expect(status).toBe(200)
  const renamed = await send(mine, upsertOperations.persons, callOf(name, { external_id: 'another' }))
  expect(errorCodesIn(renamed)).toEqual(['body /external_id not_allowed_value'])
  const item = await bodyOf(mine, 'configurationItems')
  const refused = await send(mine, upsertOperations.configurationItems, callOf(name, item))
  expect(errorCodesIn(refused)).toEqual(['path source not_allowed_value'])
})
