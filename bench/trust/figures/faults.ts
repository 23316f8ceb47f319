import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, ask, atOnce, must, until } from '../ask.ts'
import { type Account, type Cluster, PASSWORD, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'
import { type FaultKind, faultKinds, faultNames } from './fault-kinds.ts'
import { startsAfterDatabase, startsWithWrongPassword } from './fault-starts.ts'

/** The longest time of an answer in milliseconds: the deadline of 3 s plus 10 %. */
const LONGEST = 3_300
/** A slower answer counts as delayed by the fault, in milliseconds. */
const SEEN = 400
/** The longest time from the end of a fault until each kind of request succeeds, in milliseconds. */
const BACK = 2_000
const BACK_AFTER_BLACK_HOLE = 5_000

/** Figure 8: during any fault of the database, requests fail in time with 503, and no acknowledged write is lost. */
export const faults: Figure = {
  number: 8,
  name: 'Database faults',
  goal: `no answer after ${LONGEST} ms, sign-in included, only 503, back within ${BACK} ms (black hole: ${BACK_AFTER_BLACK_HOLE}), no connection more than before, 0 lost`,
  defects: [
    {
      name: 'requests have no deadline',
      folder: 'apps/api',
      file: 'src/base/deadline.ts',
      find: 'export const REQUEST_DEADLINE = 3_000',
      replace: 'export const REQUEST_DEADLINE = 30_000',
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const names = size === 'planted' ? (['black hole'] as const) : faultNames
    const cluster = await startCluster(root, { settings: { DATABASE_SLOTS: '4' } })
    const found: Record<string, Found> = {}
    let lost = 0
    let connections = { before: 0, after: 0 }
    try {
      const world = await openWorld(cluster)
      const before = await connectionsUnderLoad(cluster, world)
      for (const name of names)
        for (let round = 0; round < bySize(size, 1, 1, faultKinds[name].rounds); round += 1)
          found[name] = worse(found[name], await strike(cluster, world, name))
      connections = { before, after: await connectionsUnderLoad(cluster, world) }
      lost = await lostOf(cluster, world)
    } finally {
      await cluster.stop()
    }
    const starts =
      size === 'planted' ? { late: 'not tried', password: 'not tried', areGood: true } : await startsOf(root)
    const all = Object.entries(found)
    return {
      control: all.every(([, { isSeen }]) => isSeen),
      passed:
        lost === 0 &&
        connections.after <= connections.before &&
        starts.areGood &&
        all.every(([, one]) => one.isGood),
      numbers: {
        ...Object.fromEntries(all.map(([name, one]) => [name.replaceAll(' ', '_'), textOf(one)])),
        lost,
        connections: `${connections.before} before, ${connections.after} after`,
        service_before_database: starts.late,
        wrong_password: starts.password,
      },
    }
  },
}

async function startsOf(root: string) {
  const late = await startsAfterDatabase(root)
  const password = await startsWithWrongPassword(root)
  return { late: late.text, password: password.text, areGood: late.isGood && password.isGood }
}

/** The effect of a fault on the requests during it. */
interface Found {
  readonly answers: number
  readonly slowest: number
  readonly slowestRequest: string
  readonly others: readonly string[]
  readonly back: number
  readonly isGood: boolean
  /** The fault had an effect: a request failed or was slow. */
  readonly isSeen: boolean
}

const textOf = ({ answers, slowest, slowestRequest, others, back }: Found) =>
  `${answers} answers, slowest ${Math.round(slowest)} ms (${slowestRequest}), back in ${Math.round(back)} ms${others.length > 0 ? `, also ${others.join(' ')}` : ''}`

const worse = (first: Found | undefined, second: Found): Found =>
  first === undefined
    ? second
    : {
        ...(first.slowest > second.slowest ? first : second),
        answers: first.answers + second.answers,
        others: [...new Set([...first.others, ...second.others])],
        back: Math.max(first.back, second.back),
        isGood: first.isGood && second.isGood,
        isSeen: first.isSeen && second.isSeen,
      }

interface World {
  readonly account: Account
  /** Signs in again and again, which ends its oldest sessions. So it must not be `account`, whose session the requests use. */
  readonly signingIn: Account
  readonly assetPath: string
  readonly acknowledged: Set<string>
  serial: number
}

async function openWorld(cluster: Cluster): Promise<World> {
  const account = await cluster.signUp('ada')
  const { token } = account
  const model = await must(cluster.address(), 'POST /asset-models', {
    token,
    json: { name: 'Cable', tracking_type: 'countable' },
  })
  const asset = await must(cluster.address(), 'POST /assets', {
    token,
    json: { model_id: model.json.id, name: 'Cables' },
  })
  return {
    account,
    signingIn: await cluster.signUp('bob'),
    assetPath: `/assets/${asset.json.id}`,
    acknowledged: new Set(),
    serial: 0,
  }
}

/** The kinds of requests that are sent during a fault; each returns its answer. */
const requests: Readonly<Record<string, (cluster: Cluster, world: World) => Promise<Answer>>> = {
  read: (cluster, { account, assetPath }) =>
    ask(cluster.address(), `GET ${assetPath}`, { token: account.token }),
  list: (cluster, { account }) => ask(cluster.address(), 'GET /assets?count=true', { token: account.token }),
  async write(cluster, world) {
    world.serial += 1
    const name = `Written ${world.serial}`
    const answer = await ask(cluster.address(), 'POST /asset-models', {
      token: world.account.token,
      json: { name, tracking_type: 'countable' },
    })
    if (answer.status === 201) world.acknowledged.add(name)
    return answer
  },
  change: (cluster, { account, assetPath }) =>
    ask(cluster.address(), `PATCH ${assetPath}`, { token: account.token, json: { notes: 'changed' } }),
  'sign-in': (cluster, { signingIn: { email } }) =>
    ask(cluster.address(), 'POST /auth/token', { json: { email, password: PASSWORD } }),
  'forgotten password': (cluster, { account }) =>
    ask(cluster.address(), 'POST /auth/forgot-password', { json: { email: account.email } }),
}

/** The number of database connections of the service, just after more concurrent requests than it may have connections. */
async function connectionsUnderLoad(
  cluster: Cluster,
  { account: { token }, assetPath }: World,
): Promise<number> {
  await atOnce(64, () => must(cluster.address(), `GET ${assetPath}`, { token }))
  const [row] = await cluster.database.sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
     where datname = 'commonhold' and usename <> 'postgres' and backend_type = 'client backend'`
  return row?.count ?? 0
}

/** Runs one fault under load: six kinds of requests, two callers each. */
async function strike(cluster: Cluster, world: World, name: keyof typeof faultKinds): Promise<Found> {
  const kind: FaultKind = faultKinds[name]
  const seen: { request: string; answer: Answer }[] = []
  let isOver = false
  const callers = Promise.all(
    Object.entries(requests).map(([request, send]) =>
      atOnce(2, async () => {
        while (!isOver) {
          const answer = await send(cluster, world)
          seen.push({ request, answer })
          await wait(answer.status >= 500 ? 20 : 5)
        }
      }),
    ),
  )
  let [began, ended] = [0, 0]
  const isBack = (request: string) =>
    seen.some(({ request: one, answer }) => one === request && answer.began >= ended && isSuccess(answer))
  try {
    await wait(500)
    began = performance.now()
    const { begin, end } = kind.on(cluster)
    await begin()
    await wait(kind.milliseconds)
    await end()
    ended = performance.now()
    const patience = ended + 15_000
    await until(() => performance.now() > patience || Object.keys(requests).every(isBack))
  } finally {
    isOver = true
    await callers
  }
  const during = seen.filter(({ answer }) => answer.ended > began)
  const slowest = during.toSorted((a, b) => durationOf(b.answer) - durationOf(a.answer))[0]
  const firsts = Object.keys(requests).map(
    (request) =>
      seen.find((one) => one.request === request && one.answer.began >= ended && isSuccess(one.answer))
        ?.answer.ended ?? Number.POSITIVE_INFINITY,
  )
  const others = [
    ...new Set(
      during
        .filter(({ answer: { status } }) => (status < 200 || status > 299) && status !== 503)
        .map(({ request, answer: { status } }) => `${request}:${status}`),
    ),
  ]
  const back = Math.max(...firsts) - ended
  const most = name === 'black hole' ? BACK_AFTER_BLACK_HOLE : BACK
  const longest = slowest ? durationOf(slowest.answer) : 0
  return {
    answers: during.length,
    slowest: longest,
    slowestRequest: slowest?.request ?? 'none',
    others,
    back,
    isGood: others.length === 0 && back <= most && longest <= LONGEST,
    isSeen: kind.mayPassUnseen || longest > SEEN || during.some(({ answer }) => answer.status === 503),
  }
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300
const durationOf = ({ began, ended }: Answer) => ended - began

async function lostOf({ database: { sql } }: Cluster, { acknowledged }: World): Promise<number> {
  const rows = await sql<{ name: string }[]>`select name from asset_models where name like 'Written %'`
  const stored = new Set(rows.map(({ name }) => name))
  return [...acknowledged].filter((name) => !stored.has(name)).length
}
