import { expect, it } from 'vitest'
import { nextSort } from '../../src/records/view.ts'

/** The orders of a list whose header of one column is clicked again and again. */
function clicks(by: string, usual: string, times: number): string[] {
  const orders: string[] = []
  for (let sort = usual; orders.length < times; ) {
    // An empty one is not in the address: the usual one is shown.
    sort = nextSort(by, sort, usual) || usual
    orders.push(sort)
  }
  return orders
}

it.each([
  ['name', 'number', ['name', '-name', 'number', 'name']],
  ['name', '', ['name', '-name', '', 'name']],
  ['name', 'name', ['-name', 'name', '-name']],
  ['created_at', '-created_at', ['created_at', '-created_at', 'created_at']],
  ['created_at', '-created_at,id', ['created_at', '-created_at', 'created_at']],
])('each click on the header of %s, in a list by "%s", changes the order', (by, usual, orders) => {
  expect(clicks(by, usual, orders.length)).toEqual(orders)
})
