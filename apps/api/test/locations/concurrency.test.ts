import { expect, test } from 'vitest'
import { useTree } from './tree.ts'

const tree = useTree()
const ROUNDS = 8

test('two moves that would close a circle together: one is refused', async () => {
  const [[a, b], [c, d]] = [await tree.chain(2), await tree.chain(2)]
  const { answers, waits } = await tree.whileHeld(d, [
    () => tree.client.locations.update.safe({ location_id: a.id }, { parent_id: d.id }),
    () => tree.client.locations.update.safe({ location_id: c.id }, { parent_id: b.id }),
  ])
  // The second request waits for the tree lock of the first, not for rows: otherwise the two could end in a deadlock.
  expect(waits).toEqual([['transactionid'], ['advisory', 'transactionid']])
  expect(answers.map(({ ok }) => ok)).toEqual([true, false])
  expect(answers.map(tree.problemOf)).toMatchObject([undefined, { code: 'cycle_detected' }])
  expect(await tree.strays()).toEqual([])
})

test('a location that is added far below one that moves goes along with it', async () => {
  const [site, building] = await tree.chain(2)
  const [target] = await tree.chain(1)
  await tree.whileHeld(target, [
    () => tree.update(site, { parent_id: target.id }),
    () => tree.make({ parent_id: building.id }),
  ])
  expect(await tree.strays()).toEqual([])
  expect(await tree.below(target)).toHaveLength(3)
})

test('many moves and additions at once leave a tree', async () => {
  const [site, building] = await tree.chain(2)
  const targets = await Promise.all(Array.from({ length: 4 }, () => tree.make({})))
  await Promise.all([
    ...targets.map(({ id }) => tree.update(building, { parent_id: id })),
    ...Array.from({ length: 12 }, () => tree.make({ parent_id: building.id })),
    ...Array.from({ length: 4 }, () => tree.make({ parent_id: site.id })),
  ])
  expect(await tree.strays()).toEqual([])
  expect(await tree.below(building)).toHaveLength(12)
})

test('a location that is deleted while others are put into it either stays or takes none', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [target, moved] = [await tree.make({}), await tree.make({})]
    const [removed, put] = await Promise.all([
      tree.client.locations.delete.safe({ location_id: target.id }),
      tree.client.locations.update.safe({ location_id: moved.id }, { parent_id: target.id }),
    ])
    expect([removed.ok, put.ok].sort()).toEqual([false, true])
  }
  expect(await tree.strays()).toEqual([])
})

test('siblings that take one name at once: one gets it', async () => {
  const name = tree.unique()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => tree.client.locations.create.safe({ name, type_id: tree.type })),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})
