import { beforeAll, expect, test } from 'vitest'
import { unique, useSchoolWorld } from './school-world.ts'

const world = useSchoolWorld()
// Kiritimati is 14 hours ahead of UTC, Pago Pago 11 hours behind: these two never have the same day.
const [AHEAD, BEHIND] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
const dayAt = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10)

beforeAll(async () => {
  await world.client.tenants.update({ tenant_id: world.tenantId }, { timezone: BEHIND })
})

async function entryAt(school: object) {
  const { id: school_id } = await world.client.schools.create({ name: unique('School'), ...school })
  const calendar_id = await world.calendar({ school_id })
  const person_id = await world.person()
  return (await world.client.schoolEnrollments.create({ person_id, calendar_id })).entry_date
}

test('today is that of the school, else of its place, else of what lies around it, else of the tenant', async () => {
  const { id: type_id } = await world.client.locationTypes.create({ name: unique('Site') })
  const place = async (body: object) =>
    (await world.client.locations.create({ name: unique('Place'), type_id, ...body })).id
  const site = await place({ timezone: AHEAD })
  const building = await place({ parent_id: site })
  expect(await entryAt({})).toBe(dayAt(-11))
  expect(await entryAt({ location_id: building })).toBe(dayAt(14))
  expect(await entryAt({ location_id: building, timezone: 'UTC' })).toBe(dayAt(0))
})

// At any time, one of the two has another day than UTC.
test.each([
  [AHEAD, 14],
  [BEHIND, -11],
])('an asset is assigned from today on where the tenant is, in %s', async (timezone, hours) => {
  await world.client.tenants.update({ tenant_id: world.tenantId }, { timezone })
  const model = await world.client.assetModels.create({ name: unique('Laptop'), tracking_type: 'serialized' })
  const asset = async () =>
    (await world.client.assets.create({ model_id: model.id, name: 'Laptop', serial_number: unique('S') })).id
  const person_id = await world.person()
  const now = await world.client.assetAssignments.create({ asset_id: await asset(), person_id })
  expect(now).toMatchObject({ status: 'active', start_date: dayAt(hours) })
  expect((await world.client.assets.get({ asset_id: now.asset_id })).person_id).toBe(person_id)
  const tomorrow = await world.client.assetAssignments.create({
    asset_id: await asset(),
    person_id,
    start_date: dayAt(hours + 24),
  })
  expect(tomorrow.status).toBe('scheduled')
  const assigned = await world.client.assets.list({ person_id: [person_id] })
  expect(assigned.map(({ id }) => id)).toEqual([now.asset_id])
  const closed = await world.client.assetAssignments.close({ assignment_id: now.id })
  expect(closed.end_date).toBe(dayAt(hours))
})

test('nobody is born ahead of today, and a former name is past', async () => {
  const { persons, identities } = world.client
  const { id: person_id } = await persons.create({ birth_date: dayAt(-11) })
  const tomorrow = dayAt(13)
  const refused = async (promise: Promise<unknown>) =>
    promise.then(
      () => [],
      (error) =>
        error.problem.errors.map((fieldError: { pointer: string; code: string }) => [
          fieldError.pointer,
          fieldError.code,
        ]),
    )
  expect(await refused(persons.create({ birth_date: tomorrow }))).toEqual([['/birth_date', 'out_of_range']])
  expect(await refused(persons.update({ person_id }, { birth_date: tomorrow }))).toEqual([
    ['/birth_date', 'out_of_range'],
  ])
  const name = { first_name: 'Ada', last_name: 'Byron', valid_from_date: tomorrow }
  const former = { ...name, identity_type: 'former' as const }
  expect(await refused(persons.identities.create({ person_id }, former))).toEqual([
    ['/valid_from_date', 'out_of_range'],
  ])
  expect(await refused(persons.create({ identity: former }))).toEqual([
    ['/identity/valid_from_date', 'out_of_range'],
  ])
  const { id: identity_id } = await persons.identities.create({ person_id }, name)
  expect(await refused(identities.update({ identity_id }, { identity_type: 'former' }))).toEqual([
    ['/valid_from_date', 'out_of_range'],
  ])
})

const store = (timezone: string) =>
  world.client.tenants.update.safe({ tenant_id: world.tenantId }, { timezone })

test.each([
  ['us/eastern', 'US/Eastern'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['gmt', 'GMT'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
])('the time zone %s is stored as %s', async (timezone, stored) => {
  expect(await store(timezone)).toMatchObject({ ok: true, data: { timezone: stored } })
})

test.each(['IST', 'PST', 'BST', 'SystemV/PST8', 'Factory', 'posixrules', '+05:30', 'Europe/Nowhere'])(
  'the time zone %s is refused',
  async (timezone) => {
    expect(await store(timezone)).toMatchObject({ ok: false, error: { status: 422 } })
  },
)

test('the database knows all time zones that the service does', async () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const missing = await world.service.database.sql`
    select z.name from unnest(${zones}::text[]) z (name)
     where not exists (select from pg_timezone_names k where k.name = z.name)`
  expect(missing.map(({ name }) => name)).toEqual([])
})
