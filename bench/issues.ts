import autocannon from 'autocannon'
import { sizesOf } from './sizes.ts'
import { median, rounded } from './stack.ts'
import { inProgress, issueIdOf, openTracker, type Tracker, WORDS } from './tracker.ts'

const CONNECTIONS = 8
const ROUNDS = 5
const SECONDS = 3
/** Number of timed requests for each measured page, for plain lists, and for searches. */
const SAMPLES = 200
/** Issues on each page of a walk. */
const PAGE_SIZE = 5
/** Number of the page that is compared with page 1, if there are that many. */
const FAR_PAGE = 1_000

const usual = { issues: 1_000_000, base: 10_000, tenants: 100 }

const operations = ['list', 'by_field', 'get', 'create', 'transition'] as const
type Operation = (typeof operations)[number]

/**
 * Compares a million issues in 100 tenants with ten thousand in tenants of the same size. Figures are ratios of
 * throughput, median of the rounds: a list of 50 with two filters and an order, a list by a custom field, one issue, a new
 * issue, a transition. Then, in the large service: page 1,000 of cursor pagination as a ratio to page 1, and the 95th
 * percentile of searches as a ratio to that of a plain list.
 */
export async function issues(words: readonly string[]): Promise<Record<string, unknown>> {
  const { issues: count, base, tenants } = sizesOf(words, usual)
  const each = Math.floor(count / tenants)
  const few = await openTracker(Math.max(1, Math.round(base / each)), each)
  try {
    const many = await openTracker(tenants, each)
    try {
      const far = await pageCosts(many)
      const search = await searchCosts(many)
      const shares: Record<Operation, number> = { list: 0, by_field: 0, get: 0, create: 0, transition: 0 }
      for (const operation of operations) shares[operation] = await compare(operation, few, many)
      return {
        issues: count,
        base: few.each * few.tenantIds.length,
        tenants,
        ...shares,
        ...far,
        ...search,
        passed:
          Object.values(shares).every((share) => share >= 0.8) &&
          Object.values(far).every((ratio) => ratio <= 1.2) &&
          search.search_of_list_p95 <= 5,
        loaded_in_seconds: many.seconds,
        peak_rss_mib: await many.stack.peakMemory(),
      }
    } finally {
      await many.stack.stop()
    }
  } finally {
    await few.stack.stop()
  }
}

async function compare(operation: Operation, few: Tracker, many: Tracker): Promise<number> {
  const shares: number[] = []
  const turns = new Map([few, many].map((tracker) => [tracker, { count: 0 }]))
  const run = (tracker: Tracker, seconds: number) =>
    load(operation, tracker, turns.get(tracker) ?? { count: 0 }, seconds)
  for (const tracker of [few, many]) await run(tracker, 1)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const base = await run(few, SECONDS)
    const ours = await run(many, SECONDS)
    shares.push(ours / base)
    process.stdout.write(
      `${operation} ${round}/${ROUNDS}: few ${Math.round(base)}/s, many ${Math.round(ours)}/s, ${rounded(ours / base)}\n`,
    )
  }
  return rounded(median(shares))
}

/** Requests per second. Throws if any answer is not a success. */
async function load(
  operation: Operation,
  tracker: Tracker,
  turn: { count: number },
  seconds: number,
): Promise<number> {
  const result = await autocannon({
    url: tracker.stack.address,
    headers: { authorization: `Bearer ${tracker.token}`, 'content-type': 'application/json' },
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const { tenantId, ...rest } = next(operation, tracker, turn)
          return { ...request, ...rest, headers: { ...request.headers, 'x-tenant-id': tenantId } }
        },
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${operation}: ${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

interface Asking {
  readonly tenantId: string
  readonly path: string
  readonly method?: 'POST'
  readonly body?: string
}

const any = (count: number) => Math.floor(Math.random() * count)

function next(operation: Operation, { tenantIds, each }: Tracker, turn: { count: number }): Asking {
  const tenant = any(tenantIds.length)
  const tenantId = tenantIds[tenant] ?? ''
  switch (operation) {
    case 'list':
      return { tenantId, path: '/issues?limit=50&status=in_progress&priority=high&sort=-opened_at' }
    case 'by_field':
      return {
        tenantId,
        path: `/issues?limit=50&cf_seats__gte=${any(900)}&status=in_progress&sort=-cf_seats`,
      }
    case 'get':
      return { tenantId, path: `/issues/${issueIdOf(tenant, 1 + any(each))}` }
    case 'create': {
      const body = JSON.stringify({
        title: 'Made by the bench',
        priority: 'high',
        custom_fields: { seats: 7 },
      })
      return { tenantId, path: '/issues', method: 'POST', body }
    }
    case 'transition':
      return moved(tenantIds, each, turn)
  }
}

/** Puts all issues in progress on hold, one after the other, then back in progress, and so on. */
function moved(tenantIds: readonly string[], each: number, turn: { count: number }): Asking {
  const movable = Math.floor(each / 4) * tenantIds.length
  const round = Math.floor(turn.count / movable)
  const place = turn.count % movable
  turn.count += 1
  const tenant = place % tenantIds.length
  const issueId = issueIdOf(tenant, inProgress(Math.floor(place / tenantIds.length)))
  return {
    tenantId: tenantIds[tenant] ?? '',
    path: `/issues/${issueId}/transition`,
    method: 'POST',
    body: JSON.stringify({ to_status: round % 2 === 0 ? 'on_hold' : 'in_progress' }),
  }
}

/** Requests a list; returns its milliseconds and the link to its next page. */
async function ask({ stack, token }: Tracker, tenantId: string, path: string) {
  const began = performance.now()
  const answer = await fetch(new URL(path, stack.address), {
    headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
  })
  const rows = (await answer.json()) as unknown[]
  const took = performance.now() - began
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(rows)}`)
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  return { took, next, rows: rows.length }
}

const walks = {
  newest: `/issues?limit=${PAGE_SIZE}`,
  by_opening: `/issues?limit=${PAGE_SIZE}&sort=-opened_at`,
  by_due_date: `/issues?limit=${PAGE_SIZE}&sort=due_date`,
  by_latest_due_date: `/issues?limit=${PAGE_SIZE}&sort=-due_date`,
  by_field: `/issues?limit=${PAGE_SIZE}&sort=cf_seats`,
}

/** The time of page 1,000 divided by that of page 1, by walk; medians, requested alternately. */
async function pageCosts(tracker: Tracker): Promise<Record<string, number>> {
  const [tenantId = ''] = tracker.tenantIds
  const costs: Record<string, number> = {}
  for (const [name, first] of Object.entries(walks)) {
    let far = first
    for (let page = 1; page < Math.min(FAR_PAGE, tracker.each / PAGE_SIZE - 1); page += 1)
      far = (await ask(tracker, tenantId, far)).next ?? far
    const times = { first: [] as number[], far: [] as number[] }
    for (let n = 0; n < SAMPLES; n += 1) {
      times.first.push((await ask(tracker, tenantId, first)).took)
      times.far.push((await ask(tracker, tenantId, far)).took)
    }
    costs[`far_page_${name}`] = rounded(median(times.far) / median(times.first))
    process.stdout.write(
      `walk ${name}: page 1 ${rounded(median(times.first))} ms, far page ${rounded(median(times.far))} ms\n`,
    )
  }
  return costs
}

/** The 95th percentile of searches for rare words, common words and several words, as a ratio to that of a plain list. */
async function searchCosts(tracker: Tracker) {
  const word = (kind: keyof typeof WORDS) => `${kind}${any(WORDS[kind])}`
  const searches = [
    () => word('word'),
    () => word('usual'),
    () => word('common'),
    () => `${word('usual')} ${word('common')}`,
    () => 'story',
  ]
  const times = { list: [] as number[], search: [] as number[] }
  const byKind: number[][] = searches.map(() => [])
  for (let n = 0; n < SAMPLES; n += 1) {
    const tenantId = tracker.tenantIds[any(tracker.tenantIds.length)] ?? ''
    times.list.push((await ask(tracker, tenantId, '/issues?limit=50')).took)
    const kind = n % searches.length
    const q = encodeURIComponent(searches[kind]?.() ?? '')
    const { took } = await ask(tracker, tenantId, `/issues?limit=50&q=${q}`)
    times.search.push(took)
    byKind[kind]?.push(took)
  }
  const p95 = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
  process.stdout.write(
    `search: medians by kind ${byKind.map((values) => rounded(median(values))).join(', ')} ms\n`,
  )
  return {
    list_p95_ms: rounded(p95(times.list)),
    search_p95_ms: rounded(p95(times.search)),
    search_of_list_p95: rounded(p95(times.search) / p95(times.list)),
  }
}
