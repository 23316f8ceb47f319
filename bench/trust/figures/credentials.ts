import { contract, type EndpointSpec } from '@commonhold/contract'
import { endpointsOf } from '@commonhold/contract/openapi'
import { type Answer, ask, inTurns, must, until } from '../ask.ts'
import { type Account, type Cluster, PASSWORD, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'
import { badForms, KEY, signedToken } from './credential-forms.ts'

const UNKNOWN = '01K00000000000000000000009'

const signedIn: readonly EndpointSpec[] = endpointsOf(contract)
  .map(({ endpoint }) => endpoint)
  .filter(({ permission }) => permission !== 'public')

/** Figure 2: no operation accepts an invalid credential, and refusing one writes no row. */
export const credentials: Figure = {
  number: 2,
  name: 'Bad credentials',
  goal: 'every form at every operation: 0 accepted, all 401 with WWW-Authenticate, 0 rows touched',
  defects: [
    {
      name: 'a token of another type is accepted',
      folder: 'apps/api',
      file: 'src/auth/tokens.ts',
      find: 'audience: AUDIENCE,\n          typ: TYPE,',
      replace: 'audience: AUDIENCE,',
    },
  ],
  async measure(root, size): Promise<Outcome> {
    // Not a worker: it would count the records of the tenant and write the counts, which the figure must not see.
    const settings = { ROLE: 'api', TOKEN_KEYS: `${KEY.id}:${KEY.secret}` }
    const cluster = await startCluster(root, { settings })
    try {
      const account = await cluster.signUp('ada')
      const { json } = await must(cluster.address(), 'GET /me', { token: account.token })
      const claims = { sub: String(json.id), sid: account.sessionId }
      const operations = signedIn.slice(0, bySize(size, 10, signedIn.length, signedIn.length))
      const forms = Object.entries(badForms)
      const before = await rowsTouched(cluster)
      const wrong: string[] = []
      await inTurns(operations.length * forms.length, 8, async (n) => {
        const endpoint = operations[n % operations.length]
        const [name, form] = forms[Math.floor(n / operations.length)] ?? []
        if (!endpoint || !name || !form) return
        const answer = await send(cluster, endpoint, form({ account, claims }))
        if (answer.status !== 401 || !answer.headers.get('www-authenticate')?.startsWith('Bearer'))
          wrong.push(`${name} ${endpoint.operationId} ${answer.status}`)
      })
      const touched = (await rowsTouched(cluster)) - before
      const refused = await refusedWithGood(cluster, operations, account, claims)
      return {
        control: refused === 0,
        passed: wrong.length === 0 && touched === 0,
        numbers: {
          requests: operations.length * forms.length,
          forms: forms.length,
          operations: operations.length,
          not_refused: wrong.length,
          ...(wrong[0] ? { first: wrong[0] } : {}),
          rows_touched: touched,
          good_token_refused: refused,
        },
      }
    } finally {
      await cluster.stop()
    }
  },
}

function send(cluster: Cluster, endpoint: EndpointSpec, authorization: string | null): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, UNKNOWN)
  return ask(cluster.address(), `${endpoint.method.toUpperCase()} ${path}`, {
    ...(endpoint.body ? { json: {} } : {}),
    ...(authorization === null ? {} : { headers: { authorization } }),
  })
}

/** The positive control: every operation accepts a valid token signed in the same way. An operation may end the session. */
async function refusedWithGood(
  cluster: Cluster,
  operations: readonly EndpointSpec[],
  { email }: Account,
  claims: Readonly<Record<string, unknown>>,
): Promise<number> {
  let refused = 0
  let sid: unknown = claims.sid
  for (const endpoint of operations) {
    const token = () => `Bearer ${signedToken({ claims: { ...claims, sid } })}`
    if ((await send(cluster, endpoint, token())).status !== 401) continue
    const { json } = await must(cluster.address(), 'POST /auth/token', {
      json: { email, password: PASSWORD },
    })
    sid = json.session_id
    if ((await send(cluster, endpoint, token())).status === 401) refused += 1
  }
  return refused
}

/** Rows written since the statistics began. A connection may delay its statistics by ten seconds, but not beyond its end. */
async function rowsTouched(cluster: Cluster): Promise<number> {
  await cluster.database.endConnections()
  await until(async () => (await ask(cluster.address(), 'GET /readyz')).status === 200)
  const [row] = await cluster.database.sql<{ rows: number }[]>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables where schemaname = 'public'`
  return row?.rows ?? 0
}
