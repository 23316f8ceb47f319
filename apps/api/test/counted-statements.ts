import { ReadPool } from '../src/db/read-pool.ts'
import { Transaction } from '../src/db/transaction.ts'
import { repeated } from './repeated.ts'

/**
 * The number of statements that the services of this process have sent, and of rounds: statements sent together share a round.
 */
const count = { statements: 0, rounds: 0 }
let isAnswered = true

function counted(send: (...given: unknown[]) => unknown) {
  return async function (this: unknown, ...given: unknown[]) {
    count.statements += 1
    if (isAnswered) count.rounds += 1
    isAnswered = false
    try {
      return await send.apply(this, given)
    } finally {
      isAnswered = true
    }
  }
}

for (const [prototype, method] of [
  [ReadPool.prototype, 'query'],
  [Transaction.prototype, 'found'],
] as const)
  Reflect.set(prototype, method, counted(Reflect.get(prototype, method)))

async function statementsOf(action: () => Promise<unknown>): Promise<Readonly<typeof count>> {
  Object.assign(count, { statements: 0, rounds: 0 })
  await action()
  return { ...count }
}

/** How many more statements and rounds the second action needs than the first. The service must run with `ROLE: 'api'`. */
export const moreStatements = (first: () => Promise<unknown>, second: () => Promise<unknown>) =>
  // Repeated, because work left over from other requests is counted too.
  repeated(
    async () => {
      const [few, many] = [await statementsOf(first), await statementsOf(second)]
      return { statements: many.statements - few.statements, rounds: many.rounds - few.rounds }
    },
    ({ statements, rounds }) => statements === 0 && rounds === 0,
  )
