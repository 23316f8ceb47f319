import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inTurns } from '../trust/ask.ts'
import type { Cell, CellTenant } from './cell.ts'
import { askHost, bodyOf } from './host.ts'
import type { Router } from './router.ts'

/** Milliseconds between two requests to a cell. */
const PAUSE = 20
/** Cell A counts as recovered after so many successes in a row. */
const SUCCESSES = 50

/** Kills the PostgreSQL of cell A with SIGKILL: cell B answers all requests meanwhile, and A recovers with all that it has acknowledged. */
export async function outage(router: Router, [a, b]: readonly [Cell, Cell]) {
  const killed = startWriter(router, a.tenant)
  const other = startWriter(router, b.tenant)
  await wait(2_000)
  const began = performance.now()
  process.kill(postmasterOf(a.stack.dataDir), 'SIGKILL')
  const failed = () => killed.answers.filter(({ at, status }) => at > began && status !== 201)
  const hasRecovered = () =>
    failed().length > 0 && killed.answers.slice(-SUCCESSES).every(({ status }) => status === 201)
  while (!hasRecovered()) {
    if (performance.now() - began > 120_000) throw new Error('cell A has not recovered in two minutes')
    await wait(PAUSE)
  }
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

/** The process id of the PostgreSQL in a folder. */
const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10)

interface Written {
  readonly status: number
  readonly milliseconds: number
  /** When the answer arrived. */
  readonly at: number
}

/** Makes assets at the host name of a tenant, one after the other, until it is stopped. */
function startWriter({ port }: Router, { host, token, id: tenantId, modelId: model_id }: CellTenant) {
  const answers: Written[] = []
  const made: string[] = []
  let isOver = false
  const write = async () => {
    while (!isOver) {
      const json = { model_id, name: 'Made meanwhile', serial_number: randomUUID() }
      const answer = await askHost(port, host, 'POST /assets', { token, tenantId, json })
      answers.push({ status: answer.status, milliseconds: answer.milliseconds, at: performance.now() })
      if (answer.status === 201) made.push(String(bodyOf(answer).id))
      await wait(PAUSE)
    }
  }
  const writing = write()
  return {
    answers,
    made,
    async stop() {
      isOver = true
      await writing
    },
  }
}
