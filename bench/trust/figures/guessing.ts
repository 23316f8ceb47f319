import { type Answer, ask, inTurns, until } from '../ask.ts'
import { type Cluster, PASSWORD, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'

const INSTANCES = 3
/** Each has an address of its own. */
const SOURCES = 50
/** Passwords of one account that are compared in 15 minutes: five at once, then after 1, 4, 16, 64 and 256 seconds. */
const MOST_COMPARED = 10
/** Sign-ins of one source that are evaluated in five minutes, which is the default of SIGN_IN_RATE. */
const MOST_OF_A_SOURCE = 30

/** Figure 4: nobody guesses a password, whatever the number of sources and instances, and nobody locks an owner out. */
export const guessing: Figure = {
  number: 4,
  name: 'Guessing passwords',
  goal: `1,000 guesses from ${SOURCES} sources over ${INSTANCES} instances and both ways to sign in, and as many from one source: at most ${MOST_COMPARED} compared, the right one among them refused, the owner signs in`,
  defects: [
    {
      name: 'an account waits for nothing after wrong passwords',
      folder: 'apps/api',
      file: 'src/system/throttle.repository.ts',
      find: 'where a.blocked_until <= clock_timestamp() and a.count < ${MOST_FAILURES}',
      replace: 'where a.count < ${MOST_FAILURES}',
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const cluster = await startCluster(root, {
      instances: INSTANCES,
      settings: { TRUST_PROXY: '1', SIGN_IN_RATE: String(MOST_OF_A_SOURCE) },
    })
    try {
      const guesses = bySize(size, 60, 1_000, 1_000)
      for (const email of [ADA, BOB]) await signUp(cluster, email)
      const many = (n: number) => `198.51.100.${n % SOURCES}`
      const known = await guessAt(cluster, ADA, guesses, many)
      const owner = await comesHome(cluster, ADA)
      const unknown = await guessAt(cluster, 'nobody@example.org', guesses, many)
      const single = await guessAt(cluster, BOB, guesses, () => '203.0.113.77')
      const other = await comesHome(cluster, BOB)
      const sprayed = await spray(cluster, bySize(size, 40, 300, 10_000))
      return {
        control: [known.compared, unknown.compared, single.compared, sprayed].every((count) => count > 0),
        passed:
          [known, unknown, single].every(({ compared }) => compared <= MOST_COMPARED) &&
          [known, single].every(({ right }) => right === 429) &&
          [owner, other].every(({ signedIn, stranger }) => signedIn === 20 && stranger === 429) &&
          sprayed <= MOST_OF_A_SOURCE,
        numbers: {
          guesses,
          compared: known.compared,
          compared_of_unknown: unknown.compared,
          compared_of_one_source: single.compared,
          right_password_answered: `${known.right} ${single.right}`,
          owners_signed_in: `${owner.signedIn} ${other.signedIn}`,
          stranger_with_it_answered: `${owner.stranger} ${other.stranger}`,
          sprayed_compared: sprayed,
        },
      }
    } finally {
      await cluster.stop()
    }
  },
}

/** Where the owners of the accounts signed up. */
const HOME = '192.0.2.1'
const ADA = 'ada@example.org'
const BOB = 'bob@example.org'

/** Signs in with JSON, or, every second time, with the form. */
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

/** Guesses at once at all instances; the right password comes in the middle. */
async function guessAt(cluster: Cluster, email: string, guesses: number, sourceOf: (n: number) => string) {
  const answers = await inTurns(guesses, 32, (n) =>
    signIn(cluster, n, email, n === guesses / 2 ? PASSWORD : `wrong password ${n}`, sourceOf(n)),
  )
  return {
    compared: answers.filter(({ status }) => status === 401 || status === 200).length,
    right: answers[guesses / 2]?.status ?? 0,
  }
}

/** How often of 20 the owner gets in from where they signed up, just after a stranger with the password had to wait. */
async function comesHome(cluster: Cluster, email: string) {
  const { status: stranger } = await signIn(cluster, 0, email, PASSWORD, '203.0.113.200')
  const answers = await inTurns(20, 1, (n) => signIn(cluster, n, email, PASSWORD, HOME))
  return { signedIn: answers.filter(({ status }) => status === 200).length, stranger }
}

/** One password against many accounts from one source: how many are compared. */
async function spray(cluster: Cluster, accounts: number): Promise<number> {
  const answers = await inTurns(accounts, 16, (n) =>
    signIn(cluster, n, `account${n}@example.org`, 'Winter 2026!', '203.0.113.9'),
  )
  return answers.filter(({ status }) => status === 401 || status === 200).length
}
