import { readFileSync } from 'node:fs'
import { assetLifecycle } from '@commonhold/contract'
import { expect, it } from 'vitest'
import { operations, readCalls } from './called-operations.ts'
import { forPrograms, withoutScreen } from './operations-without-screen.ts'

/** Operations that are chosen at run time: the moves of an asset, which the code does not name one by one. */
const chosenMoves = {
  at: 'asset-register/asset-item.tsx: api.assets.[…]',
  count: 6,
  moves: Object.keys(assetLifecycle.moves),
}

const stated = readFileSync(new URL('../../../../docs/screens.md', import.meta.url), 'utf8').replace(
  /\s+/g,
  ' ',
)
const { names, unclear } = readCalls()
const called = new Set([...names, ...chosenMoves.moves.map((move) => `assets.${move}`)])
const isForPrograms = (name: string) => Object.keys(forPrograms).some((end) => name.endsWith(`.${end}`))
const missing = [...operations.keys()].filter((name) => !called.has(name))

it('each call of the page names its operation, so that all calls are found', () => {
  expect(unclear).toEqual([chosenMoves.at])
  expect(called.size).toBeGreaterThan(200)
})

it('each operation has a screen, or a reason to have none', () => {
  const unexplained = missing.filter((name) => !isForPrograms(name) && !(name in withoutScreen))
  expect(unexplained, 'build a screen, or say why not in operations-without-screen.ts').toEqual([])
})

it('what counts as called without being named are the moves of an asset', () => {
  expect(chosenMoves.moves).toHaveLength(chosenMoves.count)
})

it.each(Object.entries(forPrograms))(
  'the operations %s without a screen are as many as stated',
  (end, { count }) => {
    expect(missing.filter((name) => name.endsWith(`.${end}`))).toHaveLength(count)
    expect(stated).toMatch(new RegExp(`\\| \\\`${end}\\\` +\\| +${count} \\|`))
  },
)

it('the counts that the documentation states are those of the contract', () => {
  const counts = Object.values(forPrograms).map(({ count }) => count)
  const ofPrograms = counts.reduce((sum, count) => sum + count)
  const listed = Object.keys(withoutScreen).length
  expect(stated).toContain(
    `Of ${operations.size} operations, screens call ${called.size}. ${listed} others have each a reason of its own, ${ofPrograms} are for programs`,
  )
  expect(called.size + listed + ofPrograms).toBe(operations.size)
})

it('the operations without a screen are at most 40 besides those for programs, none of them has one, and all exist', () => {
  const listed = Object.keys(withoutScreen)
  expect(
    listed.filter((name) => called.has(name)),
    'these are called now: remove them from the list',
  ).toEqual([])
  expect(listed.filter((name) => !operations.has(name) || isForPrograms(name))).toEqual([])
  expect(listed.length).toBeLessThanOrEqual(40)
})
