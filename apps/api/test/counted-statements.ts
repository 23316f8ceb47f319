import { ReadPool } from '../src/db/read-pool.ts'
import { Transaction } from '../src/db/transaction.ts'

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

/** How many statements an action sends, and in how many rounds. Nothing else may be under way. */
export async function statementsOf(action: () => Promise<unknown>): Promise<Readonly<typeof count>> {
  Object.assign(count, { statements: 0, rounds: 0 })
  await action()
  return { ...count }
}
