import { type Answer, ask, inTurns, until } from '../ask.ts'
import { type Cluster, PASSWORD, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'

const INSTANCES = 3
const SOURCES = 50
/** Passwords of one account that are compared in 15 minutes: five at once, then after 1, 4, 16, 64 and 256 seconds. */
const MOST_COMPARED = 10
/** Sign-ins of one source that are evaluated in five minutes, which is the default of SIGN_IN_RATE. */
const MOST_OF_A_SOURCE = 30

/** Figure 4: nobody guesses a password, whatever the number of sources and instances, and nobody locks an owner out. */
export const guessing: Figure = {
  number: 4,
  name: 'Guessing passwords',
  goal: `1,000 guesses from ${SOURCES} sources over ${INSTANCES} instances: at most ${MOST_COMPARED} compared, the right one among them refused, the owner signs in`,
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
      const known = await guessAt(cluster, 'ada@example.org', guesses)
      const unknown = await guessAt(cluster, 'nobody@example.org', guesses, false)
      const owner = await ownerSignsIn(cluster)
      const sprayed = await spray(cluster, bySize(size, 40, 300, 10_000))
      return {
        control: known.control && owner > 0,
        passed:
          known.compared <= MOST_COMPARED &&
          unknown.compared <= MOST_COMPARED &&
          known.right === 429 &&
          owner === 20 &&
          sprayed <= MOST_OF_A_SOURCE,
        numbers: {
          guesses,
          compared: known.compared,
          compared_of_unknown: unknown.compared,
          right_password_answered: known.right,
          owner_signed_in: owner,
          sprayed_compared: sprayed,
        },
      }
    } finally {
      await cluster.stop()
    }
  },
}

const OWNER = '192.0.2.1'

function signIn(
  cluster: Cluster,
  n: number,
  email: string,
  password: string,
  source: string,
): Promise<Answer> {
  const headers = { 'x-forwarded-for': source }
  const json = { email, password }
  return ask(cluster.address(n), 'POST /auth/token', { headers, json })
}

/** Guesses at once from many sources, at all instances; the right password comes in the middle. */
async function guessAt(cluster: Cluster, email: string, guesses: number, exists = true) {
  if (exists)
    await until(async () => {
      const { status } = await ask(cluster.address(), 'POST /me/signup', {
        json: { email, password: PASSWORD },
        headers: { 'x-forwarded-for': OWNER },
      })
      return status === 201 || status === 409
    })
  const answers = await inTurns(guesses, 32, (n) =>
    signIn(
      cluster,
      n,
      email,
      n === guesses / 2 ? PASSWORD : `wrong password ${n}`,
      `198.51.100.${n % SOURCES}`,
    ),
  )
  const compared = answers.filter(({ status }) => status === 401 || status === 200).length
  return {
    compared,
    right: answers[guesses / 2]?.status ?? 0,
    control: answers.some(({ status }) => status === 401),
  }
}

/** How often of 20 the owner gets in from where they signed up. */
async function ownerSignsIn(cluster: Cluster): Promise<number> {
  const answers = await inTurns(20, 1, (n) => signIn(cluster, n, 'ada@example.org', PASSWORD, OWNER))
  return answers.filter(({ status }) => status === 200).length
}

/** One password against many accounts from one source: how many are compared. */
async function spray(cluster: Cluster, accounts: number): Promise<number> {
  const answers = await inTurns(accounts, 16, (n) =>
    signIn(cluster, n, `account${n}@example.org`, 'Winter 2026!', '203.0.113.9'),
  )
  return answers.filter(({ status }) => status === 401 || status === 200).length
}
