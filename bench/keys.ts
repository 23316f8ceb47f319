import autocannon from 'autocannon'
import { assetId, fillLibrary } from './library.ts'
import { sizesOf } from './sizes.ts'
import { median, rounded, startStack } from './stack.ts'

const CONNECTIONS = 8
const ROUNDS = 9
const SECONDS = 4
const DAY = 86_400_000

const usual = { assets: 20_000, issues: 1, persons: 1_000 }

/**
 * Compares reads of one asset with an API key and with a session, alternately in one run: the throughput with the key
 * divided by that with the session, median of the rounds. Sizes by argument: `assets=20000`.
 */
export async function keys(words: readonly string[]): Promise<Record<string, unknown>> {
  const size = sizesOf(words, usual)
  const stack = await startStack()
  try {
    const { headers } = await fillLibrary(stack, size)
    const { secret } = await createKey(stack.address, headers)
    const path = () => `/assets/${assetId(1 + Math.floor(Math.random() * size.assets))}`
    const bySession = (seconds: number) => throughput(stack.address, headers, path, seconds)
    const byKey = (seconds: number) =>
      throughput(stack.address, { authorization: `Bearer ${secret}` }, path, seconds)
    for (const measure of [bySession, byKey]) await measure(2)
    const ratios: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      // The order alternates, because the first run of a round finds another state of the machine than the second.
      const order = round % 2 ? [bySession, byKey] : [byKey, bySession]
      const found = new Map<typeof byKey, number>()
      for (const measure of order) found.set(measure, await measure(SECONDS))
      const [session = 0, key = 0] = [found.get(bySession), found.get(byKey)]
      ratios.push(key / session)
      process.stdout.write(
        `${round}/${ROUNDS}: ${rounded(session)}/s, ${rounded(key)}/s, ${rounded(key / session)}\n`,
      )
    }
    const ratio = rounded(median(ratios))
    return { ratio, passed: ratio >= 0.95, ...size, connections: CONNECTIONS, rounds: ROUNDS }
  } finally {
    await stack.stop()
  }
}

async function createKey(address: string, headers: Record<string, string>): Promise<{ secret: string }> {
  const body = { name: 'Bench', scopes: ['assets:read'], expires_at: new Date(Date.now() + DAY) }
  const answer = await fetch(`${address}/me/api-keys`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const made: unknown = await answer.json()
  if (typeof made === 'object' && made !== null && 'secret' in made && typeof made.secret === 'string')
    return { secret: made.secret }
  throw new Error(`no key was made: ${answer.status}`)
}

/** Requests per second. Throws if any answer is not a success. */
async function throughput(
  url: string,
  headers: Record<string, string>,
  path: () => string,
  seconds: number,
): Promise<number> {
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [{ setupRequest: (before) => ({ ...before, path: path() }) }],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.mean
}
