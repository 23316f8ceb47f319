import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustodyWorld, errorsIn, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

type Told = Parameters<CustodyWorld['client']['assetCirculations']['create']>[0]

const tell = (asset_id: string, body: Omit<Told, 'asset_id'>) =>
  world.client.assetCirculations.create.safe({ asset_id, ...body })
const done = async (asset_id: string, body: Omit<Told, 'asset_id'>) => {
  const result = await tell(asset_id, body)
  if (!result.ok) throw result.error
  return result.data
}

/** Quantity and available quantity at each of the locations. Fails if pieces are at any other location. */
async function stockAt(asset_id: string, ...places: readonly (string | null)[]) {
  const rows = await world.client.assets.stock.list({ asset_id })
  const known = rows.every(({ location_id }) => places.includes(location_id))
  expect(known).toBe(true)
  return places.map((place) => {
    const row = rows.find(({ location_id }) => location_id === place)
    return [row?.quantity ?? 0, row?.available_quantity ?? 0]
  })
}

/** A stock of 5 in the hall and 3 in the yard. */
async function twoPlaces() {
  const [hall, yard] = [await world.location(), await world.location()]
  const asset_id = await world.stock(5)
  await done(asset_id, { circulation_type: 'move', location_id: hall })
  await done(asset_id, { circulation_type: 'receive', location_id: yard, quantity: 3 })
  return { asset_id, hall, yard }
}

test('pieces come in, go from place to place, are issued from one and come back to one', async () => {
  const { client } = world
  const { asset_id, hall, yard } = await twoPlaces()
  expect(await stockAt(asset_id, hall, yard)).toEqual([
    [5, 5],
    [3, 3],
  ])
  expect(await client.assets.get({ asset_id })).toMatchObject({ quantity: 8, location_id: null })
  const moved = await done(asset_id, {
    circulation_type: 'move',
    from_location_id: hall,
    location_id: yard,
    quantity: 1,
  })
  expect(moved).toMatchObject({ from_location_id: hall, location_id: yard, quantity_change: 0 })
  const person_id = await world.person()
  await done(asset_id, { circulation_type: 'issue', person_id, location_id: yard, quantity: 3 })
  expect(await stockAt(asset_id, hall, yard)).toEqual([
    [4, 4],
    [1, 1],
  ])
  await done(asset_id, { circulation_type: 'return', person_id, location_id: hall, quantity: 2 })
  const back = await done(asset_id, { circulation_type: 'return', person_id })
  expect(back.location_id).toBe(yard)
  expect(await stockAt(asset_id, hall, yard)).toEqual([
    [6, 6],
    [2, 2],
  ])
  expect((await client.assets.get({ asset_id })).quantity).toBe(8)
})

test('where pieces lie at several places, the request names the one that they are taken from', async () => {
  const { asset_id, hall, yard } = await twoPlaces()
  const [person_id, cellar] = [await world.person(), await world.location()]
  expect(errorsIn(await tell(asset_id, { circulation_type: 'issue', person_id }))).toEqual([
    '/location_id required',
  ])
  expect(
    errorsIn(await tell(asset_id, { circulation_type: 'move', location_id: cellar, quantity: 2 })),
  ).toEqual(['/from_location_id required'])
  expect(errorsIn(await world.client.assets.markLost.safe({ asset_id }, { quantity: 1 }))).toEqual([
    '/location_id required',
  ])
  expect(errorsIn(await world.client.assetAssignments.create.safe({ asset_id, person_id }))).toEqual([
    '/person_id not_allowed_value',
  ])
  await done(asset_id, { circulation_type: 'move', location_id: cellar })
  expect(await stockAt(asset_id, hall, yard, cellar)).toEqual([
    [0, 0],
    [0, 0],
    [8, 8],
  ])
})

test.each([4, 9])(
  'who takes %i pieces from a place with 3 reads what is available there and elsewhere',
  async (quantity) => {
    const { asset_id, hall, yard } = await twoPlaces()
    const person_id = await world.person()
    const answers = [
      await tell(asset_id, { circulation_type: 'issue', person_id, location_id: yard, quantity }),
      await tell(asset_id, { circulation_type: 'move', from_location_id: yard, location_id: hall, quantity }),
      await world.client.assets.markLost.safe({ asset_id }, { location_id: yard, quantity }),
    ]
    for (const answer of answers)
      expect(refusal(answer)).toMatchObject({
        status: 409,
        code: 'insufficient_quantity',
        location_id: yard,
        available_quantity: 3,
        elsewhere_quantity: 5,
        detail: expect.stringContaining('available at the location: 3, elsewhere: 5'),
      })
  },
)

test('a move leads to another place', async () => {
  const { asset_id, hall, yard } = await twoPlaces()
  const there = ['/location_id not_allowed_value']
  const single = await world.serialized()
  const move = (id: string, body: object) =>
    tell(id, { circulation_type: 'move', location_id: yard, ...body })
  expect(errorsIn(await move(asset_id, { from_location_id: yard }))).toEqual(there)
  expect(errorsIn(await move(asset_id, { from_location_id: yard, quantity: 2 }))).toEqual(there)
  for (const id of [asset_id, single]) {
    await done(id, { circulation_type: 'move', location_id: yard })
    expect(errorsIn(await move(id, {}))).toEqual(there)
  }
  expect(errorsIn(await move(asset_id, { quantity: 2 }))).toEqual(there)
  // An earlier move may be recorded late, and an issued asset may be moved to the location where it was.
  const earlier = await move(single, { occurred_at: '2024-03-01T08:00:00Z' })
  expect(earlier.ok).toBe(true)
  await done(single, { circulation_type: 'issue', person_id: await world.person() })
  expect((await move(single, {})).ok).toBe(true)
  expect((await move(single, { location_id: hall })).ok).toBe(true)
})

test('no place gives more than lies there', async () => {
  const { asset_id, hall, yard } = await twoPlaces()
  const [person_id, cellar] = [await world.person(), await world.location()]
  for (const body of [
    { circulation_type: 'issue', person_id, location_id: yard, quantity: 4 },
    { circulation_type: 'move', from_location_id: yard, location_id: hall, quantity: 4 },
    { circulation_type: 'issue', person_id, location_id: cellar, quantity: 1 },
  ] as const)
    expect(refusal(await tell(asset_id, body))).toMatchObject({ status: 409, code: 'insufficient_quantity' })
  const lost = await world.client.assets.markLost.safe({ asset_id }, { location_id: yard, quantity: 4 })
  expect(refusal(lost)).toMatchObject({
    code: 'insufficient_quantity',
    location_id: yard,
    available_quantity: 3,
  })
})

test('a person gets no pieces that a location holds', async () => {
  const { asset_id, yard } = await twoPlaces()
  await world.client.assetAssignments.create({ asset_id, location_id: yard, quantity: 2 })
  const person_id = await world.person()
  const issue = { circulation_type: 'issue', person_id, location_id: yard } as const
  expect(refusal(await tell(asset_id, { ...issue, quantity: 2 }))).toMatchObject({
    code: 'insufficient_quantity',
    location_id: yard,
    available_quantity: 1,
  })
  await done(asset_id, { ...issue, quantity: 1 })
})

test('a receipt of stock says how many pieces come in', async () => {
  const { asset_id, hall } = await twoPlaces()
  const result = await tell(asset_id, { circulation_type: 'receive', location_id: hall })
  expect(errorsIn(result)).toEqual(['/quantity required'])
})

describe('a stock-take', () => {
  test('says what was expected, and corrects it', async () => {
    const { client } = world
    const { asset_id, hall, yard } = await twoPlaces()
    const count = (location_id: string, quantity: number) =>
      done(asset_id, { circulation_type: 'confirm_location', location_id, quantity })
    expect(await count(hall, 5)).toMatchObject({
      discrepancy: false,
      expected_quantity: 5,
      quantity_change: 0,
    })
    expect(await count(yard, 1)).toMatchObject({
      discrepancy: true,
      expected_quantity: 3,
      quantity_change: -2,
    })
    expect(await count(hall, 6)).toMatchObject({
      discrepancy: true,
      expected_quantity: 5,
      quantity_change: 1,
    })
    expect(await count(yard, 0)).toMatchObject({
      discrepancy: true,
      expected_quantity: 1,
      quantity_change: -1,
    })
    expect(await client.assets.get({ asset_id })).toMatchObject({ quantity: 6, location_id: hall })
    const nothing = await tell(asset_id, {
      circulation_type: 'confirm_location',
      location_id: hall,
      quantity: 0,
    })
    expect(refusal(nothing).code).toBe('insufficient_quantity')
  })

  test('finds the pieces of no known place first', async () => {
    const [asset_id, hall] = [await world.stock(5), await world.location()]
    const counted = await done(asset_id, {
      circulation_type: 'confirm_location',
      location_id: hall,
      quantity: 4,
    })
    expect(counted).toMatchObject({ discrepancy: false, quantity_change: 0 })
    expect(await stockAt(asset_id, hall, null)).toEqual([
      [4, 4],
      [1, 1],
    ])
  })

  test('of a moment before the latest change corrects nothing', async () => {
    const { asset_id, hall, yard } = await twoPlaces()
    const late = { location_id: hall, quantity: 1, occurred_at: '2024-05-01T10:00:00Z' }
    const counted = await done(asset_id, { circulation_type: 'confirm_location', ...late })
    expect(counted).toMatchObject({ expected_quantity: null, discrepancy: false })
    expect(await stockAt(asset_id, hall, yard)).toEqual([
      [5, 5],
      [3, 3],
    ])
  })
})

describe('what was lost', () => {
  test.each([
    ['markLost', 'loss'],
    ['markStolen', 'theft'],
    ['dispose', 'disposal'],
  ] as const)('by %s names its place in the ledger, a part and the whole', async (name, circulation_type) => {
    const { client } = world
    const { asset_id, hall, yard } = await twoPlaces()
    const after = await client.assets[name]({ asset_id }, { location_id: yard })
    expect(after).toMatchObject({ status: 'active', quantity: 5, location_id: hall })
    await client.assets[name]({ asset_id })
    const events = await client.assets.circulations.list(
      { asset_id },
      { circulation_type: [circulation_type], sort: ['id'] },
    )
    expect(events.map((event) => [event.location_id, event.quantity, event.quantity_change])).toEqual([
      [yard, 3, -3],
      [hall, 5, 0],
    ])
  })

  test.each(['receive', 'confirm_location'] as const)(
    'comes back by %s as far as it was found',
    async (type) => {
      const { client } = world
      const { asset_id, hall, yard } = await twoPlaces()
      await client.assets.markLost({ asset_id })
      expect(await stockAt(asset_id, hall, yard)).toEqual([
        [5, 0],
        [3, 0],
      ])
      const found = await done(asset_id, { circulation_type: type, location_id: yard, quantity: 2 })
      expect(found.quantity_change).toBe(-6)
      expect(await client.assets.get({ asset_id })).toMatchObject({
        status: 'active',
        quantity: 2,
        available_quantity: 2,
        location_id: yard,
      })
    },
  )

  test('is restored whole where it lay, or in part, with its ledger event', async () => {
    const { client } = world
    const { asset_id, hall, yard } = await twoPlaces()
    await client.assets.markStolen({ asset_id })
    expect((await client.assets.restore({ asset_id })).quantity).toBe(8)
    expect(await stockAt(asset_id, hall, yard)).toEqual([
      [5, 5],
      [3, 3],
    ])
    await client.assets.markLost({ asset_id })
    const many = await client.assets.restore.safe({ asset_id }, { quantity: 9 })
    expect(refusal(many).code).toBe('insufficient_quantity')
    expect(await client.assets.restore({ asset_id }, { quantity: 4, location_id: hall })).toMatchObject({
      status: 'active',
      quantity: 4,
      location_id: hall,
    })
    const events = await client.assets.circulations.list(
      { asset_id },
      { circulation_type: ['restore'], sort: ['id'] },
    )
    expect(events.map((event) => [event.quantity, event.quantity_change])).toEqual([
      [8, 0],
      [4, -4],
    ])
    await client.assets.retire({ asset_id })
    const part = await client.assets.restore.safe({ asset_id }, { quantity: 1 })
    expect(errorsIn(part)).toEqual(['/quantity must_be_null'])
  })

  test('with whoever held it leaves the stock, and is not handed out again', async () => {
    const { client } = world
    const { asset_id, hall, yard } = await twoPlaces()
    const person_id = await world.person()
    const given = await done(asset_id, {
      circulation_type: 'issue',
      person_id,
      location_id: hall,
      quantity: 2,
    })
    await client.assetAssignments.close({ assignment_id: given.assignment_id ?? '' }, { end_reason: 'lost' })
    expect(await client.assets.get({ asset_id })).toMatchObject({ quantity: 6, available_quantity: 6 })
    expect(await stockAt(asset_id, hall, yard)).toEqual([
      [3, 3],
      [3, 3],
    ])
    const laptop = await world.serialized()
    const held = await client.assetAssignments.create({ asset_id: laptop, person_id })
    await client.assetAssignments.close({ assignment_id: held.id }, { end_reason: 'lost' })
    expect(await client.assets.get({ asset_id: laptop })).toMatchObject({
      status: 'lost',
      available_quantity: 0,
    })
  })
})

test('lists and locations count what lies there', async () => {
  const { client } = world
  const campus = await world.location()
  const [hall, yard] = [await world.location(campus), await world.location(campus)]
  const [cables, screws] = [await world.stock(6), await world.stock(4)]
  await done(cables, { circulation_type: 'move', location_id: hall })
  await done(cables, { circulation_type: 'move', from_location_id: hall, location_id: yard, quantity: 2 })
  await done(screws, { circulation_type: 'move', location_id: yard })
  const at = async (location_id: string, more: object = {}) =>
    (await client.assets.list({ location_id: [location_id], sort: ['id'], ...more })).map(({ id }) => id)
  expect(await at(hall)).toEqual([cables])
  expect(await at(yard)).toEqual([cables, screws])
  expect(await at(yard, { sort: ['-quantity'] })).toEqual([cables, screws])
  expect(await at(campus, { include_descendants: true })).toEqual([cables, screws])
  expect(await at(campus, { include_descendants: true, sort: ['quantity'] })).toEqual([screws, cables])
  const page = await client.assets.list.safe({ location_id: [yard], count: true, limit: 1 })
  expect(page.ok && page.headers.get('total-count')).toBe('2')
  const counts = await Promise.all(
    [hall, yard, campus].map((location_id) => client.locations.get({ location_id })),
  )
  expect(counts.map(({ asset_count }) => asset_count)).toEqual([1, 2, 0])
})

test('what is to be filled up is found by its minimum', async () => {
  const { client } = world
  const [asset_id, person_id] = [await world.stock(5), await world.person()]
  const below = async () => (await client.assets.list({ below_minimum: true })).map(({ id }) => id)
  await client.assets.update({ asset_id }, { minimum_quantity: 4 })
  expect(await below()).toEqual([])
  await done(asset_id, { circulation_type: 'issue', person_id, quantity: 2 })
  expect(await below()).toEqual([asset_id])
  await client.assets.retire({ asset_id })
  expect(await below()).toEqual([])
  const laptop = await client.assets.update.safe(
    { asset_id: await world.serialized() },
    { minimum_quantity: 1 },
  )
  expect(errorsIn(laptop)).toEqual(['/minimum_quantity must_be_null'])
})

test('whatever is requested at once, no place holds fewer pieces than none, and no piece is made up', async () => {
  const { client } = world
  const { asset_id, hall, yard } = await twoPlaces()
  const people = await Promise.all(Array.from({ length: 4 }, () => world.person()))
  const requests = Array.from({ length: 24 }, (_, at) => {
    const person_id = people[at % 4] ?? null
    const location_id = at % 2 === 0 ? hall : yard
    if (at % 3 === 0)
      return tell(asset_id, { circulation_type: 'issue', person_id, location_id, quantity: 2 })
    if (at % 3 === 1)
      return tell(asset_id, {
        circulation_type: 'move',
        from_location_id: location_id,
        location_id: at % 2 === 0 ? yard : hall,
        quantity: 2,
      })
    return client.assets.markLost.safe({ asset_id }, { location_id, quantity: 1 })
  })
  const answers = await Promise.all(requests)
  for (const answer of answers)
    if (!answer.ok) expect(refusal(answer)).toMatchObject({ status: 409, code: 'insufficient_quantity' })
  const lost = answers.slice().filter((answer, at) => at % 3 === 2 && answer.ok).length
  const issued = answers.filter((answer, at) => at % 3 === 0 && answer.ok).length * 2
  const lying = (await client.assets.stock.list({ asset_id })).reduce(
    (sum, { quantity }) => sum + quantity,
    0,
  )
  expect(lying).toBe(8 - lost - issued)
  expect((await client.assets.get({ asset_id })).quantity).toBe(8 - lost)
  await expect(
    world.service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${world.tenantId})`
      await sql`update asset_stock set quantity = -1 where asset_id = ${asset_id}`
    }),
  ).rejects.toMatchObject({ constraint_name: 'asset_stock__quantity__out_of_range' })
})

test('an issue that is recorded later adds to what the person was given before', async () => {
  const { client } = world
  const [asset_id, person_id] = [await world.stock(10), await world.person()]
  const issue = { asset_id, person_id, circulation_type: 'issue', quantity: 2 } as const
  await client.assetCirculations.create(issue)
  await client.assetCirculations.create({ ...issue, occurred_at: '2024-05-01T12:00:00.000Z' })
  const [held] = await client.assets.assignments.list({ asset_id })
  expect(held).toMatchObject({ quantity: 4, start_date: '2024-05-01' })
  expect(await client.assets.stock.list({ asset_id })).toMatchObject([{ quantity: 6, available_quantity: 6 }])
})

test('what is found of a stock are the pieces that lie there, those that a location holds among them', async () => {
  const { client } = world
  const [asset_id, holder, place] = [await world.stock(10), await world.location(), await world.location()]
  await client.assetAssignments.create({ asset_id, location_id: holder, quantity: 2 })
  await client.assets.markLost({ asset_id }, {})
  const confirm = { asset_id, circulation_type: 'confirm_location', location_id: place } as const
  const few = await client.assetCirculations.create.safe({ ...confirm, quantity: 1 })
  expect(refusal(few)).toMatchObject({ code: 'insufficient_quantity', assigned_quantity: 2 })
  expect(refusal(await client.assets.restore.safe({ asset_id }, { quantity: 1 })).code).toBe(
    'insufficient_quantity',
  )
  await client.assetCirculations.create({ ...confirm, quantity: 5 })
  expect(await client.assets.get({ asset_id })).toMatchObject({ quantity: 5, available_quantity: 3 })
  expect(await client.assets.stock.list({ asset_id })).toMatchObject([{ location_id: place, quantity: 5 }])
})

// Of 12 pieces, 2 are lost first. Then the other 10 are lost while a person has `held` of them.
test.each([
  { held: 0, found: undefined, quantity: 10, lying: 10 },
  { held: 0, found: 10, quantity: 10, lying: 10 },
  { held: 0, found: 4, quantity: 4, lying: 4 },
  { held: 3, found: undefined, quantity: 10, lying: 7 },
  { held: 3, found: 10, quantity: 10, lying: 7 },
  { held: 3, found: 7, quantity: 10, lying: 7 },
  { held: 3, found: 5, quantity: 8, lying: 5 },
  { held: 10, found: undefined, quantity: 10, lying: 0 },
  { held: 3, found: 8, missing: 7 },
  { held: 0, found: 11, missing: 10 },
])(
  'a stock is restored with what was found and what persons have: %o',
  async ({ held, found, missing, ...after }) => {
    const { client } = world
    const [asset_id, person_id] = [await world.stock(12), await world.person()]
    await client.assets.markLost({ asset_id }, { quantity: 2 })
    if (held > 0) await client.assetAssignments.create({ asset_id, person_id, quantity: held })
    await client.assets.markLost({ asset_id })
    const answer = await client.assets.restore.safe(
      { asset_id },
      found === undefined ? {} : { quantity: found },
    )
    if (missing !== undefined) {
      expect(refusal(answer)).toMatchObject({ status: 409, code: 'insufficient_quantity', quantity: missing })
      return
    }
    const stock = await client.assets.stock.list({ asset_id })
    expect([
      answer.ok && answer.data.quantity,
      stock.reduce((sum, place) => sum + place.quantity, 0),
    ]).toEqual([after.quantity, after.lying])
    expect((await client.assets.get({ asset_id })).available_quantity).toBe(after.lying)
  },
)
