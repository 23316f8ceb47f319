import { startMailServer } from '@commonhold/api/test/mail-server'
import { type Answer, ask } from '../ask.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { areAlike, limitFor, type Pair, rounded, triesOf } from '../distances.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'

/** Accounts of each kind per request of a try: enough for all tries of all pairs, also if a class gets more requests. */
const ACCOUNTS_FOR_EACH = 32
/** The status that each operation answers to all classes. */
const expected = { 'POST /auth/token': 401, 'POST /auth/forgot-password': 200 }
/** Figure 3: neither the time nor the text of an answer reveals whether an account exists. */
export const enumeration: Figure = {
  number: 3,
  name: 'Account enumeration by time',
  goal: 'area under the curve within three standard deviations of 0.5 (0.025 at 3,000 of each class), in two of three measurements; same status, headers and body',
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
      const accounts = ACCOUNTS_FOR_EACH * requests + 2_000
      await addAccounts(cluster, accounts)
      const world: World = { cluster, accounts, answers: new Map(), asked: new Map() }
      const distances: Record<string, number[]> = {}
      for (const [name, pair] of Object.entries(pairsOf(world)))
        distances[name] = await triesOf(requests, pair)
      const most = limitFor(requests)
      const areSmall = Object.values(distances).every((tried) => areAlike(tried, requests))
      const areSame = [...world.answers.values()].every((answers) => answers.size === 1)
      return {
        control: Object.entries(expected).every(([request, status]) =>
          [...(world.answers.get(request) ?? ['none'])].every((answer) => answer.startsWith(`${status} `)),
        ),
        passed: areSmall && areSame,
        numbers: {
          requests_of_each: requests,
          limit: rounded(most),
          ...Object.fromEntries(Object.entries(distances).map(([name, tried]) => [name, tried.join(' ')])),
          same_answers: String(areSame),
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
  /** The number of accounts of each kind. */
  readonly accounts: number
  /** Status, headers and text of the answers by operation, without ids and dates. Each set must have one entry. */
  readonly answers: Map<string, Set<string>>
  readonly asked: Map<string, number>
}

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

/** Sends a request with a name that was not used before; returns the milliseconds. */
async function timed(
  { cluster, accounts, answers, asked }: World,
  request: string,
  kind: string,
  bodyOf: (name: string) => object,
): Promise<number> {
  const serial = (asked.get(kind) ?? 0) + 1
  asked.set(kind, serial)
  if (serial > accounts) throw new Error(`there are too few accounts for ${kind}`)
  const name = `${kind}${String(serial).padStart(8, '0')}`
  const answer = await ask(cluster.address(), request, { json: bodyOf(name) })
  const seen = answers.get(request) ?? new Set()
  answers.set(request, seen.add(`${answer.status} ${withoutIds(answer)}`))
  return answer.ended - answer.began
}

const withoutIds = ({ headers, text }: Answer) => {
  const same = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return `${JSON.stringify(same)} ${text.replace(/"request_id":"[^"]*"/, '')}`
}

/** Adds accounts, half of them deactivated, with the hash of a real password. */
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
