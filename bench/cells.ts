import { type Cell, startCell } from './cells/cell.ts'
import { cost } from './cells/cost.ts'
import { move } from './cells/move.ts'
import { outage } from './cells/outage.ts'
import { type Router, startRouter } from './cells/router.ts'
import { separation } from './cells/separation.ts'
import { sizesOf } from './sizes.ts'

const usual = { assets: 20_000 }

/**
 * Measures two complete installations behind HAProxy, with the files of `deploy/cells`: their separation, the cost of the
 * router, the effect of a killed database on the other cell, and the move of a tenant between them. `passed`: the results
 * are as docs/scaling.md says. Sizes by argument: `assets=20000` of each tenant.
 */
export async function cells(words: readonly string[]): Promise<Record<string, unknown>> {
  const { assets } = sizesOf(words, usual)
  const a = await startCell('a', 'Leeds Grammar School', 'leeds.example.org', assets)
  try {
    const b = await startCell('b', 'York High School', 'york.example.org', assets)
    try {
      const router = await startRouter({ a: a.stack.address, b: b.stack.address })
      try {
        return await measure(router, [a, b])
      } finally {
        await router.stop()
      }
    } finally {
      await b.stack.stop()
    }
  } finally {
    await a.stack.stop()
  }
}

async function measure(router: Router, both: readonly [Cell, Cell]) {
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const result = await work()
    process.stdout.write(`${name}: ${JSON.stringify(result)}\n`)
    return result
  }
  const separated = await step('separation', () => separation(router, both))
  const killed = await step('killed database', () => outage(router, both))
  const moved = await step('moved tenant', () => move(router, both))
  const routed_of_direct = await cost(router, both[1])
  return {
    separation: separated,
    killed_database: killed,
    moved_tenant: moved,
    routed_of_direct,
    passed: separated.passed && killed.passed && moved.passed,
  }
}
