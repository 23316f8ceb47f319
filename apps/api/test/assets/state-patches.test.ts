import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustodyWorld, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

const today = () => new Date().toISOString().slice(0, 10)

describe('a PATCH of the status of an asset', () => {
  test.each([
    ['retired', 'retired_at'],
    ['archived', 'archived_at'],
    ['lost', 'lost_at'],
    ['stolen', 'stolen_at'],
    ['disposed', 'disposed_at'],
  ] as const)('to %s makes the move that leads there, with what follows', async (status, stamp) => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const { id } = await client.assetAssignments.create({ asset_id, person_id })
    const after = await client.assets.update({ asset_id }, { status, notes: 'as agreed' })
    expect(after).toMatchObject({ status, notes: 'as agreed', available_quantity: 0 })
    expect(after[stamp]).not.toBeNull()
    const isKept = status === 'lost' || status === 'stolen'
    expect((await client.assetAssignments.get({ assignment_id: id })).status).toBe(
      isKept ? 'active' : 'closed',
    )
    if (status === 'disposed') return
    expect(await client.assets.update({ asset_id }, { status: 'active' })).toMatchObject({ status: 'active' })
  })

  test('to the status that it has changes nothing', async () => {
    const asset_id = await world.serialized()
    const before = await world.client.assets.get({ asset_id })
    expect(await world.client.assets.update({ asset_id }, { status: 'active' })).toEqual(before)
  })

  test('that no move leads to is refused with what is possible', async () => {
    const { client } = world
    const asset_id = await world.serialized()
    await client.assets.dispose({ asset_id })
    const result = await client.assets.update.safe({ asset_id }, { status: 'active' })
    expect(refusal(result)).toMatchObject({
      status: 409,
      code: 'invalid_transition',
      current_state: 'disposed',
      allowed_operations: ['archive'],
    })
    await client.assets.archive({ asset_id })
    const again = await client.assets.update.safe({ asset_id }, { status: 'active' })
    expect(refusal(again).code).toBe('invalid_transition')
  })
})

describe('a PATCH of an assignment', () => {
  const assigned = async (start_date?: string) => {
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    const body = { asset_id, person_id, ...(start_date ? { start_date } : {}) }
    return { asset_id, assignment_id: (await world.client.assetAssignments.create(body)).id }
  }

  test.each([{ end_date: today() }, { status: 'closed' as const }])('with %j closes it', async (body) => {
    const { client } = world
    const { asset_id, assignment_id } = await assigned()
    const closed = await client.assetAssignments.update({ assignment_id }, { ...body, notes: 'with its bag' })
    expect(closed).toMatchObject({
      status: 'closed',
      end_date: today(),
      end_reason: 'returned',
      notes: 'with its bag',
    })
    expect((await client.assets.get({ asset_id })).available_quantity).toBe(1)
    const [last] = await client.assets.circulations.list({ asset_id })
    expect(last?.circulation_type).toBe('return')
  })

  test('does not close one that has not begun, nor open one that is closed', async () => {
    const { client } = world
    const { assignment_id } = await assigned('2999-01-01')
    const ahead = await client.assetAssignments.update.safe({ assignment_id }, { status: 'closed' })
    expect(refusal(ahead)).toMatchObject({ current_state: 'scheduled', allowed_operations: ['delete'] })
    const other = await assigned()
    await client.assetAssignments.close({ assignment_id: other.assignment_id })
    const place = { assignment_id: other.assignment_id }
    const again = await client.assetAssignments.update.safe(place, { status: 'active' })
    expect(refusal(again)).toMatchObject({ code: 'invalid_transition', current_state: 'closed' })
  })
})

describe('the advice of a refusal', () => {
  test.each([
    ['retire', ['archive', 'dispose', 'mark-lost', 'mark-stolen', 'restore'], 'Restore it first'],
    ['markLost', ['archive', 'mark-stolen', 'restore', 'retire'], 'Restore it first'],
    ['archive', ['restore'], 'Restore it first'],
    ['dispose', ['archive'], 'Use another asset'],
  ] as const)('after %s is what the state allows', async (move, allowed_operations, advice) => {
    const { client } = world
    const [asset_id, person_id] = [await world.serialized(), await world.person()]
    await client.assets[move]({ asset_id })
    const issue = { asset_id, circulation_type: 'issue', person_id } as const
    for (const result of [
      await client.assetAssignments.create.safe({ asset_id, person_id }),
      await client.assetCirculations.create.safe(issue),
    ]) {
      const problem = refusal(result)
      expect(problem).toMatchObject({ code: 'asset_not_active', allowed_operations })
      expect(problem.detail).toContain(advice)
    }
  })
})
