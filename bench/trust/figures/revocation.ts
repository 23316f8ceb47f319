import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, ask, atOnce, inTurns, must } from '../ask.ts'
import { type Account, type Cluster, PASSWORD, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'

const INSTANCES = 3
const CALLERS = 50
const sessions = { folder: 'apps/api', file: 'src/system/sessions.repository.ts' }

/** Figure 5: a refresh token works once, and every instance immediately refuses what was revoked. */
export const revocation: Figure = {
  number: 5,
  name: 'Refresh and revocation',
  goal: '1 winner of 50 callers for each token, every replay ends its session, 0 requests accepted after a revocation',
  defects: [
    {
      ...sessions,
      name: 'a refresh token is looked up before its session is changed',
      find: "where sessions.refresh_hash = ${at('refresh_hash')} and sessions.revoked_at is null",
      replace:
        "where sessions.id = (select id from sessions where refresh_hash = ${at('refresh_hash')}) and sessions.revoked_at is null",
    },
    {
      ...sessions,
      name: 'a used refresh token does not end its session',
      find: "set revoked_at = now(), revoked_because = 'refresh_token_reused'",
      replace: "set revoked_because = 'refresh_token_reused'",
    },
    {
      folder: 'apps/api',
      file: 'src/db/functions.sql',
      name: 'an ended session is accepted',
      find: 'and s.revoked_at is null and s.expires_at > now()',
      replace: 'and s.expires_at > now()',
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const cluster = await startCluster(root, {
      instances: INSTANCES,
      settings: { ADMIN_EMAIL: operator.email, ADMIN_PASSWORD: operator.password },
    })
    try {
      const tokens = bySize(size, 5, 60, 1_000)
      const races = await raceAll(cluster, tokens)
      const replays = await replayFirstTokens(cluster, tokens)
      const late = await revokeAll(cluster, bySize(size, 5, 30, 1_000))
      const passed =
        races.oneWinner === tokens &&
        races.families === tokens &&
        replays.families === tokens &&
        late.accepted === 0
      return {
        control:
          replays.withinSecond > 0 && late.before > late.revocations && late.refused > late.revocations,
        passed,
        numbers: {
          tokens,
          callers: CALLERS,
          one_winner: races.oneWinner,
          families_ended: races.families,
          replayed_within_a_second: replays.withinSecond,
          families_ended_by_replay: replays.families,
          revocations: late.revocations,
          accepted_after: late.accepted,
          refused_after: late.refused,
        },
      }
    } finally {
      await cluster.stop()
    }
  },
}

/** Fifty callers send each token to all instances; afterwards no token of the session may work. */
async function raceAll(cluster: Cluster, tokens: number) {
  const accounts = await inTurns(tokens, 4, (n) => cluster.signUp(`racer${n}`))
  let [oneWinner, families] = [0, 0]
  await inTurns(tokens, 2, async (n) => {
    const token = accounts[n]?.refreshToken
    const json = { refresh_token: token }
    const answers = await atOnce(CALLERS, (caller) =>
      ask(cluster.address(caller), 'POST /auth/refresh', { json }),
    )
    const winners = answers.filter(({ status }) => status === 200)
    if (winners.length === 1 && answers.every(({ status }) => status === 200 || status === 401))
      oneWinner += 1
    if (await hasEnded(cluster, winners[0]?.json)) families += 1
  })
  return { oneWinner, families }
}

/**
 * Refreshes each session three times in quick succession, then sends its first refresh token again. That must end the
 * session, even if all of its tokens were issued within one second.
 */
async function replayFirstTokens(cluster: Cluster, sessions: number) {
  const counts = { withinSecond: 0, families: 0 }
  await inTurns(sessions, 2, async (n) => {
    const { token, refreshToken: first } = await cluster.signUp(`replayer${n}`)
    const moments = [issuedAt(token)]
    let last: Answer['json'] = { refresh_token: first }
    for (let instance = 0; instance < INSTANCES; instance += 1) {
      const json = { refresh_token: last.refresh_token }
      last = (await must(cluster.address(instance), 'POST /auth/refresh', { json }, 1)).json
      moments.push(issuedAt(String(last.access_token)))
    }
    if (new Set(moments).size === 1) counts.withinSecond += 1
    const json = { refresh_token: first }
    const { status } = await ask(cluster.address(), 'POST /auth/refresh', { json })
    if (status === 401 && (await hasEnded(cluster, last))) counts.families += 1
  })
  return counts
}

/** The second in which an access token was issued. */
const issuedAt = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iat

/** Whether all instances refuse both tokens. */
async function hasEnded(cluster: Cluster, tokens: Answer['json'] = {}): Promise<boolean> {
  const { access_token, refresh_token } = tokens
  const answers = await atOnce(INSTANCES, (instance) =>
    ask(cluster.address(instance), 'GET /me', { token: access_token }),
  )
  answers.push(await ask(cluster.address(), 'POST /auth/refresh', { json: { refresh_token } }))
  return answers.every(({ status }) => status === 401)
}

interface World {
  readonly cluster: Cluster
  readonly owner: Account
  readonly tenantId: string
  readonly groupId: string
  readonly operator: string
}

/** Ways to lose a session or the access to a tenant. Each sends the revocation to the first instance. */
const ways: readonly ((
  world: World,
  user: Account & { readonly id: string },
) => Promise<() => Promise<Answer>>)[] = [
  async ({ cluster }, { token }) =>
    () =>
      must(cluster.address(), 'POST /me/signout', { token }),
  async ({ cluster }, { email, sessionId }) => {
    const { json } = await must(cluster.address(), 'POST /auth/token', {
      json: { email, password: PASSWORD },
    })
    return () => must(cluster.address(), `DELETE /me/sessions/${sessionId}`, { token: json.access_token })
  },
  async ({ cluster, operator }, { id }) =>
    () =>
      must(cluster.address(), `POST /users/${id}/deactivate`, {
        token: operator,
        tenantId: ROOT,
        json: { reason: 'left' },
      }),
  async ({ cluster, owner, tenantId, groupId }, { id }) => {
    const { json } = await must(cluster.address(), `POST /groups/${groupId}/memberships`, {
      token: owner.token,
      tenantId,
      json: { user_id: id },
    })
    return () =>
      must(cluster.address(), `DELETE /groups/${groupId}/memberships/${json.id}`, {
        token: owner.token,
        tenantId,
      })
  },
]

const ROOT = '01K00000000000000000000000'
const operator = { email: 'operator@example.org', password: 'a password for operators' }

async function revokeAll(cluster: Cluster, each: number) {
  const world = await openWorld(cluster)
  const counts = { revocations: 0, accepted: 0, refused: 0, before: 0 }
  for (const [at, way] of ways.entries())
    await inTurns(each, 4, async (n) => {
      const account = await cluster.signUp(`loser${at}x${n}`)
      const { json } = await must(cluster.address(), 'GET /me', { token: account.token })
      const revoke = await way(world, { ...account, id: String(json.id) })
      const isTenant = at === ways.length - 1
      const asked = { token: account.token, ...(isTenant ? { tenantId: world.tenantId } : {}) }
      const seen: Answer[] = []
      let isOver = false
      const callers = atOnce(INSTANCES, async (instance) => {
        while (!isOver) seen.push(await ask(cluster.address(instance), 'GET /asset-models', asked))
      })
      await wait(30)
      const { ended } = await revoke().finally(async () => {
        await wait(30)
        isOver = true
        await callers
      })
      const after = seen.filter(({ began }) => began > ended)
      counts.revocations += 1
      counts.before += seen.filter(({ began, status }) => began < ended && status === 200).length
      counts.accepted += after.filter(({ status }) => status < 400).length
      counts.refused += after.filter(({ status }) => status === 401 || status === 403).length
    })
  return counts
}

async function openWorld(cluster: Cluster): Promise<World> {
  const owner = await cluster.signUp('owner')
  const { json: tenant } = await must(cluster.address(), 'POST /tenants', {
    token: owner.token,
    json: { name: 'A tenant' },
  })
  const tenantId = String(tenant.id)
  const { json: group } = await must(cluster.address(), 'POST /groups', {
    token: owner.token,
    tenantId,
    json: { name: 'Readers', permissions: ['assets:read'] },
  })
  const { json: tokens } = await must(cluster.address(), 'POST /auth/token', { json: operator })
  return { cluster, owner, tenantId, groupId: String(group.id), operator: String(tokens.access_token) }
}
