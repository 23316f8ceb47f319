import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { createTenant, grantOnly } from '../world.ts'
import { type BulkWorld, refusalOf, startBulkWorld } from './bulk-world.ts'

/** An item of a bulk request, and the expected errors: the place within the item and the code. */
interface Faulty {
  readonly item: unknown
  readonly errors: readonly string[]
}

let world: BulkWorld
/** Ids of an asset to change, a retired asset, a record of another tenant, and an archived model. */
const ids = { asset: '', retired: '', foreign: '', archivedModel: '' }
const usedTag = 'TAKEN-1'

beforeAll(async () => {
  world = await startBulkWorld()
  const { client, service, owner } = world
  const asset = async () => (await client.assets.create(world.asset())).id
  ids.asset = await asset()
  ids.retired = await asset()
  await client.assets.retire({ asset_id: ids.retired })
  await client.assets.create({ ...world.asset(usedTag), asset_tag: 'TAG-1' })
  ids.archivedModel = (await client.assetModels.create({ name: 'Old', tracking_type: 'serialized' })).id
  await client.assetModels.archive({ asset_model_id: ids.archivedModel })
  const other = service.as(owner.token, await createTenant(service, { owners: [owner] }))
  const model = await other.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
  ids.foreign = (await other.assets.create({ model_id: model.id, name: 'Theirs', serial_number: 'T-1' })).id
})
afterAll(() => world.service.stop())

const create = (changes: object) => ({ op: 'create', body: { ...world.asset(), ...changes } })
const without = (member: string) => {
  const body: Record<string, unknown> = world.asset()
  delete body[member]
  return { op: 'create', body }
}
const change = (body: object) => ({ op: 'update', id: ids.asset, body })

/** Errors within one item, which its own operation detects. */
const faults: Readonly<Record<string, () => Faulty>> = {
  'a name that is missing': () => ({ item: without('name'), errors: ['body/name required'] }),
  'a reference that is missing': () => ({ item: without('model_id'), errors: ['body/model_id required'] }),
  'an empty text': () => ({ item: create({ name: '' }), errors: ['body/name too_short'] }),
  'a text that is too long': () => ({
    item: create({ name: 'x'.repeat(5000) }),
    errors: ['body/name too_long'],
  }),
  'a number for a text': () => ({ item: create({ name: 7 }), errors: ['body/name invalid_type'] }),
  'a list for a text': () => ({ item: create({ name: [] }), errors: ['body/name invalid_type'] }),
  'null for a text': () => ({ item: create({ name: null }), errors: ['body/name invalid_type'] }),
  'a text for a number': () => ({
    item: create({ quantity: 'two' }),
    errors: ['body/quantity invalid_type'],
  }),
  'a fraction for a whole number': () => ({
    item: create({ quantity: 1.5 }),
    errors: ['body/quantity invalid_type'],
  }),
  'a number that is too small': () => ({
    item: create({ quantity: 0 }),
    errors: ['body/quantity out_of_range'],
  }),
  'a number that is too large': () => ({
    item: create({ quantity: 1e12 }),
    errors: ['body/quantity out_of_range'],
  }),
  'a negative amount': () => ({
    item: create({ purchase_cost: -1 }),
    errors: ['body/purchase_cost out_of_range'],
  }),
  'an unknown currency': () => ({
    item: create({ currency: 'euro' }),
    errors: ['body/currency invalid_format'],
  }),
  'a day that does not exist': () => ({
    item: create({ purchase_date: '2024-02-30' }),
    errors: ['body/purchase_date invalid_format'],
  }),
  'a day in another form': () => ({
    item: create({ purchase_date: '1.2.2024' }),
    errors: ['body/purchase_date invalid_format'],
  }),
  'an id that is none': () => ({
    item: create({ model_id: 'laptop' }),
    errors: ['body/model_id reference_not_found'],
  }),
  'an unknown member': () => ({ item: create({ colour: 'red' }), errors: ['body/colour unknown_field'] }),
  'a misspelt member': () => ({
    item: create({ seriel_number: 'S' }),
    errors: ['body/seriel_number unknown_field'],
  }),
  'several faults': () => ({
    item: create({ name: '', quantity: 0, colour: 'red' }),
    errors: ['body/name too_short', 'body/quantity out_of_range', 'body/colour unknown_field'],
  }),
  'more than 20 faults': () => ({
    item: create(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`m${at}`, at]))),
    errors: Array.from({ length: 20 }, (_, at) => `body/m${at} unknown_field`),
  }),
  'an unknown record referred to': () => ({
    item: create({ model_id: newId() }),
    errors: ['body/model_id reference_not_found'],
  }),
  "another tenant's record referred to": () => ({
    item: create({ model_id: ids.foreign }),
    errors: ['body/model_id reference_not_found'],
  }),
  'an unknown project': () => ({
    item: create({ project_id: newId() }),
    errors: ['body/project_id reference_not_found'],
  }),
  'an unknown location': () => ({
    item: create({ location_id: newId() }),
    errors: ['body/location_id reference_not_found'],
  }),
  'an archived record referred to': () => ({
    item: create({ model_id: ids.archivedModel }),
    errors: ['body/model_id reference_archived'],
  }),
  'a unique value of another record': () => ({
    item: create({ serial_number: usedTag }),
    errors: ['body/serial_number already_exists'],
  }),
  'a second unique value of another record': () => ({
    item: create({ asset_tag: 'tag-1' }),
    errors: ['body/asset_tag already_exists'],
  }),
  'a member that the kind needs': () => ({
    item: create({ serial_number: null }),
    errors: ['body/serial_number serial_number_required'],
  }),
  'a number of pieces of a single one': () => ({
    item: create({ quantity: 2 }),
    errors: ['body/quantity quantity_must_be_one'],
  }),
  'a unique value taken by an update': () => ({
    item: change({ serial_number: usedTag }),
    errors: ['body/serial_number already_exists'],
  }),
  'an unknown member in an update': () => ({
    item: change({ colour: 'red' }),
    errors: ['body/colour unknown_field'],
  }),
  'a wrong type in an update': () => ({ item: change({ name: {} }), errors: ['body/name invalid_type'] }),
  'an unknown reference in an update': () => ({
    item: change({ project_id: newId() }),
    errors: ['body/project_id reference_not_found'],
  }),
  'a read-only member that differs': () => ({
    item: change({ created_at: '2020-01-01T00:00:00.000Z' }),
    errors: ['body/created_at read_only'],
  }),
  'an older version in the body': () => ({
    item: change({ name: 'Late', version: 99 }),
    errors: [' precondition_failed'],
  }),
  'an older version': () => ({
    item: { ...change({ name: 'Late' }), if_match: 99 },
    errors: ['if_match precondition_failed'],
  }),
  'an older version in a deletion': () => ({
    item: { op: 'delete', id: ids.asset, if_match: 99 },
    errors: ['if_match precondition_failed'],
  }),
  'an older version in a move': () => ({
    item: { op: 'retire', id: ids.asset, if_match: 99 },
    errors: ['if_match precondition_failed'],
  }),
  'an unknown record to change': () => ({
    item: { op: 'update', id: newId(), body: {} },
    errors: ['id not_found'],
  }),
  'an unknown record to delete': () => ({ item: { op: 'delete', id: newId() }, errors: ['id not_found'] }),
  'an unknown record to move': () => ({ item: { op: 'retire', id: newId() }, errors: ['id not_found'] }),
  "another tenant's record": () => ({ item: { op: 'delete', id: ids.foreign }, errors: ['id not_found'] }),
  'a text for an id': () => ({ item: { op: 'delete', id: 'S-1' }, errors: ['id not_found'] }),
  'a move that the state does not allow': () => ({
    item: { op: 'retire', id: ids.retired },
    errors: [' invalid_transition'],
  }),
  'an unknown member in a move': () => ({
    item: { op: 'retire', id: ids.asset, body: { colour: 1 } },
    errors: ['body/colour unknown_field'],
  }),
  'a move in the future': () => ({
    item: { op: 'retire', id: ids.asset, body: { occurred_at: '2999-01-01T00:00:00Z' } },
    errors: ['body/occurred_at out_of_range'],
  }),
}

/** The same errors as pointers into the request. */
const pointersAt = (index: number, { errors }: Faulty) =>
  errors.map((error) => {
    const [place, code] = error.split(' ')
    return `/items/${index}${place ? `/${place}` : ''} ${code}`
  })

test('there are at least 40 kinds of faults', () =>
  expect(Object.keys(faults).length).toBeGreaterThanOrEqual(40))

test.each(Object.entries(faults))('%s is reported with its place', async (_, make) => {
  const faulty = make()
  const good = { op: 'create', body: world.asset() }
  const before = await world.rows()
  const refusal = await refusalOf(
    world.client.assets.bulk({ mode: 'atomic', items: [good, faulty.item] as never }),
  )
  expect(refusal.problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(
    pointersAt(1, faulty),
  )
  expect(await world.rows()).toEqual(before)

  const { results } = await world.client.assets.bulk({ mode: 'each', items: [faulty.item, good] as never })
  const [failed, done] = results
  expect([failed?.index, failed?.status, done?.status]).toEqual([0, failed?.problem?.status, 201])
  const places = failed?.problem?.errors?.map(({ pointer, code }) => `body${pointer} ${code}`)
  const codes = faulty.errors.map((error) => error.split(' ')[1])
  if (places) expect(places).toEqual(faulty.errors)
  else expect(codes).toEqual([failed?.problem?.code])
  expect(await world.rows()).toEqual({ assets: before.assets + 1, audited: before.audited + 1 })
})

test('a unique value twice in one request is refused for the second item', async () => {
  const twice = () => ({ op: 'create' as const, body: world.asset('TWICE') })
  const refusal = await refusalOf(world.client.assets.bulk({ mode: 'atomic', items: [twice(), twice()] }))
  expect(refusal.problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/items/1/body/serial_number already_exists',
  ])
  const { results } = await world.client.assets.bulk({ mode: 'each', items: [twice(), twice()] })
  expect(results.map(({ status }) => status)).toEqual([201, 409])
})

test('a text that cannot be stored is refused with its place, before anything runs', async () => {
  const before = await world.rows()
  for (const mode of ['atomic', 'each'] as const) {
    const items = [{ op: 'create' as const, body: { ...world.asset(), notes: 'a\u0000b' } }]
    const refusal = await refusalOf(world.client.assets.bulk({ mode, items }))
    expect(refusal.problem.errors?.map(({ pointer }) => pointer)).toEqual(['/items/0/body/notes'])
  }
  expect(await world.rows()).toEqual(before)
})

test('a body of more than 1 MiB is refused', async () => {
  const notes = 'x'.repeat(4000)
  const items = Array.from({ length: 300 }, () => ({
    op: 'create' as const,
    body: { ...world.asset(), notes },
  }))
  const refusal = await refusalOf(world.client.assets.bulk({ mode: 'each', items }))
  expect([refusal.status, refusal.problem.code]).toEqual([413, 'content_too_large'])
})

test('a permission that one item lacks names the item', async () => {
  const { service, tenantId } = world
  const writer = await service.signUp()
  await grantOnly(service, tenantId, writer, ['assets:read', 'assets:write'])
  const before = await world.rows()
  const refusal = await refusalOf(
    service.as(writer.token, tenantId).assets.bulk({
      mode: 'atomic',
      items: [
        { op: 'create', body: world.asset() },
        { op: 'delete', id: ids.asset },
      ],
    }),
  )
  expect([refusal.status, refusal.problem.required_permission]).toEqual([403, 'assets:delete'])
  expect(refusal.problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
    '/items/1 permission_denied',
  ])
  expect((await world.rows()).assets).toBe(before.assets)
})
