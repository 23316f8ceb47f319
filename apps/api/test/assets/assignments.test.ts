import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustodyWorld, errorsIn, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

const today = () => new Date().toISOString().slice(0, 10)
const open = async (asset_id: string) =>
  world.client.assets.assignments.list({ asset_id }, { status: ['active', 'scheduled'] })

describe('a serialized asset', () => {
  test('of 32 assignments at once one is made, and the others name it', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const results = await Promise.all(
      Array.from({ length: 32 }, () => client.assetAssignments.create.safe({ asset_id, person_id })),
    )
    const [made, ...more] = results.filter(({ ok }) => ok)
    expect(more).toEqual([])
    if (!made?.ok) throw new Error('none was made')
    for (const result of results.filter(({ ok }) => !ok))
      expect(refusal(result)).toMatchObject({
        status: 409,
        code: 'asset_already_assigned',
        current_assignment_id: made.data.id,
      })
    expect((await open(asset_id)).map(({ id }) => id)).toEqual([made.data.id])
  })

  test('is handed over by a transfer: one ends, the other begins, and both are in the ledger', async () => {
    const { client } = world
    const [asset_id, ada, bob] = [await world.serialized(), await world.person(), await world.person()]
    const first = await client.assetAssignments.create({ asset_id, person_id: ada })
    const second = await client.assetAssignments.create({ asset_id, person_id: bob, transfer: true })
    expect(await client.assetAssignments.get({ assignment_id: first.id })).toMatchObject({
      status: 'closed',
      end_reason: 'transferred',
      end_date: today(),
      closed_by: second.created_by,
    })
    expect(await client.assets.get({ asset_id })).toMatchObject({ person_id: bob, available_quantity: 0 })
    const events = await client.assets.circulations.list({ asset_id }, { sort: ['id'] })
    expect(events.map((event) => [event.circulation_type, event.person_id, event.correlation_id])).toEqual([
      ['issue', ada, first.correlation_id],
      ['issue', bob, second.correlation_id],
    ])
  })

  test('of transfers at once all happen, one after the other, and one is open', async () => {
    const { client } = world
    const [asset_id, people] = [
      await world.serialized(),
      await Promise.all(Array.from({ length: 12 }, () => world.person())),
    ]
    await Promise.all(
      people.map((person_id) => client.assetAssignments.create({ asset_id, person_id, transfer: true })),
    )
    const all = await client.assets.assignments.list({ asset_id })
    expect([all.length, all.filter(({ closed_at }) => closed_at === null).length]).toEqual([12, 1])
    expect((await client.assets.get({ asset_id })).person_id).toBe((await open(asset_id))[0]?.person_id)
  })

  test('that starts later is reserved, and begins when it is issued', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const reserved = await client.assetAssignments.create({ asset_id, person_id, start_date: '2999-01-01' })
    expect(reserved.status).toBe('scheduled')
    expect(await client.assets.circulations.list({ asset_id })).toEqual([])
    const issued = await client.assetCirculations.create({ asset_id, circulation_type: 'issue', person_id })
    expect(issued).toMatchObject({
      assignment_id: reserved.id,
      correlation_id: reserved.correlation_id,
    })
    expect(await client.assetAssignments.get({ assignment_id: reserved.id })).toMatchObject({
      status: 'active',
      start_date: today(),
    })
  })
})

describe('a stock', () => {
  test('is never assigned beyond its quantity, whoever asks at once', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.stock(50), await world.person()]
    const results = await Promise.all(
      Array.from({ length: 32 }, (_, at) =>
        at % 2 === 0
          ? client.assetAssignments.create.safe({ asset_id, person_id, quantity: 3 })
          : client.assetCirculations.create.safe({
              asset_id,
              circulation_type: 'issue',
              person_id,
              quantity: 3,
            }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(16)
    for (const result of results.filter(({ ok }) => !ok))
      expect(refusal(result).code).toBe('insufficient_quantity')
    const held = (await open(asset_id)).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(held).toBe(48)
    expect((await client.assets.get({ asset_id })).available_quantity).toBe(2)
  })

  test('was never assigned beyond its quantity, either', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.stock(10), await world.person()]
    await client.assetAssignments.create({ asset_id, person_id, quantity: 8 })
    const past = { asset_id, person_id, start_date: '2023-01-01', end_date: '2023-06-30' }
    const result = await client.assetAssignments.create.safe({ ...past, quantity: 11 })
    expect(refusal(result)).toMatchObject({ status: 409, code: 'insufficient_quantity', quantity: 10 })
    expect((await client.assetAssignments.create({ ...past, quantity: 10 })).status).toBe('closed')
  })

  test('is due on the first day on which a part of it is', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.stock(3), await world.person()]
    for (const expected_return_date of ['2999-03-01', '2999-02-01', null])
      await client.assetAssignments.create({ asset_id, person_id, expected_return_date })
    expect((await client.assets.get({ asset_id })).expected_return_date).toBe('2999-02-01')
  })

  test('keeps at least the pieces that are assigned', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.stock(10), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id, quantity: 4 })
    const result = await client.assets.update.safe({ asset_id }, { quantity: 3 })
    expect(refusal(result)).toMatchObject({ code: 'insufficient_quantity', assigned_quantity: 4 })
    expect(await client.assets.update({ asset_id }, { quantity: 4 })).toMatchObject({ available_quantity: 0 })
    await client.assetAssignments.close({ assignment_id: id })
    expect(await client.assets.update({ asset_id }, { quantity: 1 })).toMatchObject({ available_quantity: 1 })
  })
})

describe('an assignment', () => {
  const refused: readonly [string, object, string[]][] = [
    ['to nobody', { person_id: null }, ['/person_id exactly_one_of']],
    [
      'that ends before it starts',
      { start_date: '2024-02-02', end_date: '2024-02-01' },
      ['/end_date out_of_range'],
    ],
    ['that ends in a far future', { end_date: '2999-01-01' }, ['/end_date out_of_range']],
    [
      'that is expected back before it starts',
      { start_date: '2024-02-02', expected_return_date: '2024-02-01' },
      ['/expected_return_date out_of_range'],
    ],
    ['of two of a single piece', { quantity: 2 }, ['/quantity quantity_must_be_one']],
    ['with a reason to end and no end', { end_reason: 'lost' }, ['/end_reason must_be_null']],
  ]
  test.each(refused)('%s is refused', async (_, members, expected) => {
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const result = await world.client.assetAssignments.create.safe({ asset_id, person_id, ...members })
    expect(errorsIn(result)).toEqual(expected)
  })

  test('to a person and a location is refused', async () => {
    const [asset_id, person_id, location_id] = [
      await world.serialized(),
      await world.person(),
      await world.location(),
    ]
    const result = await world.client.assetAssignments.create.safe({ asset_id, person_id, location_id })
    expect(errorsIn(result)).toEqual(['/location_id exactly_one_of'])
  })

  test('changes its days and notes, and not what it is of', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const made = await client.assetAssignments.create({ asset_id, person_id })
    const assignment_id = made.id
    const other = await world.person()
    const result = await client.assetAssignments.update.safe(
      { assignment_id },
      { asset_id: await world.serialized(), person_id: other, quantity: 2, end_date: today() },
    )
    expect(errorsIn(result)).toEqual(['/asset_id read_only', '/person_id read_only', '/quantity read_only'])
    const changed = await client.assetAssignments.update(
      { assignment_id },
      { asset_id, person_id, expected_return_date: '2999-12-31', notes: 'with its bag' },
    )
    expect(changed).toMatchObject({ expected_return_date: '2999-12-31', notes: 'with its bag' })
    expect((await client.assets.get({ asset_id })).expected_return_date).toBe('2999-12-31')
    const early = await client.assetAssignments.update.safe(
      { assignment_id },
      { expected_return_date: '2001-01-01' },
    )
    expect(errorsIn(early)).toEqual(['/expected_return_date out_of_range'])
  })

  test('is closed once, with its return in the ledger, and corrected afterwards', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const made = await client.assetAssignments.create({ asset_id, person_id, start_date: '2024-01-01' })
    const assignment_id = made.id
    const closed = await client.assetAssignments.close({ assignment_id }, { notes: 'scratched' })
    expect(closed).toMatchObject({ status: 'closed', end_reason: 'returned', end_date: today() })
    const again = await client.assetAssignments.close.safe({ assignment_id })
    expect(refusal(again)).toMatchObject({
      code: 'invalid_transition',
      current_state: 'closed',
      allowed_operations: [],
    })
    const [back] = await client.assets.circulations.list({ asset_id }, { sort: ['-id'] })
    expect(back).toMatchObject({
      circulation_type: 'return',
      person_id,
      assignment_id,
      correlation_id: made.correlation_id,
      notes: 'scratched',
    })
    expect(await client.assets.get({ asset_id })).toMatchObject({ person_id: null, available_quantity: 1 })
    const reopened = await client.assetAssignments.update.safe({ assignment_id }, { end_date: null })
    expect(errorsIn(reopened)).toEqual(['/end_date required'])
    expect(refusal(reopened).detail).toContain('assign the asset again with POST /asset-assignments')
    expect(await client.assetAssignments.update({ assignment_id }, { end_date: '2024-02-01' })).toMatchObject(
      {
        end_date: '2024-02-01',
      },
    )
  })

  test('of the past is stored, and changes nothing of today', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const holder = await client.assetAssignments.create({ asset_id, person_id: await world.person() })
    const past = await client.assetAssignments.create({
      asset_id,
      person_id,
      start_date: '2023-01-01',
      end_date: '2023-06-30',
    })
    expect(past).toMatchObject({ status: 'closed', end_reason: 'returned' })
    expect((await client.assets.get({ asset_id })).person_id).toBe(holder.person_id)
  })

  test('needs an active asset', async () => {
    const { client } = world
    const person_id = await world.person()
    for (const move of ['retire', 'markLost', 'markStolen', 'archive', 'dispose'] as const) {
      const asset_id = await world.serialized()
      const { status } = await client.assets[move]({ asset_id })
      for (const result of [
        await client.assetAssignments.create.safe({ asset_id, person_id }),
        await client.assets.assignments.create.safe({ asset_id }, { person_id }),
        await client.assetCirculations.create.safe({ asset_id, circulation_type: 'issue', person_id }),
      ])
        expect(refusal(result)).toMatchObject({ code: 'asset_not_active', current_state: status })
    }
  })

  test('keeps its asset, its person and its location from being deleted', async () => {
    const { client } = world
    const [asset_id, location_id] = [await world.serialized(), await world.location()]
    await client.assetAssignments.create({ asset_id, location_id })
    const kinds = { asset_assignments: 1, asset_circulations: 1 }
    expect(refusal(await client.assets.delete.safe({ asset_id })).dependents).toEqual(kinds)
    expect(refusal(await client.locations.delete.safe({ location_id })).dependents).toEqual({
      assets: 1,
      ...kinds,
    })
    const person_id = await world.person()
    const held = await client.assetAssignments.create({ asset_id: await world.serialized(), person_id })
    expect(refusal(await client.persons.delete.safe({ person_id }))).toMatchObject({
      status: 409,
      code: 'dependent_item_exists',
      dependents: { assets: 1, ...kinds },
    })
    await client.assetAssignments.close({ assignment_id: held.id })
    expect(refusal(await client.persons.delete.safe({ person_id })).dependents).toEqual({
      asset_assignments: 1,
      asset_circulations: 2,
    })
    expect((await client.assets.archive({ asset_id })).status).toBe('archived')
  })
})
