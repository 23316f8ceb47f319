import type { LocationCreate, LocationUpdate } from '@commonhold/contract'
import { expect, test } from 'vitest'
import { useTree } from './tree.ts'

const tree = useTree()

test('a location tells where it lies, from the root down to itself', async () => {
  const [site, building, room] = await tree.chain(3)
  const found = await tree.client.locations.get({ location_id: room.id })
  expect(found.depth).toBe(2)
  expect(found.path).toEqual([site, building, room].map(({ id, name }) => ({ id, name })))
  expect(found).toMatchObject({ asset_count: 0, parent_id: building.id })
  await tree.update(site, { name: 'South Campus' })
  const [first] = (await tree.client.locations.get({ location_id: room.id })).path
  expect(first).toEqual({ id: site.id, name: 'South Campus' })
})

test('what lies within a location is listed however deep, the location itself left out', async () => {
  const [site, building, room] = await tree.chain(3)
  const other = await tree.make({ parent_id: site.id })
  await tree.make({})
  expect(await tree.below(site)).toEqual([building.id, room.id, other.id].sort())
  expect(await tree.below(room)).toEqual([])
  const page = await tree.client.locations.list({ ancestor_id: site.id, type_id: [tree.type], limit: 2 })
  expect(page).toHaveLength(2)
})

test('a moved location takes along what lies within it', async () => {
  const [from, moved, room] = await tree.chain(3)
  const [to, floor] = await tree.chain(2)
  await tree.update(moved, { parent_id: floor.id })
  expect(await tree.below(from)).toEqual([])
  expect(await tree.below(to)).toEqual([floor.id, moved.id, room.id].sort())
  const found = await tree.client.locations.get({ location_id: room.id })
  expect([found.depth, found.path.map(({ id }) => id)]).toEqual([3, [to.id, floor.id, moved.id, room.id]])
  const root = await tree.update(moved, { parent_id: null })
  expect([root.depth, root.path.map(({ id }) => id)]).toEqual([0, [moved.id]])
  expect(await tree.below(to)).toEqual([floor.id])
  expect(await tree.below(moved)).toEqual([room.id])
})

test('names are unique among siblings, at the root, too, and free elsewhere', async () => {
  const [site] = await tree.chain(1)
  const name = tree.unique()
  for (const parent_id of [null, site.id]) {
    await tree.make({ name, parent_id })
    const again = await tree.client.locations.create.safe({
      name: name.toUpperCase(),
      parent_id,
      type_id: tree.type,
    })
    expect(tree.problemOf(again)).toMatchObject({ code: 'already_exists', field: 'name' })
  }
  const [elsewhere] = await tree.chain(1)
  const there = await tree.make({ name, parent_id: elsewhere.id })
  const moved = await tree.client.locations.update.safe({ location_id: there.id }, { parent_id: site.id })
  expect(tree.problemOf(moved)).toMatchObject({ code: 'already_exists', field: 'name' })
  expect(await tree.below(elsewhere)).toEqual([there.id])
})

test('a location cannot lie within itself, nor within what lies within it', async () => {
  const [site, building, room] = await tree.chain(3)
  for (const parent of [site, building, room]) {
    const answer = await tree.client.locations.update.safe({ location_id: site.id }, { parent_id: parent.id })
    expect(tree.problemOf(answer)).toMatchObject({ status: 409, code: 'cycle_detected' })
  }
  expect(await tree.below(site)).toEqual([building.id, room.id].sort())
})

test('locations lie within each other twenty levels deep, and no deeper', async () => {
  const levels = await tree.chain(20)
  const [deepest] = levels.slice(-1) as [(typeof levels)[number]]
  expect((await tree.client.locations.get({ location_id: deepest.id })).depth).toBe(19)
  const below = await tree.client.locations.create.safe({
    name: tree.unique(),
    type_id: tree.type,
    parent_id: deepest.id,
  })
  expect(tree.errorsOf(below)).toEqual(['/parent_id out_of_range'])
  const [top] = await tree.chain(2)
  for (const [parent, errors] of [
    [levels[18], ['/parent_id out_of_range']],
    [levels[17], []],
  ] as const) {
    const answer = await tree.client.locations.update.safe(
      { location_id: top.id },
      { parent_id: parent?.id ?? null },
    )
    expect(tree.errorsOf(answer)).toEqual(errors)
  }
})

const refused: readonly [string, LocationUpdate, string][] = [
  ['a time zone that there is not', { timezone: 'Europe/Nowhere' }, '/timezone not_allowed_value'],
  ['a latitude without a longitude', { latitude: 47 }, '/longitude required'],
  ['a longitude without a latitude', { longitude: 8 }, '/latitude required'],
  ['a latitude beyond the pole', { latitude: 90.1, longitude: 0 }, '/latitude out_of_range'],
  ['a longitude beyond the date line', { latitude: 0, longitude: -180.5 }, '/longitude out_of_range'],
  ['a country that is no code', { address: { country: 'Switzerland' } }, '/address/country invalid_format'],
]

test.each(refused)('refuses %s', async (_, members, error) => {
  const { id } = await tree.make({})
  const body: LocationCreate = { name: tree.unique(), type_id: tree.type }
  const answers = [
    await tree.client.locations.create.safe({ ...body, ...members }),
    await tree.client.locations.update.safe({ location_id: id }, members),
  ]
  expect(answers.map(tree.errorsOf)).toEqual([[error], [error]])
})

test('an address is patched member by member', async () => {
  const { id } = await tree.make({ address: { line1: 'Bahnhofstrasse 1', city: 'Zürich', country: 'CH' } })
  const { address } = await tree.update({ id }, { address: { city: null, postal_code: '8001' } })
  expect(address).toEqual({
    line1: 'Bahnhofstrasse 1',
    line2: null,
    postal_code: '8001',
    city: null,
    region: null,
    country: 'CH',
  })
})

test('an archived location keeps what lies within it, and takes nothing new', async () => {
  const [site, building] = await tree.chain(2)
  const { id } = await tree.make({})
  await tree.client.locations.archive({ location_id: site.id })
  const answers = [
    await tree.client.locations.create.safe({ name: 'Annex', type_id: tree.type, parent_id: site.id }),
    await tree.client.locations.update.safe({ location_id: id }, { parent_id: site.id }),
  ]
  expect(answers.map(tree.errorsOf)).toEqual([
    ['/parent_id reference_archived'],
    ['/parent_id reference_archived'],
  ])
  expect(await tree.below(site)).toEqual([building.id])
  await tree.client.locations.restore({ location_id: site.id })
  await tree.make({ parent_id: site.id })
})

test('an address is changed member by member, and cleared by null', async () => {
  const address = { line1: 'Bahnhofstrasse 1', city: 'Bern', country: 'CH' }
  const made = await tree.make({ address })
  const none = { line1: null, line2: null, postal_code: null, city: null, region: null, country: null }
  const moved = await tree.update(made, { address: { line1: null, city: 'Thun' } })
  expect(moved.address).toEqual({ ...none, city: 'Thun', country: 'CH' })
  expect((await tree.update(made, { address: null })).address).toEqual(none)
  expect((await tree.update(made, { address: null })).version).toBe(moved.version + 1)
  expect((await tree.make({ address: null })).address).toEqual(none)
})
