import { setTimeout as wait } from 'node:timers/promises'
import { postmasterOf } from '../embedded.ts'
import { inTurns, until } from '../trust/ask.ts'
import type { Cell } from './cell.ts'
import { askHost } from './host.ts'
import type { Router } from './router.ts'
import { Writer } from './writer.ts'

/** Cell A counts as recovered after this number of successes in a row. */
const SUCCESSES = 50

/** Kills the PostgreSQL of cell A with SIGKILL. Meanwhile B must answer all requests, and A must lose nothing acknowledged. */
export async function outage(router: Router, [a, b]: readonly [Cell, Cell]) {
  const killed = new Writer(router, a.tenant)
  const other = new Writer(router, b.tenant)
  await wait(2_000)
  const began = performance.now()
  process.kill(postmasterOf(a.stack.dataDir), 'SIGKILL')
  const failed = () => killed.answers.filter(({ at, status }) => at > began && status !== 201)
  const hasRecovered = () =>
    failed().length > 0 && killed.answers.slice(-SUCCESSES).every(({ status }) => status === 201)
  await until(hasRecovered)
  await Promise.all([killed.stop(), other.stop()])
  const lost = (
    await inTurns(killed.made.length, 8, (n) =>
      askHost(router.port, a.tenant.host, `GET /assets/${killed.made[n]}`, {
        token: a.tenant.token,
        tenantId: a.tenant.id,
      }),
    )
  ).filter(({ status }) => status !== 200).length
  const recovered = killed.answers.find(({ at, status }) => at > (failed().at(-1)?.at ?? 0) && status === 201)
  const failedOfOther = other.answers.filter(({ status }) => status !== 201).length
  return {
    cell_b: {
      requests: other.answers.length,
      failed: failedOfOther,
      longest_ms: Math.round(Math.max(...other.answers.map(({ milliseconds }) => milliseconds))),
    },
    cell_a: {
      failed: failed().length,
      statuses: [...new Set(failed().map(({ status }) => status))].sort(),
      recovered_after_ms: Math.round((recovered?.at ?? Number.NaN) - began),
      acknowledged: killed.made.length,
      lost,
    },
    passed: failedOfOther === 0 && other.answers.length > 100 && lost === 0,
  }
}
