import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { createTenant } from '../world.ts'
import { type CustodyWorld, openCustody } from './custody-world.ts'

let world: CustodyWorld
let person: string
let place: string
let laptop: string
let cables: string
beforeAll(async () => {
  world = await openCustody()
  person = await world.person()
  place = await world.location()
  laptop = await world.serialized()
  cables = await world.stock(10)
})
afterAll(() => world.service.stop())

type Members = Readonly<Record<string, unknown>>

/** Runs SQL in the tenant, without any handler. */
const past = (
  work: (sql: Parameters<Parameters<typeof world.service.database.sql.begin>[1]>[0]) => unknown,
) =>
  world.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${world.tenantId})`
    await work(sql)
  })

const laptopRow = () => ({
  id: newId(),
  asset_id: laptop,
  tracking_type: 'serialized',
  correlation_id: newId(),
})
const cablesRow = () => ({
  id: newId(),
  asset_id: cables,
  tracking_type: 'countable',
  correlation_id: newId(),
})

const assign = (members: Members) =>
  past((sql) => sql`insert into asset_assignments ${sql({ ...laptopRow(), ...members })}`)
const tell = (members: Members) =>
  past((sql) => sql`insert into asset_circulations ${sql({ ...laptopRow(), ...members })}`)

const closed = { end_date: '2024-02-01', end_reason: 'returned', closed_at: '2024-02-01T00:00:00Z' }

const wrongAssignments: readonly [string, () => Members, string][] = [
  ['to nobody', () => ({}), 'person_id__exactly_one_of'],
  [
    'to a person and a location',
    () => ({ person_id: person, location_id: place }),
    'person_id__exactly_one_of',
  ],
  ['of two of a single piece', () => ({ person_id: person, quantity: 2 }), 'quantity__quantity_must_be_one'],
  ['of no pieces', () => ({ ...cablesRow(), person_id: person, quantity: 0 }), 'quantity__out_of_range'],
  [
    'of more than a million',
    () => ({ ...cablesRow(), person_id: person, quantity: 1_000_001 }),
    'quantity__out_of_range',
  ],
  [
    'that ends before it starts',
    () => ({ person_id: person, start_date: '2024-02-02', ...closed }),
    'end_date__out_of_range',
  ],
  [
    'that is expected back before it starts',
    () => ({ person_id: person, start_date: '2024-02-02', expected_return_date: '2024-02-01' }),
    'expected_return_date__out_of_range',
  ],
  [
    'that is closed without an end',
    () => ({ person_id: person, start_date: '2024-01-01', ...closed, end_date: null }),
    'end_date__required',
  ],
  [
    'that is closed without a reason',
    () => ({ person_id: person, start_date: '2024-01-01', ...closed, end_reason: null }),
    'end_reason__required',
  ],
  [
    'that ended for an unknown reason',
    () => ({ person_id: person, start_date: '2024-01-01', ...closed, end_reason: 'eaten' }),
    'end_reason__not_allowed_value',
  ],
  [
    'of an asset that is tracked in another way',
    () => ({ person_id: person, tracking_type: 'countable' }),
    'asset_id__reference',
  ],
  ['to no person', () => ({ person_id: newId() }), 'person_id__reference'],
  ['to no location', () => ({ location_id: newId() }), 'location_id__reference'],
]

test.each(wrongAssignments)('the database refuses an assignment %s', async (_, members, constraint) => {
  await expect(assign(members())).rejects.toMatchObject({
    constraint_name: `asset_assignments__${constraint}`,
  })
})

test('the database refuses a second open assignment of a single piece, and takes closed ones', async () => {
  await assign({ person_id: person })
  await assign({ location_id: place, start_date: '2024-01-01', ...closed })
  await expect(assign({ location_id: place })).rejects.toMatchObject({
    constraint_name: 'asset_assignments__asset_id__unique',
  })
  await assign({ ...cablesRow(), person_id: person, quantity: 5 })
  await assign({ ...cablesRow(), person_id: person, quantity: 5 })
})

const wrongEvents: readonly [string, () => Members, string][] = [
  ['of an unknown kind', () => ({ circulation_type: 'eaten' }), 'circulation_type__not_allowed_value'],
  ['issued to nobody', () => ({ circulation_type: 'issue' }), 'person_id__required'],
  [
    'moved by a person',
    () => ({ circulation_type: 'move', location_id: place, person_id: person }),
    'person_id__must_be_null',
  ],
  ['moved nowhere', () => ({ circulation_type: 'move' }), 'location_id__required'],
  ['received nowhere', () => ({ circulation_type: 'receive' }), 'location_id__required'],
  ['confirmed nowhere', () => ({ circulation_type: 'confirm_location' }), 'location_id__required'],
  [
    'of two of a single piece',
    () => ({ circulation_type: 'return', quantity: 2 }),
    'quantity__quantity_must_be_one',
  ],
  [
    'of no pieces',
    () => ({ ...cablesRow(), circulation_type: 'return', quantity: 0 }),
    'quantity__out_of_range',
  ],
  [
    'that is issued with a discrepancy',
    () => ({ circulation_type: 'issue', person_id: person, discrepancy: true }),
    'discrepancy__not_allowed_value',
  ],
  [
    'of no assignment',
    () => ({ circulation_type: 'return', assignment_id: newId() }),
    'assignment_id__reference',
  ],
]

test.each(wrongEvents)('the database refuses a circulation %s', async (_, members, constraint) => {
  await expect(tell(members())).rejects.toMatchObject({
    constraint_name: `asset_circulations__${constraint}`,
  })
})

test.each([11, -1])('the database refuses a stock of 10 of which %i are assigned', async (assigned) => {
  await expect(
    past((sql) => sql`update assets set assigned_quantity = ${assigned} where id = ${cables}`),
  ).rejects.toMatchObject({ constraint_name: 'assets__assigned_quantity__out_of_range' })
})

test('the database refuses what names the asset, person or location of another tenant', async () => {
  const { service } = world
  const tenantId = await createTenant(service, {})
  const insert = (table: string, row: Members) =>
    service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${tenantId})`
      await sql`insert into ${sql(table)} ${sql({ ...laptopRow(), ...row })}`
    })
  await expect(insert('asset_assignments', { person_id: person })).rejects.toMatchObject({ code: '23503' })
  await expect(
    insert('asset_circulations', { circulation_type: 'move', location_id: place }),
  ).rejects.toMatchObject({ code: '23503' })
})
