import type { Asset, AssetAssignment, AssetCirculation } from '@commonhold/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CustodyWorld, openCustody } from './custody-world.ts'

let world: CustodyWorld
let people: string[]
let places: string[]
beforeAll(async () => {
  world = await openCustody()
  people = await Promise.all([1, 2, 3].map(() => world.person()))
  places = await Promise.all([1, 2, 3].map(() => world.location()))
})
afterAll(() => world.service.stop())

/** One request. It may succeed or be refused: the computed members must be right in both cases. */
type Step = (assetId: string) => Promise<unknown>

const index = fc.nat({ max: 2 })
const quantity = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined })
const moment = fc.option(
  fc.integer({ min: 1, max: 9 }).map((day) => `2024-05-0${day}T12:00:00.000Z`),
  { nil: undefined },
)

const reporting = fc
  .record({
    circulation_type: fc.constantFrom('issue', 'return', 'move', 'receive', 'confirm_location'),
    person: fc.option(index, { nil: undefined }),
    place: fc.option(index, { nil: undefined }),
    quantity,
    occurred_at: moment,
  } as const)
  .map(({ person, place, circulation_type, quantity, occurred_at }): Step => {
    const isOfPerson = circulation_type === 'issue' || circulation_type === 'return'
    return (asset_id) =>
      world.client.assetCirculations.create.safe({
        asset_id,
        circulation_type,
        ...(quantity === undefined ? {} : { quantity }),
        ...(occurred_at === undefined ? {} : { occurred_at }),
        ...(isOfPerson && person !== undefined ? { person_id: people[person] ?? null } : {}),
        ...(place === undefined ? {} : { location_id: places[place] ?? null }),
      })
  })

const assigning = fc
  .record({
    toPerson: fc.boolean(),
    to: index,
    quantity,
    transfer: fc.boolean(),
    start_date: fc.constantFrom(undefined, '2024-05-02', '2999-01-01'),
    end_date: fc.constantFrom(undefined, undefined, '2024-05-07'),
    expected_return_date: fc.constantFrom(undefined, '2999-02-01', '2999-03-01'),
  })
  .map(({ toPerson, to, ...members }): Step => {
    const given = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
    const holder = toPerson ? { person_id: people[to] ?? null } : { location_id: places[to] ?? null }
    return (asset_id) => world.client.assetAssignments.create.safe({ asset_id, ...holder, ...given })
  })

const ending = fc.constantFrom('returned', 'lost', 'other').map(
  (end_reason): Step =>
    async (asset_id) => {
      const [one] = await world.client.assets.assignments.list(
        { asset_id },
        { status: ['active', 'scheduled'] },
      )
      if (one?.status === 'scheduled')
        await world.client.assetAssignments.delete.safe({ assignment_id: one.id })
      else if (one) await world.client.assetAssignments.close.safe({ assignment_id: one.id }, { end_reason })
    },
)

const postponing = fc.constantFrom('2999-01-15', '2999-04-01', null).map(
  (expected_return_date): Step =>
    async (asset_id) => {
      const [one] = await world.client.assets.assignments.list({ asset_id })
      if (one)
        await world.client.assetAssignments.update.safe({ assignment_id: one.id }, { expected_return_date })
    },
)

const moving = fc
  .record({
    name: fc.constantFrom('archive', 'restore', 'restore', 'retire', 'markLost', 'markStolen'),
    occurred_at: moment,
  } as const)
  .map(
    ({ name, occurred_at }): Step =>
      (asset_id) =>
        world.client.assets[name].safe({ asset_id }, occurred_at === undefined ? {} : { occurred_at }),
  )

const losing = fc
  .record({
    name: fc.constantFrom('markLost', 'markStolen', 'dispose'),
    quantity: fc.integer({ min: 1, max: 3 }),
  })
  .map(
    ({ name, quantity }): Step =>
      (asset_id) =>
        world.client.assets[name].safe({ asset_id }, { quantity }),
  )

const repairing = fc.constantFrom('make', 'close', 'archive', 'restore', 'delete').map(
  (what): Step =>
    async (asset_id) => {
      const { client } = world
      if (what === 'make') return client.assetRepairs.create.safe({ asset_id, title: 'Hinge' })
      const [repair] = await client.assetRepairs.list({ asset_id: [asset_id], archived: 'include' })
      if (!repair) return undefined
      const { id: repair_id, issue_id } = repair
      if (what !== 'close') return client.issues[what].safe({ issue_id })
      const told = { resolution_notes: 'Glued', outcome: 'repaired' } as const
      for (const status of ['in_progress', 'resolved', 'closed'])
        await client.assetRepairs.update.safe({ repair_id }, { ...told, status })
      return undefined
    },
)

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: reporting },
    { weight: 3, arbitrary: assigning },
    { weight: 2, arbitrary: ending },
    { weight: 1, arbitrary: postponing },
    { weight: 2, arbitrary: moving },
    { weight: 1, arbitrary: losing },
    { weight: 2, arbitrary: repairing },
  ),
  { minLength: 4, maxLength: 14 },
)

/** The ledger of an asset, ordered by time, with the columns that the interface does not return. */
const ledgerOf = (assetId: string) =>
  world.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${world.tenantId})`
    return [
      ...(await sql<(AssetCirculation & { is_whole: boolean; at: string })[]>`
        select *, to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
          from asset_circulations where asset_id = ${assetId} order by occurred_at, id`),
    ]
  })

/**
 * Whether an event may change the location of a single piece. A loss, a theft or a disposal does not change it. A restore
 * would with a location, but the restores of these steps name none.
 */
const isPlacing = ({ circulation_type }: AssetCirculation) =>
  !['loss', 'theft', 'disposal', 'restore'].includes(circulation_type)

/** The location of a stock, or null if it has none or several. Checks that every piece is in stock or issued to a person. */
async function onlyPlace(asset_id: string, quantity: number, assignments: readonly AssetAssignment[]) {
  const [stock, ledger] = await Promise.all([
    world.client.assets.stock.list({ asset_id }),
    ledgerOf(asset_id),
  ])
  const given = assignments.filter(
    ({ id, closed_at, person_id }) =>
      closed_at === null && person_id !== null && ledger.some((event) => event.assignment_id === id),
  )
  const sum = (parts: readonly { readonly quantity: number }[]) =>
    parts.reduce((total, part) => total + part.quantity, 0)
  expect(sum(stock) + sum(given)).toBe(quantity)
  const [only, ...more] = stock
  return more.length === 0 ? (only?.location_id ?? null) : null
}

/** Whether a repair of the asset is open. */
async function isInRepair(asset_id: string) {
  const repairs = await world.client.assetRepairs.list({ asset_id: [asset_id] })
  const issues = await Promise.all(repairs.map(({ issue_id }) => world.client.issues.get({ issue_id })))
  return issues.some(({ closed_at, archived_at }) => closed_at === null && archived_at === null)
}

/** Circulations that find a lost or stolen asset. */
const finding: ReadonlySet<string> = new Set(['return', 'receive', 'confirm_location'])

/** The expected status after a circulation: `active` if it finds a lost or stolen asset, otherwise unchanged. */
function stateAfter(before: Asset, { circulation_type, occurred_at }: AssetCirculation) {
  const missed = before.status === 'lost' ? before.lost_at : before.stolen_at
  const isMissed = before.status === 'lost' || before.status === 'stolen'
  const isFound = isMissed && finding.has(circulation_type) && occurred_at >= (missed ?? '')
  return isFound ? 'active' : before.status
}

/** Runs the steps one after the other, and checks the status after each circulation. */
async function walk(asset_id: string, sequence: readonly Step[]) {
  for (const step of sequence) {
    const before = await world.client.assets.get({ asset_id })
    const result = (await step(asset_id)) as { ok?: boolean; data?: Partial<AssetCirculation> } | undefined
    if (!result?.ok || result.data?.circulation_type === undefined) continue
    const { status } = await world.client.assets.get({ asset_id })
    expect(status).toBe(stateAfter(before, result.data as AssetCirculation))
  }
}

/** The computed members of an asset, derived here from its status, ledger, assignments and repairs. */
async function workedOut(assetId: string, total: number, isSerialized: boolean) {
  const { status } = await world.client.assets.get({ asset_id: assetId })
  const [ledger, assignments] = await Promise.all([
    ledgerOf(assetId),
    world.client.assets.assignments.list({ asset_id: assetId }),
  ])
  const open = assignments.filter(({ closed_at }) => closed_at === null)
  const quantity = total + ledger.reduce((sum, event) => sum + event.quantity_change, 0)
  return {
    quantity,
    available_quantity: status === 'active' ? quantity - open.reduce((sum, one) => sum + one.quantity, 0) : 0,
    person_id: isSerialized ? (open.find((one) => one.status === 'active')?.person_id ?? null) : null,
    expected_return_date:
      open.flatMap(({ expected_return_date }) => expected_return_date ?? []).toSorted()[0] ?? null,
    location_id: isSerialized
      ? (ledger.findLast((event) => isPlacing(event) && event.location_id !== null)?.location_id ?? null)
      : await onlyPlace(assetId, quantity, assignments),
    in_repair: await isInRepair(assetId),
    last_confirmed_at:
      ledger.findLast(({ circulation_type }) => circulation_type === 'confirm_location')?.at ?? null,
  }
}

/** Pairs of assignments that overlap by more than the day on which one ends and the other begins. */
const overlaps = (assignments: readonly AssetAssignment[]) =>
  assignments.flatMap((one, at) =>
    assignments
      .slice(at + 1)
      .filter(
        (other) => one.start_date < (other.end_date ?? '9999') && other.start_date < (one.end_date ?? '9999'),
      )
      .map((other) => [one, other]),
  )

test.each(['serialized', 'stock'] as const)(
  'whatever happens to a %s, what the asset says follows from its assignments and its ledger',
  async (kind) => {
    const isSerialized = kind === 'serialized'
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const total = isSerialized ? 1 : 12
        const asset_id = isSerialized ? await world.serialized() : await world.stock(total)
        await walk(asset_id, sequence)
        const asset = await world.client.assets.get({ asset_id })
        expect(asset).toMatchObject(await workedOut(asset_id, total, isSerialized))
        const assignments = await world.client.assets.assignments.list({ asset_id })
        const open = assignments.filter(({ closed_at }) => closed_at === null)
        if (isSerialized) expect(open.length).toBeLessThanOrEqual(1)
        if (isSerialized) expect(overlaps(assignments)).toEqual([])
        if (['archived', 'retired', 'disposed'].includes(asset.status)) expect(open).toEqual([])
        for (const { correlation_id, closed_at, start_date, id } of assignments) {
          const told = (await ledgerOf(asset_id)).filter((event) => event.assignment_id === id)
          expect(told.every((event) => event.correlation_id === correlation_id)).toBe(true)
          if (start_date < '2999' && closed_at === null) expect(told.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: 25 },
    )
  },
  120_000,
)

test('whatever happens at once, what the asset says follows from its assignments and its ledger', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const asset_id = await world.stock(12)
      await Promise.all(sequence.map((step) => step(asset_id)))
      expect(await world.client.assets.get({ asset_id })).toMatchObject(await workedOut(asset_id, 12, false))
    }),
    { numRuns: 15 },
  )
})
