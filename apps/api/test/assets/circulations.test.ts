import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RUNTIME_ROLE } from '../../src/db/tenancy.ts'
import { createProject, grantOnly } from '../world.ts'
import { type CustodyWorld, errorsIn, newName, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

const day = (n: number) => `2024-05-${String(n).padStart(2, '0')}T10:00:00.000Z`

test('one call hands an asset over: the holder’s assignment ends, the next begins', async () => {
  const { client } = world
  const [asset_id, ada, bob] = [await world.serialized(), await world.person(), await world.person()]
  const held = await client.assetCirculations.create({
    asset_id,
    circulation_type: 'issue',
    person_id: ada,
    occurred_at: day(1),
  })
  const handed = await client.assetCirculations.create({
    asset_id,
    circulation_type: 'issue',
    person_id: bob,
    occurred_at: day(3),
  })
  expect(await client.assetAssignments.get({ assignment_id: held.assignment_id ?? '' })).toMatchObject({
    start_date: '2024-05-01',
    end_date: '2024-05-03',
    end_reason: 'transferred',
  })
  const opened = await client.assetAssignments.get({ assignment_id: handed.assignment_id ?? '' })
  expect(opened).toMatchObject({
    person_id: bob,
    start_date: '2024-05-03',
    status: 'active',
    correlation_id: handed.correlation_id,
  })
  expect((await client.assets.get({ asset_id })).person_id).toBe(bob)
})

test('issuing again to the holder keeps the assignment', async () => {
  const { client } = world
  const [asset_id, person_id] = [await world.serialized(), await world.person()]
  const { id } = await client.assetAssignments.create({ asset_id, person_id })
  const again = await client.assetCirculations.create({ asset_id, circulation_type: 'issue', person_id })
  expect(again.assignment_id).toBe(id)
  expect(await client.assets.assignments.list({ asset_id })).toHaveLength(1)
})

test('a return ends the assignment of whoever holds the asset, and says where it is', async () => {
  const { client } = world
  const [asset_id, person_id, location_id] = [
    await world.serialized(),
    await world.person(),
    await world.location(),
  ]
  await client.assetAssignments.create({ asset_id, person_id })
  const back = await client.assetCirculations.create({ asset_id, circulation_type: 'return', location_id })
  expect(back.person_id).toBe(person_id)
  expect(await client.assets.get({ asset_id })).toMatchObject({
    person_id: null,
    location_id,
    available_quantity: 1,
  })
})

test('a stock is issued in parts and taken back from the oldest assignment on', async () => {
  const { client } = world
  const [asset_id, ada, bob] = [await world.stock(10), await world.person(), await world.person()]
  const issue = (person_id: string, quantity: number) =>
    client.assetCirculations.create({ asset_id, circulation_type: 'issue', person_id, quantity })
  await client.assetAssignments.create({ asset_id, person_id: ada, quantity: 2, start_date: '2024-01-01' })
  await client.assetAssignments.create({ asset_id, person_id: ada, quantity: 3 })
  await issue(ada, 1)
  await issue(bob, 2)
  const quantities = async () =>
    (
      await client.assets.assignments.list({ asset_id }, { sort: ['start_date', 'id'], status: ['active'] })
    ).map(({ person_id, quantity }) => [person_id === ada ? 'ada' : 'bob', quantity])
  expect(await quantities()).toEqual([
    ['ada', 3],
    ['ada', 3],
    ['bob', 2],
  ])
  const give = (members: object) =>
    client.assetCirculations.create.safe({ asset_id, circulation_type: 'return', ...members })
  expect(errorsIn(await give({}))).toEqual(['/person_id required'])
  expect(refusal(await give({ person_id: bob, quantity: 3 }))).toMatchObject({
    code: 'insufficient_quantity',
    assigned_quantity: 2,
  })
  expect((await give({ person_id: ada, quantity: 4 })).ok).toBe(true)
  expect(await quantities()).toEqual([
    ['ada', 2],
    ['bob', 2],
  ])
  expect((await give({ person_id: bob })).ok).toBe(true)
  const last = await give({})
  expect(last.ok && last.data.quantity).toBe(2)
  expect((await client.assets.get({ asset_id })).available_quantity).toBe(10)
})

test('a part of a stock that is moved leaves the rest where it is', async () => {
  const { client } = world
  const [asset_id, hall, yard] = [await world.stock(5), await world.location(), await world.location()]
  const move = (location_id: string, quantity?: number) =>
    client.assetCirculations.create({
      asset_id,
      circulation_type: 'move',
      location_id,
      ...(quantity ? { quantity } : {}),
    })
  expect((await move(hall)).quantity).toBe(5)
  await move(yard, 2)
  expect((await client.assets.get({ asset_id })).location_id).toBeNull()
  expect(
    new Map((await client.assets.stock.list({ asset_id })).map((one) => [one.location_id, one.quantity])),
  ).toEqual(
    new Map([
      [hall, 3],
      [yard, 2],
    ]),
  )
})

test('nothing happens to more pieces of a stock than there are', async () => {
  const { client } = world
  const [asset_id, person_id, location_id] = [
    await world.stock(10),
    await world.person(),
    await world.location(),
  ]
  const more = { asset_id, circulation_type: 'move', quantity: 11 } as const
  const tell = (members: object) => client.assetCirculations.create.safe({ ...more, ...members })
  expect(refusal(await tell({ location_id }))).toMatchObject({
    status: 409,
    code: 'insufficient_quantity',
    available_quantity: 10,
  })
  const issue = { circulation_type: 'issue', person_id } as const
  expect(refusal(await tell(issue))).toMatchObject({
    code: 'insufficient_quantity',
    available_quantity: 10,
  })
  await client.assetCirculations.create({ asset_id, ...issue, occurred_at: day(5) })
  expect(refusal(await tell({ circulation_type: 'return' })).code).toBe('insufficient_quantity')
  const late = { ...issue, occurred_at: day(4) }
  expect(refusal(await tell(late)).code).toBe('insufficient_quantity')
  expect((await client.assetCirculations.create({ asset_id, ...late, quantity: 9 })).quantity).toBe(9)
  expect(await client.assets.circulations.list({ asset_id })).toHaveLength(2)
})

test('a confirmation elsewhere than recorded is a discrepancy, and corrects the location', async () => {
  const { client } = world
  const [asset_id, hall, yard] = [await world.serialized(), await world.location(), await world.location()]
  const seen = (location_id: string, n: number) =>
    client.assetCirculations.create({
      asset_id,
      circulation_type: 'confirm_location',
      location_id,
      occurred_at: day(n),
    })
  expect((await seen(hall, 1)).discrepancy).toBe(false)
  expect((await seen(yard, 2)).discrepancy).toBe(true)
  expect(await client.assets.get({ asset_id })).toMatchObject({
    location_id: yard,
    last_confirmed_at: day(2),
  })
})

test('a confirmation that corrects nothing is no discrepancy', async () => {
  const { client } = world
  const [hall, yard] = [await world.location(), await world.location()]
  const tell = async (asset_id: string, members: object) =>
    client.assetCirculations.create({
      asset_id,
      circulation_type: 'confirm_location',
      location_id: yard,
      ...members,
    })
  const stock = await world.stock(5)
  await tell(stock, { location_id: hall })
  expect((await tell(stock, { location_id: hall, quantity: 5 })).discrepancy).toBe(false)
  expect((await client.assets.get({ asset_id: stock })).location_id).toBe(hall)
  expect((await tell(stock, {})).discrepancy).toBe(true)
  expect((await client.assets.get({ asset_id: stock })).location_id).toBe(yard)
  const lamp = await world.serialized()
  await tell(lamp, { location_id: hall, occurred_at: day(5) })
  expect((await tell(lamp, { occurred_at: day(4) })).discrepancy).toBe(false)
  expect((await client.assets.get({ asset_id: lamp })).location_id).toBe(hall)
})

test('an event that is recorded late is stored, and does not undo later ones', async () => {
  const { client } = world
  const [asset_id, ada, bob] = [await world.serialized(), await world.person(), await world.person()]
  const [hall, yard] = [await world.location(), await world.location()]
  const tell = (members: object, n: number) =>
    client.assetCirculations.create({
      asset_id,
      circulation_type: 'move',
      ...members,
      occurred_at: day(n),
    })
  await tell({ circulation_type: 'issue', person_id: ada }, 5)
  await tell({ location_id: hall }, 6)
  const late = await tell({ circulation_type: 'issue', person_id: bob }, 4)
  await tell({ location_id: yard }, 3)
  expect(late.assignment_id).toBeNull()
  expect(await client.assets.get({ asset_id })).toMatchObject({ person_id: ada, location_id: hall })
  expect(await client.assets.circulations.list({ asset_id })).toHaveLength(4)
})

test('a receipt is tied to the move that it ends', async () => {
  const { client } = world
  const [asset_id, location_id] = [await world.serialized(), await world.location()]
  const tell = (circulation_type: 'move' | 'receive') =>
    client.assetCirculations.create({ asset_id, circulation_type, location_id })
  const sent = await tell('move')
  expect((await tell('receive')).correlation_id).toBe(sent.correlation_id)
  expect((await tell('receive')).correlation_id).not.toBe(sent.correlation_id)
})

describe('a missing asset', () => {
  test.each(['markLost', 'markStolen'] as const)('after %s is found when it is seen again', async (mark) => {
    const { client } = world
    const location_id = await world.location()
    for (const circulation_type of ['return', 'receive', 'confirm_location'] as const) {
      const [asset_id, person_id] = [await world.serialized(), await world.person()]
      await client.assetAssignments.create({ asset_id, person_id })
      await client.assets[mark]({ asset_id }, { occurred_at: day(5) })
      const tell = (occurred_at: string) =>
        client.assetCirculations.create({ asset_id, circulation_type, location_id, occurred_at })
      await tell(day(4))
      expect((await client.assets.get({ asset_id })).status).not.toBe('active')
      await tell(new Date().toISOString())
      expect(await client.assets.get({ asset_id })).toMatchObject({
        status: 'active',
        lost_at: null,
        stolen_at: null,
        person_id: circulation_type === 'return' ? null : person_id,
      })
    }
  })

  test('that is moved stays missing', async () => {
    const { client } = world
    const [asset_id, location_id] = [await world.serialized(), await world.location()]
    await client.assets.markLost({ asset_id })
    await client.assetCirculations.create({ asset_id, circulation_type: 'move', location_id })
    expect(await client.assets.get({ asset_id })).toMatchObject({ status: 'lost', location_id })
  })
})

test('nothing is recorded of an asset that was disposed of or archived', async () => {
  const { client } = world
  const location_id = await world.location()
  for (const move of ['dispose', 'archive'] as const) {
    const asset_id = await world.serialized()
    await client.assets[move]({ asset_id })
    const result = await client.assetCirculations.create.safe({
      asset_id,
      circulation_type: 'move',
      location_id,
    })
    expect(refusal(result).code).toBe('asset_not_active')
  }
})

test.each([
  ['issue', {}, ['/person_id required']],
  ['move', {}, ['/location_id required']],
  ['receive', {}, ['/location_id required']],
  ['confirm_location', { quantity: 2 }, ['/location_id required', '/quantity quantity_must_be_one']],
  ['return', { quantity: 2 }, ['/quantity quantity_must_be_one']],
] as const)('%s with %o is refused', async (circulation_type, members, expected) => {
  const asset_id = await world.serialized()
  const result = await world.client.assetCirculations.create.safe({ asset_id, circulation_type, ...members })
  expect(errorsIn(result)).toEqual(expected)
})

test('only issue and return have a person', async () => {
  const [asset_id, person_id, location_id] = [
    await world.serialized(),
    await world.person(),
    await world.location(),
  ]
  for (const circulation_type of ['move', 'receive', 'confirm_location'] as const) {
    const body = { asset_id, circulation_type, person_id, location_id }
    expect(errorsIn(await world.client.assetCirculations.create.safe(body))).toEqual([
      '/person_id must_be_null',
    ])
  }
})

test('the ledger is only ever added to, by whatever SQL', async () => {
  const { sql } = world.service.database
  for (const statement of ['update asset_circulations set notes = null', 'delete from asset_circulations'])
    await expect(
      sql.begin(async (tx) => {
        await tx.unsafe(`set local role ${RUNTIME_ROLE}`)
        await tx`select commonhold_select_tenant(${world.tenantId})`
        await tx.unsafe(statement)
      }),
    ).rejects.toMatchObject({ code: '42501' })
})

test('assets are listed by their location, and by what lies within it', async () => {
  const { client } = world
  const site = await world.location()
  const [house, other] = [await world.location(site), await world.location()]
  const room = await world.location(house)
  const at = new Map<string, string>()
  for (const location_id of [site, house, room, other, room]) {
    const asset_id = await world.serialized()
    await client.assetCirculations.create({ asset_id, circulation_type: 'move', location_id })
    at.set(asset_id, location_id)
  }
  const listed = async (query: object) => (await client.assets.list(query)).map(({ id }) => at.get(id)).sort()
  expect(await listed({ location_id: [house] })).toEqual([house])
  expect(await listed({ location_id: [house], include_descendants: true })).toEqual(
    [house, room, room].sort(),
  )
  expect(await listed({ location_id: [site], include_descendants: true })).toHaveLength(4)
  expect(await listed({ location_id: [room, other], include_descendants: true })).toHaveLength(3)
  expect(await listed({ location_id: [house], include_descendants: false })).toEqual([house])
  expect(refusal(await client.assets.list.safe({ include_descendants: true })).code).toBe('validation_failed')
  const missing = { location_id: ['01K00000000000000000000099'], include_descendants: true }
  expect(await client.assets.list(missing)).toEqual([])
  expect(await client.assets.list({ ...missing, include_descendants: false })).toEqual([])
  expect(await listed({ location_id: [house, ...missing.location_id] })).toEqual([house])
  expect((await client.locations.get({ location_id: room })).asset_count).toBe(2)
  const walked: string[] = []
  for await (const { id } of client.assets.list.all({
    location_id: [site],
    include_descendants: true,
    limit: 1,
  }))
    walked.push(id)
  expect(walked).toHaveLength(4)
})

test('a permission in one project reaches the assignments and the ledger of its assets alone', async () => {
  const { client, service, tenantId } = world
  const [own, elsewhere] = [await createProject(service, tenantId), await createProject(service, tenantId)]
  const model = await client.assetModels.create({ name: newName(), tracking_type: 'serialized' })
  const make = async (project_id: string) =>
    (
      await client.assets.create({
        model_id: model.id,
        name: newName(),
        serial_number: newName(),
        project_id,
      })
    ).id
  const [mine, theirs] = [await make(own), await make(elsewhere)]
  const person_id = await world.person()
  const [known, hidden] = [
    await client.assetAssignments.create({ asset_id: mine, person_id }),
    await client.assetAssignments.create({ asset_id: theirs, person_id }),
  ]
  const member = await service.signUp()
  const limited = service.as(member.token, tenantId)
  await grantOnly(service, tenantId, member, ['assets:read'], own)
  expect((await limited.assetAssignments.list()).map(({ id }) => id)).toEqual([known.id])
  expect((await limited.assetCirculations.list()).map(({ asset_id }) => asset_id)).toEqual([mine])
  const read = await limited.assetAssignments.get.safe({ assignment_id: hidden.id })
  expect(refusal(read).code).toBe('not_found')
  await grantOnly(service, tenantId, member, ['assets:write'], own)
  const outside = await limited.assetCirculations.create.safe({
    asset_id: theirs,
    circulation_type: 'return',
  })
  expect(errorsIn(outside)).toEqual(['/asset_id reference_not_found'])
  const close = await limited.assetAssignments.close.safe({ assignment_id: hidden.id })
  expect(refusal(close).code).toBe('not_found')
  expect(
    (await limited.assetCirculations.create({ asset_id: mine, circulation_type: 'return' })).assignment_id,
  ).toBe(known.id)
})

describe('a person who was archived', () => {
  test.each(['serialized', 'stock'] as const)('gives a %s back, and is given nothing more', async (kind) => {
    const { client } = world
    const make = () => (kind === 'stock' ? world.stock(10) : world.serialized())
    const [told, closed, lent] = [await make(), await make(), await make()]
    const person_id = await world.person()
    const quantity = kind === 'stock' ? 3 : 1
    for (const asset_id of [told, lent])
      await client.assetAssignments.create({ asset_id, person_id, quantity })
    const { id } = await client.assetAssignments.create({ asset_id: closed, person_id, quantity })
    await client.persons.archive({ person_id })
    const tell = (members: object) =>
      client.assetCirculations.create.safe({ asset_id: told, circulation_type: 'return', ...members })
    expect(await tell({ person_id })).toMatchObject({ ok: true, data: { person_id, quantity } })
    expect(
      await client.assetCirculations.create({ asset_id: lent, circulation_type: 'return' }),
    ).toMatchObject({ person_id, quantity })
    expect((await client.assetAssignments.close({ assignment_id: id })).status).toBe('closed')
    for (const asset_id of [told, closed, lent])
      expect(await client.assets.assignments.list({ asset_id }, { status: ['active'] })).toEqual([])
    expect(errorsIn(await tell({ circulation_type: 'issue', person_id }))).toEqual([
      '/person_id reference_archived',
    ])
    expect(errorsIn(await tell({ person_id: '01K00000000000000000000099' }))).toEqual([
      '/person_id reference_not_found',
    ])
    const location_id = await world.location()
    await client.locations.archive({ location_id })
    expect(errorsIn(await tell({ location_id }))).toEqual(['/location_id reference_archived'])
  })
})
