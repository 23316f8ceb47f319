import autocannon from 'autocannon'
import {
  assetId,
  fillLibrary,
  firstNames,
  type Library,
  lastNames,
  products,
  tagOf,
  topics,
} from './library.ts'
import { sizesOf } from './sizes.ts'
import { median, rounded, startStack } from './stack.ts'

const CONNECTIONS = 4
const ROUNDS = 7
const SECONDS = 3

const usual = { assets: 1_000_000, issues: 1_000_000, persons: 200_000 }

const any = (count: number) => Math.floor(Math.random() * count)
const one = <T>(items: readonly T[]): T => items[any(items.length)] as T

/** Kinds of searches: codes, parts of codes, names, and words that are rare, common, or both. */
const queries: Readonly<Record<string, (library: Library) => string>> = {
  tag: ({ size }) => tagOf(1 + any(size.assets)),
  part_of_tag: ({ size }) => tagOf(1 + any(size.assets)).slice(0, 6),
  key: ({ size }) => `SD-${1 + any(size.issues)}`,
  person: () => `first${any(firstNames)} last${any(lastNames)}`,
  last_name: () => `last${any(lastNames)}`,
  rare_word: () => `topic${topics[2] + any(topics[3])}`,
  common_word: () => one(products),
  two_common_words: () => `${one(products)} pro`,
  common_and_rare: () => `replace topic${topics[2] + any(topics[3])}`,
  nothing: () => `nothing${any(1_000_000)}`,
}

type Request = (library: Library) => string

const list: Request = () => '/assets?limit=50'
const listIncluding: Request = () => '/assets?limit=50&include=model,location,person'
const get: Request = ({ size }) => `/assets/${assetId(1 + any(size.assets))}`
const searchFor =
  (q: (library: Library) => string): Request =>
  (library) =>
    `/search?q=${encodeURIComponent(q(library))}`
const search = searchFor((library) => one(Object.values(queries))(library))
const code: Request = ({ size }) => `/codes/${tagOf(1 + any(size.assets))}`
const address: Request = ({ size }) =>
  `/codes/${encodeURIComponent(`https://any.host/t/north/assets/${assetId(1 + any(size.assets))}`)}`

/**
 * Compares requests, alternately in one run, median of the rounds: the 95th percentile of a search as a ratio to that of a
 * list of 50, the time to look up a code as a ratio to reading one record, and the throughput of a list with three
 * included records as a ratio to that without.
 * Sizes by argument: `assets=1000000 issues=1000000 persons=200000`.
 */
export async function reading(words: readonly string[]): Promise<Record<string, unknown>> {
  const size = sizesOf(words, usual)
  const stack = await startStack()
  try {
    const library = await fillLibrary(stack, size)
    const times: Record<string, number> = {}
    for (const [name, q] of Object.entries(queries))
      times[name] = rounded((await measure(library, searchFor(q), 1)).p95)
    process.stdout.write(`p95 of each search in ms: ${JSON.stringify(times)}\n`)
    const search_p95 = await compare('search', library, [list, search], ({ p95 }) => p95)
    const code_time = await compare('code', library, [get, code], ({ mean }) => mean)
    const address_time = await compare('address', library, [get, address], ({ mean }) => mean)
    const include = await compare('include', library, [listIncluding, list], ({ mean }) => mean)
    return {
      search_p95,
      include,
      code: code_time,
      address: address_time,
      passed: search_p95 <= 3 && code_time <= 1.5 && address_time <= 1.5 && include >= 0.75,
      ...size,
      loaded_in_seconds: library.seconds,
      connections: CONNECTIONS,
      rounds: ROUNDS,
      peak_rss_mib: await stack.peakMemory(),
    }
  } finally {
    await stack.stop()
  }
}

interface Times {
  readonly p95: number
  readonly mean: number
}

/** The time of the second request divided by that of the first, median of the rounds. */
async function compare(
  name: string,
  library: Library,
  [base, other]: readonly [Request, Request],
  figure: (times: Times) => number,
): Promise<number> {
  const ratios: number[] = []
  for (const request of [base, other]) await measure(library, request, 1)
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The order alternates, because the first run of a round finds another state of the machine than the second.
    const order = round % 2 ? [base, other] : [other, base]
    const found = new Map<Request, number>()
    for (const request of order) found.set(request, figure(await measure(library, request, SECONDS)))
    const [first = 0, second = 0] = [found.get(base), found.get(other)]
    ratios.push(second / first)
    process.stdout.write(
      `${name} ${round}/${ROUNDS}: ${rounded(first)} ms, ${rounded(second)} ms, ${rounded(second / first)}\n`,
    )
  }
  return rounded(median(ratios))
}

/** The times of requests in milliseconds. Throws if any answer is not a success. */
async function measure(library: Library, request: Request, seconds: number): Promise<Times> {
  const times: number[] = []
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: library.stack.address,
        headers: library.headers,
        connections: CONNECTIONS,
        duration: seconds,
        requests: [{ setupRequest: (before) => ({ ...before, path: request(library) }) }],
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    )
    run.on('response', (_client, _status, _bytes, time) => times.push(time))
  })
  if (result.non2xx > 0 || result.errors > 0 || times.length === 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  const sorted = times.toSorted((a, b) => a - b)
  return {
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
  }
}
