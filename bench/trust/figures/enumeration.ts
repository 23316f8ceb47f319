import { startMailServer } from '@commonhold/api/test/mail-server'
import { distanceOf } from '@commonhold/api/test/timing'
import { type Answer, ask } from '../ask.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'

const TRIES = 3
/** Tries of the three that must stay within the limit, so that one noisy try does not decide. */
const NEEDED = 2
/** Three standard deviations of the area under the curve for so many requests of each class, and a tenth. */
const limitFor = (requests: number) => (1.1 * 3) / Math.sqrt(6 * requests)

/** Figure 3: neither time nor text of an answer tells whether an account exists. */
export const enumeration: Figure = {
  number: 3,
  name: 'Account enumeration by time',
  goal: 'area under the curve within three standard deviations of 0.5 (0.025 at 3,000 of each class), same bodies',
  defects: [
    {
      name: 'no hash is computed for an unknown account',
      folder: 'apps/api',
      file: 'src/auth/passwords/hasher.worker.ts',
      find: "const matches = verifySync(comparable ? phc : dummyHash, text ?? '')",
      replace: "const matches = comparable && verifySync(phc, text ?? '') && dummyHash !== ''",
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const requests = bySize(size, 50, 200, 3_000)
    const mail = await startMailServer()
    const cluster = await startCluster(root, { settings: { ...mail.settings, MAIL_RATE: '0' } })
    try {
      await addAccounts(cluster, 8 * (TRIES + 1) * requests + 2_000)
      const world: World = { cluster, bodies: new Map(), asked: new Map() }
      const distances: Record<string, number[]> = {}
      for (const [name, pair] of Object.entries(pairsOf(world)))
        distances[name] = await triesOf(requests, pair)
      const most = limitFor(requests)
      const areSmall = Object.values(distances).every(
        (tried) => tried.filter((one) => one <= most).length >= NEEDED,
      )
      const bodies = [...world.bodies.values()].every((texts) => texts.size === 1)
      return {
        control: (await ask(cluster.address(), 'GET /readyz')).status === 200 && world.bodies.size > 0,
        passed: areSmall && bodies,
        numbers: {
          requests_of_each: requests,
          limit: rounded(most),
          ...Object.fromEntries(Object.entries(distances).map(([name, tried]) => [name, tried.join(' ')])),
          same_bodies: String(bodies),
        },
      }
    } finally {
      await cluster.stop()
      await mail.stop()
    }
  },
}

interface World {
  readonly cluster: Cluster
  /** The texts of answers by operation, without the id of the request: one each. */
  readonly bodies: Map<string, Set<string>>
  readonly asked: Map<string, number>
}

type Pair = readonly [() => Promise<number>, () => Promise<number>]

function pairsOf(world: World): Readonly<Record<string, Pair>> {
  const password = 'a wrong password'
  const signIn = (kind: string) => () =>
    timed(world, 'POST /auth/token', kind, (name) => ({ email: `${name}@example.org`, password }))
  const byUsername = (kind: string) => () =>
    timed(world, 'POST /auth/token', kind, (username) => ({ username, password }))
  const forgotten = (kind: string) => () =>
    timed(world, 'POST /auth/forgot-password', kind, (name) => ({ email: `${name}@example.org` }))
  return {
    unknown_or_wrong: [signIn('known'), signIn('other')],
    wrong_or_deactivated: [signIn('known'), signIn('gone')],
    address_or_username: [signIn('known'), byUsername('known')],
    unknown_or_wrong_username: [byUsername('known'), byUsername('other')],
    forgotten_password: [forgotten('known'), forgotten('other')],
  }
}

/** Asks with a name that was not used before; returns the milliseconds. */
async function timed(
  { cluster, bodies, asked }: World,
  request: string,
  kind: string,
  bodyOf: (name: string) => object,
): Promise<number> {
  const serial = (asked.get(kind) ?? 0) + 1
  asked.set(kind, serial)
  const name = `${kind}${String(serial).padStart(8, '0')}`
  const answer = await ask(cluster.address(), request, { json: bodyOf(name) })
  const texts = bodies.get(request) ?? new Set()
  bodies.set(request, texts.add(`${answer.status} ${withoutId(answer)}`))
  return answer.ended - answer.began
}

const withoutId = ({ text }: Answer) => text.replace(/"request_id":"[^"]*"/, '')

/** The distances of the tries, after some requests that are not counted; two that agree are enough. */
async function triesOf(requests: number, pair: Pair): Promise<number[]> {
  for (let n = 0; n < 50; n += 1) for (const send of pair) await send()
  const distances: number[] = []
  const isSmall = (distance: number) => distance <= limitFor(requests)
  const agree = () =>
    [true, false].some((small) => distances.filter((one) => isSmall(one) === small).length >= NEEDED)
  while (!agree()) distances.push(rounded(await distanceOf(requests, pair)))
  return distances
}

/** Accounts, half of them deactivated, with the hash of a password that was really set. */
async function addAccounts(cluster: Cluster, count: number): Promise<void> {
  await cluster.signUp('model')
  for (const [kind, status] of [
    ['known', 'active'],
    ['gone', 'deactivated'],
  ] as const)
    await cluster.database.sql`
      insert into users (id, email, username, email_verified_at, display_name, password_hash, status)
      select '01K' || ${kind === 'known' ? '4' : '5'} || lpad(n::text, 22, '0'),
             ${kind}::text || lpad(n::text, 8, '0') || '@example.org',
             ${kind}::text || lpad(n::text, 8, '0'), now(), ${kind}::text || ' ' || n,
             (select password_hash from users where email = 'model@example.org'), ${status}
        from generate_series(1, ${count}::int) n`
  await cluster.database.sql`vacuum analyze users`
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000
