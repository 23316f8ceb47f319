import { type AssetStatus, assetLifecycle, assetStatuses } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustodyWorld, errorsIn, openCustody, refusal } from './custody-world.ts'

let world: CustodyWorld
beforeAll(async () => {
  world = await openCustody()
})
afterAll(() => world.service.stop())

type MoveName = keyof typeof assetLifecycle.moves

/** The moves that bring an assigned asset into a status; its assignment stays open where that is possible. */
const ways: Readonly<Record<AssetStatus, readonly MoveName[]>> = {
  active: [],
  lost: ['markLost'],
  stolen: ['markStolen'],
  retired: ['retire'],
  disposed: ['dispose'],
  archived: ['archive'],
}

/** Why the move ends an assignment; null if it ends none. */
const reasons: Readonly<Record<MoveName, string | null>> = {
  archive: 'archived',
  retire: 'retired',
  dispose: 'disposed',
  restore: null,
  markLost: null,
  markStolen: null,
}

const cells = assetStatuses.flatMap((status) =>
  (Object.keys(assetLifecycle.moves) as MoveName[]).map((name) => ({ status, name })),
)

describe.each(cells)('$name of an asset that is $status', ({ status, name }) => {
  test.each(['serialized', 'stock'] as const)(
    'ends or keeps the assignments of a %s as decided',
    async (kind) => {
      const { client } = world
      const asset_id = kind === 'stock' ? await world.stock(9) : await world.serialized()
      const [person_id, location_id] = [await world.person(), await world.location()]
      await client.assetAssignments.create({ asset_id, person_id })
      if (kind === 'stock') await client.assetAssignments.create({ asset_id, location_id, quantity: 3 })
      for (const way of ways[status]) await client.assets[way]({ asset_id })
      const before = await client.assets.assignments.list({ asset_id })
      const asset = await client.assets.get({ asset_id })
      const result = await client.assets[name].safe({ asset_id })
      const after = await client.assets.assignments.list({ asset_id })
      const from: readonly string[] = assetLifecycle.moves[name].from
      expect(result.ok).toBe(from.includes(status))
      if (!result.ok) {
        expect(refusal(result).code).toBe('invalid_transition')
        expect([after, await client.assets.get({ asset_id })]).toEqual([before, asset])
        return
      }
      const reason = reasons[name]
      const isOpen = ['active', 'lost', 'stolen'].includes(status)
      if (!reason || !isOpen) {
        expect(after).toEqual(before)
        const assigned = after
          .filter(({ status }) => status !== 'closed')
          .reduce((sum, one) => sum + one.quantity, 0)
        const isUsable = result.data.status === 'active'
        expect(result.data.available_quantity).toBe(isUsable ? result.data.quantity - assigned : 0)
        return
      }
      const today = new Date().toISOString().slice(0, 10)
      for (const ended of after)
        expect(ended).toMatchObject({ status: 'closed', end_reason: reason, end_date: today })
      expect(result.data).toMatchObject({
        person_id: null,
        expected_return_date: null,
        available_quantity: 0,
        version: asset.version + 1,
      })
    },
  )
})

describe('an asset that was archived', () => {
  test('after its disposal is disposed of again when it is restored', async () => {
    const { client } = world
    const asset_id = await world.serialized()
    const { disposed_at } = await client.assets.dispose({ asset_id }, { disposal_method: 'donation' })
    await client.assets.archive({ asset_id })
    const restored = await client.assets.restore({ asset_id }, { reason: 'archived by mistake' })
    expect(restored).toMatchObject({
      status: 'disposed',
      status_reason: 'archived by mistake',
      disposal_method: 'donation',
      disposed_at,
      archived_at: null,
    })
    expect(restored.restored_at).not.toBeNull()
    const again = await client.assets.restore.safe({ asset_id })
    expect(refusal(again)).toMatchObject({ current_state: 'disposed', allowed_operations: ['archive'] })
    const issued = await client.assetAssignments.create.safe({ asset_id, person_id: await world.person() })
    expect(refusal(issued)).toMatchObject({ code: 'asset_not_active', current_state: 'disposed' })
    expect(await client.assets.list({ status: ['disposed'] })).toContainEqual(restored)
  })

  test.each(['retire', 'markLost', 'markStolen'] as const)('after %s becomes active', async (name) => {
    const { client } = world
    const asset_id = await world.serialized()
    await client.assets[name]({ asset_id })
    await client.assets.archive({ asset_id })
    expect((await client.assets.restore({ asset_id })).status).toBe('active')
  })
})

describe('a part of a stock', () => {
  const told = { dispose: 'disposal', markLost: 'loss', markStolen: 'theft' } as const
  test.each(['dispose', 'markLost', 'markStolen'] as const)(
    'leaves by %s: the rest stays active, and the ledger tells',
    async (name) => {
      const { client } = world
      const asset_id = await world.stock(10)
      const after = await client.assets[name]({ asset_id }, { quantity: 3, reason: 'water', notes: 'cellar' })
      expect(after).toMatchObject({ quantity: 7, available_quantity: 7, status: 'active', disposed_at: null })
      const [event] = await client.assets.circulations.list({ asset_id })
      expect(event).toMatchObject({ circulation_type: told[name], quantity: 3, notes: 'cellar' })
      const [change] = await client.assets.history.list({ asset_id }, { sort: ['-id'] })
      expect(change).toMatchObject({ reason: 'water', notes: 'cellar' })
    },
  )

  test('leaves with how it did in the history, and not on the rest', async () => {
    const { client } = world
    const asset_id = await world.stock(10)
    const report_reference = 'ZH 2024/17'
    await client.assets.markStolen({ asset_id }, { report_reference })
    await client.assets.restore({ asset_id })
    await client.assets.dispose({ asset_id }, { quantity: 2, disposal_method: 'sale' })
    await client.assets.markStolen({ asset_id }, { quantity: 1, report_reference })
    const after = await client.assets.markLost({ asset_id }, { quantity: 1 })
    expect(after).toMatchObject({ disposal_method: null, report_reference })
    const [, , , ...told] = await client.assets.history.list({ asset_id }, { sort: ['id'] })
    const besides = told.map(({ changes }) => changes.filter(({ field }) => field !== 'available_quantity'))
    expect(besides).toEqual([
      [
        { field: 'quantity', from: 10, to: 8 },
        { field: 'disposal_method', from: null, to: 'sale' },
      ],
      [
        { field: 'quantity', from: 8, to: 7 },
        { field: 'report_reference', from: null, to: report_reference },
      ],
      [{ field: 'quantity', from: 7, to: 6 }],
    ])
  })

  test('leaves only as far as nobody holds it', async () => {
    const { client } = world
    const asset_id = await world.stock(10)
    await client.assetAssignments.create({ asset_id, person_id: await world.person(), quantity: 8 })
    const result = await client.assets.markLost.safe({ asset_id }, { quantity: 3 })
    expect(refusal(result)).toMatchObject({ code: 'insufficient_quantity', available_quantity: 2 })
    expect((await client.assets.markLost({ asset_id }, { quantity: 2 })).quantity).toBe(8)
  })

  test('that is all of it moves the stock itself', async () => {
    const { client } = world
    const asset_id = await world.stock(2)
    expect(await client.assets.dispose({ asset_id }, { quantity: 2 })).toMatchObject({
      status: 'disposed',
      quantity: 2,
    })
    const again = await client.assets.dispose.safe({ asset_id }, { quantity: 1 })
    expect(refusal(again).code).toBe('invalid_transition')
  })

  test('of a single piece is that piece', async () => {
    const { client } = world
    const asset_id = await world.serialized()
    const result = await client.assets.markLost.safe({ asset_id }, { quantity: 2 })
    expect(errorsIn(result)).toEqual(['/quantity quantity_must_be_one'])
    expect((await client.assets.markLost({ asset_id }, { quantity: 1 })).status).toBe('lost')
  })
})
