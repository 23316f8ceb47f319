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

test.each(['Pacific/Honolulu', 'UTC', 'Pacific/Auckland'])(
  'events that are known by their days lie on these days where the tenant is, in %s',
  async (timezone) => {
    const { client, tenantId: tenant_id } = world
    await client.tenants.update({ tenant_id }, { timezone })
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const days = { start_date: '2024-03-01', end_date: '2024-03-08' }
    await client.assetAssignments.create({ asset_id, person_id, ...days })
    const events = await client.assets.circulations.list({ asset_id }, { sort: ['id'] })
    const dayThere = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone })
    expect(events.map(({ occurred_at }) => dayThere.format(new Date(occurred_at)))).toEqual(
      Object.values(days),
    )
    await client.tenants.update({ tenant_id }, { timezone: 'UTC' })
  },
)

describe('an assignment that starts later', () => {
  const ahead = '2999-01-01'
  const ledger = async (asset_id: string) =>
    (await world.client.assets.circulations.list({ asset_id }, { sort: ['id'] })).map(
      ({ circulation_type, assignment_id, correlation_id }) => [
        circulation_type,
        assignment_id,
        correlation_id,
      ],
    )
  const kinds = [
    ['issue', 'person', 'serialized'],
    ['move', 'location', 'serialized'],
    ['issue', 'person', 'stock'],
    ['move', 'location', 'stock'],
  ] as const
  const reserve = async (holder: 'person' | 'location', kind: 'serialized' | 'stock') => {
    const asset_id = kind === 'stock' ? await world.stock(9) : await world.serialized()
    const id = await world[holder]()
    const made = await world.client.assetAssignments.create({
      asset_id,
      [`${holder}_id`]: id,
      start_date: ahead,
    })
    return { asset_id, assignment_id: made.id, correlation_id: made.correlation_id }
  }

  /** Moves the start of an assignment to a past day. */
  const begin = (assignment_id: string) =>
    world.service.database.sql.begin(async (tx) => {
      await tx`select commonhold_select_tenant(${world.tenantId})`
      await tx`update asset_assignments set start_date = '2024-03-01' where id = ${assignment_id}`
    })

  test.each(kinds)(
    'records the %s to a %s of a %s when it is brought to begin',
    async (type, holder, kind) => {
      const { client } = world
      const { asset_id, assignment_id, correlation_id } = await reserve(holder, kind)
      await client.assetAssignments.update({ assignment_id }, { notes: 'soon', start_date: '2998-01-01' })
      expect(await ledger(asset_id)).toEqual([])
      await client.assetAssignments.update({ assignment_id }, { start_date: today() })
      const given = [type, assignment_id, correlation_id]
      expect(await ledger(asset_id)).toEqual([given])
      const asset = await client.assets.get({ asset_id })
      const { location_id } = await client.assetAssignments.get({ assignment_id })
      expect(asset.location_id).toBe(kind === 'serialized' ? location_id : null)
      await client.assetAssignments.update({ assignment_id }, { start_date: '2024-01-01' })
      const again = await client.assetAssignments.update.safe({ assignment_id }, { start_date: ahead })
      expect(errorsIn(again)).toEqual(['/start_date out_of_range'])
      await client.assetAssignments.close({ assignment_id })
      expect(await ledger(asset_id)).toEqual([given, ['return', assignment_id, correlation_id]])
    },
  )

  test.each(kinds)('records the %s to a %s of a %s before its return', async (type, holder, kind) => {
    const { client } = world
    const { asset_id, assignment_id, correlation_id } = await reserve(holder, kind)
    await begin(assignment_id)
    expect((await client.assetAssignments.get({ assignment_id })).status).toBe('active')
    const occurred_at = '2024-04-01T08:00:00.000Z'
    await client.assetAssignments.close({ assignment_id }, { occurred_at })
    expect(await ledger(asset_id)).toEqual([
      [type, assignment_id, correlation_id],
      ['return', assignment_id, correlation_id],
    ])
    const events = await client.assets.circulations.list({ asset_id }, { sort: ['id'] })
    expect(events.map((event) => event.occurred_at)).toEqual(['2024-03-01T12:00:00.000Z', occurred_at])
  })

  test.each(['serialized', 'stock'] as const)(
    'tells the issue of a %s before what is reported to come back, once',
    async (kind) => {
      const { client } = world
      const [asset_id, person_id] = [await world[kind](9), await world.person()]
      const quantity = kind === 'stock' ? 3 : 1
      const { id } = await client.assetAssignments.create({
        asset_id,
        person_id,
        quantity,
        start_date: ahead,
      })
      await begin(id)
      const back = { asset_id, circulation_type: 'return' } as const
      await client.assetCirculations.create({ ...back, quantity: 1 })
      if (kind === 'stock') await client.assetCirculations.create(back)
      const events = await client.assets.circulations.list({ asset_id }, { sort: ['id'] })
      const told = events.map((event) => [event.circulation_type, event.quantity, event.assignment_id])
      const parts = kind === 'stock' ? [1, 2] : [1]
      expect(told).toEqual([['issue', quantity, id], ...parts.map((part) => ['return', part, id])])
      expect((await client.assetAssignments.get({ assignment_id: id })).status).toBe('closed')
    },
  )

  const handOvers: Readonly<Record<string, (asset_id: string, person_id: string) => Promise<unknown>>> = {
    transfer: (asset_id, person_id) =>
      world.client.assetAssignments.create({ asset_id, person_id, transfer: true }),
    issue: (asset_id, person_id) =>
      world.client.assetCirculations.create({ asset_id, person_id, circulation_type: 'issue' }),
  }

  test.each([
    ['issue', 'person', 'transfer'],
    ['issue', 'person', 'issue'],
    ['move', 'location', 'transfer'],
    ['move', 'location', 'issue'],
  ] as const)('records the %s to a %s before the %s to somebody else', async (type, holder, handOver) => {
    const { client } = world
    const { asset_id, assignment_id, correlation_id } = await reserve(holder, 'serialized')
    await begin(assignment_id)
    const bob = await world.person()
    await handOvers[handOver]?.(asset_id, bob)
    const [next] = await open(asset_id)
    expect(await ledger(asset_id)).toEqual([
      [type, assignment_id, correlation_id],
      ['issue', next?.id, next?.correlation_id],
    ])
    const { location_id } = await client.assetAssignments.get({ assignment_id })
    expect(await client.assets.get({ asset_id })).toMatchObject({ person_id: bob, location_id })
  })

  test('is handed over before its day without a word of it', async () => {
    const { asset_id, assignment_id } = await reserve('person', 'serialized')
    await handOvers.transfer?.(asset_id, await world.person())
    const told = await ledger(asset_id)
    expect(told).toHaveLength(1)
    expect(told.flat()).not.toContain(assignment_id)
  })

  test('of some pieces is recorded before more are issued to the same person', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.stock(9), await world.person()]
    const { id } = await client.assetAssignments.create({
      asset_id,
      person_id,
      quantity: 2,
      start_date: ahead,
    })
    await begin(id)
    await client.assetCirculations.create({ asset_id, person_id, circulation_type: 'issue', quantity: 3 })
    const events = await client.assets.circulations.list({ asset_id }, { sort: ['id'] })
    expect(events.map(({ quantity, assignment_id }) => [quantity, assignment_id])).toEqual([
      [2, id],
      [3, id],
    ])
  })

  test('never begins for an asset that is missing', async () => {
    const { client } = world
    const { asset_id, assignment_id } = await reserve('person', 'serialized')
    await client.assets.markLost({ asset_id })
    const result = await client.assetAssignments.update.safe({ assignment_id }, { start_date: today() })
    expect(refusal(result)).toMatchObject({ code: 'asset_not_active', current_state: 'lost' })
    await client.assetAssignments.delete({ assignment_id })
    expect((await ledger(asset_id)).map(([type]) => type)).toEqual(['loss'])
  })

  test('is put off as long as nothing was given out, and corrected afterwards while the asset is missing', async () => {
    const { client } = world
    const { asset_id, assignment_id } = await reserve('person', 'serialized')
    await client.assetAssignments.update({ assignment_id }, { start_date: '2999-06-01' })
    await client.assetAssignments.update({ assignment_id }, { start_date: today() })
    await client.assets.markLost({ asset_id })
    const { start_date } = await client.assetAssignments.update(
      { assignment_id },
      { start_date: '2024-05-05' },
    )
    expect(start_date).toBe('2024-05-05')
    expect((await ledger(asset_id)).map(([type]) => type)).toEqual(['issue', 'loss'])
  })
})
