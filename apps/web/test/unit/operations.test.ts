import { assetLifecycle } from '@commonhold/contract'
import { expect, it } from 'vitest'
import { operations, readCalls } from './called-operations.ts'
import { forPrograms, withoutScreen } from './operations-without-screen.ts'

/** Chosen when the code runs: the moves of an asset. */
const chosenMoves = {
  at: 'asset-register/asset-item.tsx: api.assets.[…]',
  moves: Object.keys(assetLifecycle.moves),
}

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

it('the operations without a screen are at most 40, none of them has one, and all exist', () => {
  const listed = Object.keys(withoutScreen)
  expect(
    listed.filter((name) => called.has(name)),
    'these are called now: remove them from the list',
  ).toEqual([])
  expect(listed.filter((name) => !operations.has(name) || isForPrograms(name))).toEqual([])
  expect(listed.length).toBeLessThanOrEqual(40)
})
