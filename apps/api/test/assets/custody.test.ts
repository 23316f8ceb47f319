import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustodyWorld, errorsIn, newName, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

const ahead = '2999-01-01'
const today = () => new Date().toISOString().slice(0, 10)

/** Makes a scheduled assignment start today, without a request. */
const begin = (assignment_id: string) =>
  world.service.database.sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${world.tenantId})`
    await tx`update asset_assignments set start_date = current_date where id = ${assignment_id}`
    await tx`update assets set held_from = current_date
              where id = (select asset_id from asset_assignments where id = ${assignment_id})`
  })

describe('an assignment that is scheduled', () => {
  test('is cancelled by DELETE: it is gone, and remains in the history of the asset', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id, start_date: ahead })
    expect((await client.assets.get({ asset_id })).available_quantity).toBe(0)
    await client.assetAssignments.delete({ assignment_id: id })
    expect(refusal(await client.assetAssignments.get.safe({ assignment_id: id })).code).toBe('not_found')
    expect((await client.assets.get({ asset_id })).available_quantity).toBe(1)
    const history = await client.assets.history.list({ asset_id }, { sort: ['id'] })
    expect(history.map(({ operation }) => operation)).toEqual([
      'createAsset',
      'createAssetAssignment',
      'deleteAssetAssignment',
    ])
  })

  test('stands in the history of the asset with who and when, and so does that it was put off or called off', async () => {
    const { client } = world
    const [asset_id, ada, bob] = [await world.serialized(), await world.person(), await world.person()]
    const later = (person_id: string) =>
      client.assetAssignments.create({ asset_id, person_id, start_date: ahead })
    const scheduled = async () =>
      (await client.assets.history.list({ asset_id }, { sort: ['id'] }))
        .slice(1)
        .map(({ changes }) =>
          changes
            .filter(({ field }) => field.startsWith('scheduled_'))
            .map(({ field, from, to }) => [field.replace('scheduled_', ''), from, to]),
        )
    const made = (person_id: string) => [
      ['person_id', null, person_id],
      ['start_date', null, ahead],
    ]
    const cancelled = (person_id: string, day = ahead) => [
      ['person_id', person_id, null],
      ['start_date', day, null],
    ]
    const { id } = await later(ada)
    await client.assetAssignments.update({ assignment_id: id }, { start_date: '2999-02-02' })
    await client.assetAssignments.delete({ assignment_id: id })
    await later(ada)
    await client.assetCirculations.create({ asset_id, circulation_type: 'issue', person_id: bob })
    await client.assetCirculations.create({ asset_id, circulation_type: 'return' })
    await later(ada)
    await client.assetAssignments.create({ asset_id, person_id: bob, transfer: true })
    await client.assetCirculations.create({ asset_id, circulation_type: 'return' })
    await later(ada)
    await client.assets.retire({ asset_id })
    expect(await scheduled()).toEqual([
      made(ada),
      [['start_date', ahead, '2999-02-02']],
      cancelled(ada, '2999-02-02'),
      made(ada),
      cancelled(ada),
      [],
      made(ada),
      cancelled(ada),
      [],
      made(ada),
      cancelled(ada),
    ])
  })

  test('is named with what makes room when another person shall have the asset', async () => {
    const { client } = world
    const [asset_id, ada, person_id] = [await world.serialized(), await world.person(), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id: ada, start_date: ahead })
    const problem = refusal(await client.assetAssignments.create.safe({ asset_id, person_id }))
    expect(problem).toMatchObject({ code: 'asset_already_assigned', current_assignment_id: id })
    expect(problem.detail).toContain('DELETE /assignments/{assignment_id}')
    await client.assetAssignments.delete({ assignment_id: id })
    await client.assetAssignments.create({ asset_id, person_id })
  })

  test('is not closed: the error says how it is cancelled', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id, start_date: ahead })
    const problem = refusal(await client.assetAssignments.close.safe({ assignment_id: id }))
    expect(problem).toMatchObject({
      code: 'invalid_transition',
      current_state: 'scheduled',
      allowed_operations: ['delete'],
    })
    expect(problem.detail).toContain('DELETE /assignments/{assignment_id}')
  })

  test('is not called off once it has begun, nor once it was closed', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id })
    const begun = refusal(await client.assetAssignments.delete.safe({ assignment_id: id }))
    expect(begun).toMatchObject({ current_state: 'active', allowed_operations: ['close'] })
    await client.assetAssignments.close({ assignment_id: id })
    const closed = refusal(await client.assetAssignments.delete.safe({ assignment_id: id }))
    expect(closed).toMatchObject({ current_state: 'closed', allowed_operations: [] })
  })

  test('names nobody as holder before its day, in the record and in lists', async () => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id, start_date: ahead })
    const held = async () => ({
      named: (await client.assets.get({ asset_id })).person_id,
      byPerson: (await client.assets.list({ person_id: [person_id] })).length,
      byNobody: (await client.assets.list({ person_id__is_null: true })).some((one) => one.id === asset_id),
    })
    expect(await held()).toEqual({ named: null, byPerson: 0, byNobody: true })
    await begin(id)
    expect(await held()).toEqual({ named: person_id, byPerson: 1, byNobody: false })
  })

  test.each(['archive', 'retire', 'dispose'] as const)('is called off by %s of the asset', async (name) => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id, start_date: ahead })
    await client.assets[name]({ asset_id })
    expect(refusal(await client.assetAssignments.get.safe({ assignment_id: id })).code).toBe('not_found')
  })
})

describe('assignments of one serialized asset never overlap', () => {
  const held = async () => {
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const days = { start_date: '2024-05-10', end_date: '2024-05-20' }
    const { id } = await world.client.assetAssignments.create({ asset_id, person_id, ...days })
    return { asset_id, person_id, id }
  }
  const taken = (id: string) => ({ code: 'asset_already_assigned', current_assignment_id: id })

  test.each([
    ['within', { start_date: '2024-05-12', end_date: '2024-05-12' }],
    ['around', { start_date: '2024-05-01', end_date: '2024-05-30' }],
    ['into its first days', { start_date: '2024-05-01', end_date: '2024-05-11' }],
    ['out of its last days', { start_date: '2024-05-19', end_date: '2024-05-30' }],
    ['open from one of its days on', { start_date: '2024-05-19' }],
  ])('%s', async (_, days) => {
    const { asset_id, person_id, id } = await held()
    const result = await world.client.assetAssignments.create.safe({ asset_id, person_id, ...days })
    expect(refusal(result)).toMatchObject(taken(id))
  })

  test.each([
    ['before it, to the day', { start_date: '2024-05-01', end_date: '2024-05-10' }],
    ['after it, to the day', { start_date: '2024-05-20', end_date: '2024-05-30' }],
    ['open after it', { start_date: '2024-05-20' }],
  ])('and are made %s', async (_, days) => {
    const { asset_id, person_id } = await held()
    const result = await world.client.assetAssignments.create.safe({ asset_id, person_id, ...days })
    expect(result.ok).toBe(true)
  })

  test('by no change of their days, no hand-over and no issue that is recorded late', async () => {
    const { client } = world
    const { asset_id, person_id, id } = await held()
    const open = await client.assetAssignments.create({ asset_id, person_id, start_date: '2024-05-25' })
    const earlier = await client.assetAssignments.update.safe(
      { assignment_id: open.id },
      { start_date: '2024-05-15' },
    )
    expect(refusal(earlier)).toMatchObject(taken(id))
    const longer = await client.assetAssignments.update.safe(
      { assignment_id: id },
      { end_date: '2024-05-26' },
    )
    expect(refusal(longer)).toMatchObject(taken(open.id))
    const bob = await world.person()
    const handOver = { asset_id, person_id: bob, transfer: true, start_date: '2024-05-22' }
    expect(refusal(await client.assetAssignments.create.safe(handOver))).toMatchObject(taken(open.id))
    const next = await client.assetAssignments.create({ ...handOver, start_date: '2024-05-28' })
    expect(next.start_date).toBe('2024-05-28')
    expect(await client.assetAssignments.get({ assignment_id: open.id })).toMatchObject({
      end_date: '2024-05-28',
      end_reason: 'transferred',
    })
  })

  test('while a stock is held by many at a time', async () => {
    const [asset_id, person_id] = [await world.stock(5), await world.person()]
    const days = { start_date: '2024-05-10', end_date: '2024-05-20' }
    for (const _ of [1, 2]) await world.client.assetAssignments.create({ asset_id, person_id, ...days })
    expect(await world.client.assets.assignments.list({ asset_id })).toHaveLength(2)
  })
})

describe('a return by somebody who is not the holder', () => {
  test.each(['serialized', 'stock'] as const)('of a %s names the holder', async (kind) => {
    const { client } = world
    const [asset_id, ada, bob] = [await world[kind](5), await world.person(), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id: ada })
    const back = { asset_id, circulation_type: 'return', person_id: bob } as const
    const problem = refusal(await client.assetCirculations.create.safe(back))
    expect(problem).toMatchObject({ status: 409, code: 'wrong_holder', holder_ids: [ada] })
    expect((await client.assetAssignments.get({ assignment_id: id })).status).toBe('active')
    const forced = await client.assetCirculations.create({ ...back, force: true })
    expect(forced.person_id).toBe(bob)
    const { status } = await client.assetAssignments.get({ assignment_id: id })
    expect(status).toBe(kind === 'serialized' ? 'closed' : 'active')
  })
})

test('pieces of what is not active cannot be handed out, whoever asks', async () => {
  const { client } = world
  const asset_id = await world.stock(5)
  for (const [leave, status] of [
    ['markLost', 'lost'],
    ['markStolen', 'stolen'],
    ['retire', 'retired'],
    ['archive', 'archived'],
  ] as const)
    expect(await client.assets[leave]({ asset_id })).toMatchObject({ status, available_quantity: 0 })
  expect(await client.assets.restore({ asset_id })).toMatchObject({ quantity: 5, available_quantity: 5 })
})

test('an asset begins at its location, with its receipt in the ledger', async () => {
  const { client } = world
  const [location_id, model] = [
    await world.location(),
    await client.assetModels.create({ name: newName(), tracking_type: 'serialized' }),
  ]
  const made = { model_id: model.id, name: newName(), serial_number: newName(), location_id }
  const asset = await client.assets.create(made)
  expect(asset.location_id).toBe(location_id)
  const events = await client.assets.circulations.list({ asset_id: asset.id })
  expect(events).toMatchObject([{ circulation_type: 'receive', location_id, quantity: 1 }])
  await client.locations.archive({ location_id })
  const again = await client.assets.create.safe({ ...made, serial_number: newName() })
  expect(errorsIn(again)).toEqual(['/location_id reference_archived'])
})

describe('labels and serial numbers', () => {
  test('are unique and found whatever their case', async () => {
    const { client } = world
    const model = await client.assetModels.create({ name: newName(), tracking_type: 'serialized' })
    const laptop = { model_id: model.id, name: newName() }
    const asset = await client.assets.create({ ...laptop, asset_tag: 'Lab-7', serial_number: 'Sn-7x' })
    const same = await client.assets.create.safe({ ...laptop, asset_tag: 'LAB-7', serial_number: 'other' })
    expect(refusal(same)).toMatchObject({ code: 'already_exists', field: 'asset_tag' })
    for (const query of [
      { asset_tag: ['lAB-7'] },
      { asset_tag: ['nothing', 'lab-7'] },
      { serial_number: ['SN-7X'] },
      { serial_number: ['sn-7x', 'nothing'] },
    ])
      expect((await client.assets.list(query)).map(({ id }) => id)).toEqual([asset.id])
    expect((await client.assetModels.list({ name: [model.name.toUpperCase()] })).length).toBe(1)
  })
})

test('the history of an asset contains members of the asset alone', async () => {
  const { client } = world
  const [asset_id, person_id, location_id] = [
    await world.serialized(),
    await world.person(),
    await world.location(),
  ]
  await client.assetCirculations.create({ asset_id, circulation_type: 'issue', person_id, location_id })
  await client.assetCirculations.create({ asset_id, circulation_type: 'confirm_location', location_id })
  await client.assetCirculations.create({ asset_id, circulation_type: 'return' })
  const members = Object.keys(await client.assets.get({ asset_id }))
  const told = (await client.assets.history.list({ asset_id }, { sort: ['id'] })).flatMap(({ changes }) =>
    changes.map(({ field }) => field),
  )
  expect(told.filter((field) => !members.includes(field))).toEqual([])
  expect(new Set(told)).toContain('person_id')
  expect(new Set(told)).toContain('available_quantity')
})

test('the disposal of an asset ends its open repairs as not repairable', async () => {
  const { client } = world
  const asset_id = await world.serialized()
  const [open, closed] = [
    await client.assetRepairs.create({ asset_id, title: 'Screen' }),
    await client.assetRepairs.create({ asset_id, title: 'Hinge' }),
  ]
  for (const status of ['in_progress', 'resolved', 'closed'])
    await client.assetRepairs.update(
      { repair_id: closed.id },
      { status, outcome: 'repaired', resolution_notes: 'Glued' },
    )
  const disposed = await client.assets.dispose({ asset_id })
  expect(disposed).toMatchObject({ status: 'disposed', in_repair: false })
  const after = await client.assetRepairs.get({ repair_id: open.id })
  expect(after).toMatchObject({ outcome: 'not_repairable', resolution_notes: 'The asset was disposed of.' })
  expect(after.closed_at?.slice(0, 10)).toBe(today())
  expect((await client.assetRepairs.get({ repair_id: closed.id })).outcome).toBe('repaired')
  const [last] = await client.issues.history.list({ issue_id: open.issue_id }, { sort: ['-id'] })
  expect(last).toMatchObject({ action: 'transitioned', message: 'The asset was disposed of.' })
})

test('a stock of which nobody has any takes nothing back, unless that is forced', async () => {
  const { client } = world
  const [asset_id, person_id] = [await world.stock(9), await world.person()]
  const back = { asset_id, circulation_type: 'return' } as const
  for (const body of [back, { ...back, person_id }, { ...back, quantity: 2 }])
    expect(refusal(await client.assetCirculations.create.safe(body))).toMatchObject({
      status: 409,
      code: 'wrong_holder',
      holder_ids: [],
    })
  expect((await client.assetCirculations.create({ ...back, person_id, force: true })).person_id).toBe(
    person_id,
  )
})
