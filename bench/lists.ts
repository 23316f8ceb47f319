import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import { median, rounded } from './stack.ts'
import * as ours from './tracker.ts'

const CONNECTIONS = 8
const ROUNDS = 7
const SECONDS = 3
const TENANTS = 10
const EACH = 5_000

const queries = {
  newest: '?limit=50',
  filtered: '?limit=50&status=in_progress&priority=high&sort=-opened_at',
  by_field: '?limit=50&cf_seats__gte=450&status=in_progress&sort=-cf_seats',
  search: '?limit=50&q=usual7',
  counted: '?limit=50&count=true&status=in_progress',
  summary: '/summary?group_by=status,opened_at.month',
} as const

/**
 * Compares lists, searches and counts of issues with those of another checkout of this repository, alternately in one run: the
 * throughput of this checkout divided by that of the other, median of the rounds. `pnpm bench lists <folder>` takes the
 * folder of the other checkout, with installed dependencies.
 */
export async function lists([folder]: readonly string[]): Promise<Record<string, unknown>> {
  if (!folder) throw new Error('name the folder of the checkout to compare with')
  const path = join(resolve(process.env.INIT_CWD ?? '.', folder), 'bench', 'tracker.ts')
  // The other checkout has the same bench, which starts its own service.
  const theirs: Pick<typeof ours, 'openTracker'> = await import(pathToFileURL(path).href)
  const before = await theirs.openTracker(TENANTS, EACH)
  try {
    const now = await ours.openTracker(TENANTS, EACH)
    try {
      const shares: Record<string, number> = {}
      for (const [name, query] of Object.entries(queries))
        shares[name] = await share(name, query, before, now)
      return { issues: TENANTS * EACH, ...shares, passed: Object.values(shares).every((one) => one >= 0.95) }
    } finally {
      await now.stack.stop()
    }
  } finally {
    await before.stack.stop()
  }
}

async function share(name: string, query: string, before: ours.Tracker, now: ours.Tracker): Promise<number> {
  const shares: number[] = []
  for (const tracker of [before, now]) await load(tracker, query, 1)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const theirs = await load(before, query, SECONDS)
    const own = await load(now, query, SECONDS)
    shares.push(own / theirs)
    process.stdout.write(
      `${name} ${round}/${ROUNDS}: other ${Math.round(theirs)}/s, this ${Math.round(own)}/s, ${rounded(own / theirs)}\n`,
    )
  }
  return rounded(median(shares))
}

/** Requests per second, each to a random tenant. Throws if any answer is not a success. */
async function load({ stack, token, tenantIds }: ours.Tracker, query: string, seconds: number) {
  const result = await autocannon({
    url: `${stack.address}/issues${query}`,
    headers: { authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const tenantId = tenantIds[Math.floor(Math.random() * tenantIds.length)] ?? ''
          return { ...request, headers: { ...request.headers, 'x-tenant-id': tenantId } }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${query}: ${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}
