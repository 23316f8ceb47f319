import { ReadPool } from '../src/db/read-pool.ts'
import { Transaction } from '../src/db/transaction.ts'
import { repeated } from './repeated.ts'

/** The statements that the services of this process have sent, and in how many rounds: those sent at once share one. */
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

/** How many more statements, and rounds of them, the second action takes than the first. The service needs `ROLE: 'api'`. */
export const moreStatements = (first: () => Promise<unknown>, second: () => Promise<unknown>) =>
  // What other requests have left to do is counted as well.
  repeated(
    async () => {
      const [few, many] = [await statementsOf(first), await statementsOf(second)]
      return { statements: many.statements - few.statements, rounds: many.rounds - few.rounds }
    },
    ({ statements, rounds }) => statements === 0 && rounds === 0,
  )
