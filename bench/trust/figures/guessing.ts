import { freePort } from '../../free-port.ts'
import { readMetrics } from '../../metrics.ts'
import { type Answer, ask, atOnce, inTurns, until } from '../ask.ts'
import { type Cluster, PASSWORD, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'
import { pick } from '../pick.ts'

const INSTANCES = 3
/** Number of client addresses. */
const SOURCES = 50
/** Passwords of one account compared in 15 minutes: five immediately, then one each after 1, 4, 16, 64 and 256 seconds. */
const MOST_COMPARED = 10
/** Wrong passwords in a row that are compared for one account, however long the caller waits. */
const MOST_EVER = 100
/** Sign-ins of one source that are processed in five minutes: the default of SIGN_IN_RATE. */
const MOST_OF_A_SOURCE = 30

/** Figure 4: passwords cannot be guessed from any number of sources and instances, and guesses do not lock the owner out. */
export const guessing: Figure = {
  number: 4,
  name: 'Guessing passwords',
  goal: `1,000 guesses from ${SOURCES} sources over ${INSTANCES} instances and both ways to sign in, and as many from one source: at most ${MOST_COMPARED} compared, ${MOST_EVER} by one who waits, the right one among them refused, the same answers for an unknown account, the owner signs in`,
  defects: [
    {
      name: 'an account waits for nothing after wrong passwords',
      folder: 'apps/api',
      file: 'src/system/throttle.repository.ts',
      find: 'where a.blocked_until <= clock_timestamp() and a.count < ${MOST_FAILURES}',
      replace: 'where a.count < ${MOST_FAILURES}',
    },
    {
      name: 'a password is compared before its attempt is refused',
      folder: 'apps/api',
      file: 'src/system/authentication.service.ts',
      find: '  refuseWaiting(tried.attempt)\n',
      replace: `  await services.hasher.verify(tried.account?.password_hash ?? null, password)
  refuseWaiting(tried.attempt)
`,
    },
    {
      name: 'each instance counts for itself',
      folder: 'apps/api',
      file: 'src/system/throttle.repository.ts',
      find: "createHash('sha256').update(parts.join('\\n'))",
      replace: "createHash('sha256').update([process.pid, ...parts].join('\\n'))",
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const metricsPorts = await atOnce(INSTANCES, freePort)
    const cluster = await startCluster(root, {
      instances: INSTANCES,
      settings: { TRUST_PROXY: '1', SIGN_IN_RATE: String(MOST_OF_A_SOURCE) },
      settingsOf: (n) => ({ METRICS_PORT: String(pick(metricsPorts, n)) }),
    })
    const target: Target = { cluster, metricsPorts }
    try {
      // Enough that the right one in the middle is not among the first, which are compared.
      const guesses = bySize(size, 200, 1_000, 1_000)
      for (const email of [ADA, BOB, CAROL]) await signUp(cluster, email)
      const many = (n: number) => `198.51.100.${n % SOURCES}`
      const known = await guessAt(target, ADA, guesses, many)
      const owner = await comesHome(cluster, ADA)
      const unknown = await guessAt(target, 'nobody@example.org', guesses, many)
      const single = await guessAt(target, BOB, guesses, () => '203.0.113.77')
      const other = await comesHome(cluster, BOB)
      const sprayed = await spray(target, bySize(size, 40, 300, 10_000))
      const patient = size === 'planted' ? { compared: 1, right: 429 } : await guessPatiently(target, CAROL)
      const differences = differencesOf(known.refusals, unknown.refusals)
      return {
        control: [known, unknown, single, sprayed, patient].every(({ compared }) => compared > 0),
        passed:
          [known, unknown, single].every(({ compared }) => compared <= MOST_COMPARED) &&
          [known, single, patient].every(({ right }) => right === 429) &&
          [owner, other].every(({ signedIn, stranger }) => signedIn === 20 && stranger === 429) &&
          sprayed.compared <= MOST_OF_A_SOURCE &&
          patient.compared <= MOST_EVER &&
          differences === 0,
        numbers: {
          guesses,
          compared: known.compared,
          compared_of_unknown: unknown.compared,
          compared_of_one_source: single.compared,
          right_password_answered: `${known.right} ${single.right}`,
          answers_only_to_known_or_unknown: differences,
          owners_signed_in: `${owner.signedIn} ${other.signedIn}`,
          stranger_with_it_answered: `${owner.stranger} ${other.stranger}`,
          sprayed_compared: sprayed.compared,
          compared_of_one_who_waits: patient.compared,
          right_password_then_answered: patient.right,
        },
      }
    } finally {
      await cluster.stop()
    }
  },
}

interface Target {
  readonly cluster: Cluster
  /** The metrics port of each instance, with the number of compared passwords. */
  readonly metricsPorts: readonly number[]
}

/** Runs `work`, and counts the passwords that all instances compared meanwhile. */
async function counting<T>({ metricsPorts }: Target, work: () => Promise<T>): Promise<T & Compared> {
  const before = await computedBy(metricsPorts)
  const found = await work()
  return { ...found, compared: (await computedBy(metricsPorts)) - before }
}

interface Compared {
  readonly compared: number
}

async function computedBy(metricsPorts: readonly number[]): Promise<number> {
  let sum = 0
  for (const port of metricsPorts) sum += (await readMetrics(port))('commonhold_password_hashes_total')
  return sum
}

/** The client address from which the owners signed up. */
const HOME = '192.0.2.1'
const ADA = 'ada@example.org'
const BOB = 'bob@example.org'
const CAROL = 'carol@example.org'

/** Signs in with JSON if `n` is even, else with the form. */
function signIn(
  cluster: Cluster,
  n: number,
  email: string,
  password: string,
  source: string,
): Promise<Answer> {
  const headers = { 'x-forwarded-for': source }
  return n % 2
    ? ask(cluster.address(n), 'POST /me/signin', { headers, form: { username: email, password } })
    : ask(cluster.address(n), 'POST /auth/token', { headers, json: { email, password } })
}

async function signUp(cluster: Cluster, email: string): Promise<void> {
  const asked = { json: { email, password: PASSWORD }, headers: { 'x-forwarded-for': HOME } }
  await until(async () =>
    [201, 409].includes((await ask(cluster.address(), 'POST /me/signup', asked)).status),
  )
}

/** Guesses concurrently at all instances; the right password is in the middle. */
function guessAt(target: Target, email: string, guesses: number, sourceOf: (n: number) => string) {
  return counting(target, async () => {
    const answers = await inTurns(guesses, 32, (n) =>
      signIn(target.cluster, n, email, n === guesses / 2 ? PASSWORD : `wrong password ${n}`, sourceOf(n)),
    )
    return { right: answers[guesses / 2]?.status ?? 0, refusals: new Set(answers.map(refusalIn)) }
  })
}

/** Status and text of an answer, without the request id and the time to wait. */
const refusalIn = ({ status, text }: Answer) =>
  `${status} ${text.replace(/"request_id":"[^"]*"/, '').replaceAll(/\d+ (?:seconds?|minutes?)|"retry_after":\d+/g, '')}`

const differencesOf = (some: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...some].filter((one) => !others.has(one)).length + [...others].filter((one) => !some.has(one)).length

/**
 * Guesses with the required wait after each guess; the wait is ended in the database instead. The right password comes
 * last, and must be refused.
 */
function guessPatiently(target: Target, email: string) {
  const { cluster } = target
  const afterWaiting = async (n: number, password: string) => {
    await cluster.database.sql`update attempts set blocked_until = least(blocked_until, now())`
    return signIn(cluster, n, email, password, `198.51.100.${n % SOURCES}`)
  }
  return counting(target, async () => {
    for (let n = 0; n < MOST_EVER + 20; n += 1) await afterWaiting(n, `wrong password ${n}`)
    return { right: (await afterWaiting(0, PASSWORD)).status }
  })
}

/** Counts how often the owner can sign in from `HOME` in 20 tries, just after a stranger with the password was refused. */
async function comesHome(cluster: Cluster, email: string) {
  const { status: stranger } = await signIn(cluster, 0, email, PASSWORD, '203.0.113.200')
  const answers = await inTurns(20, 1, (n) => signIn(cluster, n, email, PASSWORD, HOME))
  return { signedIn: answers.filter(({ status }) => status === 200).length, stranger }
}

/** Tries one password on many accounts from one source. */
function spray(target: Target, accounts: number): Promise<Compared> {
  return counting(target, async () => {
    await inTurns(accounts, 16, (n) =>
      signIn(target.cluster, n, `account${n}@example.org`, 'Winter 2026!', '203.0.113.9'),
    )
    return {}
  })
}
