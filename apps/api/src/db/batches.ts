import DataLoader from 'dataloader'
import type { Transaction } from './transaction.ts'

/**
 * Combines the calls that a transaction makes at the same time into one statement: the items of a bulk request then need as
 * many round trips as a single request. `load` returns a value for each call, in their order.
 */
export function batched<Value>(
  load: (tx: Transaction, calls: number) => Promise<readonly Value[]>,
): (tx: Transaction) => Promise<Value> {
  // A connection runs one transaction at a time, so a batch never contains calls of two.
  const loaders = new WeakMap<object, DataLoader<Transaction, Value>>()
  return (tx) => {
    const loader = loaders.get(tx.connection) ?? uncached(load)
    loaders.set(tx.connection, loader)
    return loader.load(tx)
  }
}

/** Each call gets a different value, so nothing is cached. */
const uncached = <Value>(load: (tx: Transaction, calls: number) => Promise<readonly Value[]>) =>
  new DataLoader<Transaction, Value>(async ([tx, ...others]) => (tx ? load(tx, 1 + others.length) : []), {
    cache: false,
  })
