import { ReadPool } from '../src/db/read-pool.ts'
import type { Statement } from '../src/db/statement.ts'
import { Transaction } from '../src/db/transaction.ts'

/** The statements that the services of this process sent, with the number of their parameters. */
export const sentStatements = new Map<string, number>()

const { query } = ReadPool.prototype
ReadPool.prototype.query = function (text, parameters, ...more) {
  sentStatements.set(text, parameters.length)
  return query.call(this, text, parameters, ...more)
}

const found: (...given: unknown[]) => unknown = Reflect.get(Transaction.prototype, 'found')
Reflect.set(
  Transaction.prototype,
  'found',
  function (this: Transaction, statement: Statement<unknown>, ...more: unknown[]) {
    sentStatements.set(statement.text, statement.parameters.length)
    return found.call(this, statement, ...more)
  },
)
