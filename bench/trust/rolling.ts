import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, ask, atOnce, must, until } from './ask.ts'
import type { Cluster } from './cluster.ts'

const PER_SECOND = 200
/** The kind of failure if the balancer had no ready instance. */
const NO_INSTANCE = 'no_instance'

/** An instance to restart, from the checkout `root` if given. */
interface Step {
  readonly instance: number
  readonly root?: string
}

/** The results of the requests while instances were restarted. */
export interface Rolled {
  requests: number
  failed: number
  /** The number of failures by kind. */
  kinds: Record<string, number>
  /** Milliseconds of the slowest answer. A high value means that the machine is too busy and causes failures itself. */
  longestAnswer: number
  badExits: number
  longestDrain: number
}

/** Ends one instance after the other with SIGTERM and starts it again, under load through a balancer that does not retry. */
export async function roll(cluster: Cluster, steps: readonly Step[]): Promise<Rolled> {
  const result: Rolled = {
    requests: 0,
    failed: 0,
    kinds: {},
    longestAnswer: 0,
    badExits: 0,
    longestDrain: 0,
  }
  const requestOf = await prepareRequests(cluster)
  const balancer = startBalancer(cluster)
  const pending = new Set<Promise<void>>()
  const fail = (kind: string) => {
    result.failed += 1
    result.kinds[kind] = (result.kinds[kind] ?? 0) + 1
  }
  const send = async (n: number) => {
    const instance = balancer.pick(n)
    result.requests += 1
    if (instance === undefined) return fail(NO_INSTANCE)
    const answer = await requestOf(n, cluster.address(instance))
    result.longestAnswer = Math.max(result.longestAnswer, Math.round(answer.ended - answer.began))
    if (answer.status < 200 || answer.status >= 300) fail(kindOf(answer, balancer.ready.has(instance)))
  }
  let serial = 0
  const timer = setInterval(() => {
    serial += 1
    const one = send(serial).finally(() => pending.delete(one))
    pending.add(one)
  }, 1_000 / PER_SECOND)
  try {
    for (const { instance, root } of steps) {
      const child = cluster.child(instance)
      const began = performance.now()
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = await exited
      result.longestDrain = Math.max(result.longestDrain, performance.now() - began)
      if (code !== 0) result.badExits += 1
      await cluster.launch(instance, root)
      await until(() => balancer.ready.has(instance))
    }
    await wait(1_000)
  } finally {
    clearInterval(timer)
    await Promise.all(pending)
    await balancer.stop()
  }
  return result
}

/** The kind of a failure: a failed connection, by whether the balancer counted the instance as ready, or a status. */
function kindOf({ status, json }: Answer, isReady: boolean): string {
  if (status === 0) return isReady ? 'no_connection_while_ready' : 'no_connection'
  return `status_${status}_${json.code ?? 'without_code'}`
}

/** Prepares reads and writes of several kinds by one user, which are sent in turn. */
async function prepareRequests(cluster: Cluster) {
  const { token } = await cluster.signUp('ada')
  const { json: model } = await must(cluster.address(), 'POST /asset-models', {
    token,
    json: { name: 'Cable', tracking_type: 'countable' },
  })
  const { json: asset } = await must(cluster.address(), 'POST /assets', {
    token,
    json: { model_id: model.id, name: 'Cables' },
  })
  const requests: ((n: number, address: string) => Promise<Answer>)[] = [
    (n, address) => ask(address, 'POST /assets', { token, json: { model_id: model.id, name: `Asset ${n}` } }),
    (_, address) => ask(address, `GET /asset-models/${model.id}`, { token }),
    (n, address) => ask(address, `PATCH /assets/${asset.id}`, { token, json: { name: `Cables ${n}` } }),
    (_, address) => ask(address, 'GET /assets?limit=5&include=model', { token }),
    (_, address) => ask(address, 'GET /me', { token }),
    (_, address) => ask(address, `GET /asset-models/${model.id}`, { token }),
    (_, address) => ask(address, `GET /assets/${asset.id}`, { token }),
    (_, address) => ask(address, `GET /asset-models/${model.id}`, { token }),
  ]
  return (n: number, address: string) => {
    const request = requests[n % requests.length]
    if (!request) throw new Error('there is no request')
    return request(n, address)
  }
}

/** Checks the readiness of each instance every 100 ms, and selects only ready ones. */
function startBalancer(cluster: Cluster) {
  const ready = new Set<number>(Array.from({ length: cluster.size }, (_, n) => n))
  let isOver = false
  const polls = atOnce(cluster.size, async (n) => {
    while (!isOver) {
      const { status } = await ask(cluster.address(n), 'GET /readyz', { patience: 1_000 })
      if (status === 200) ready.add(n)
      else ready.delete(n)
      await wait(100)
    }
  })
  return {
    ready,
    pick(n: number): number | undefined {
      const instances = [...ready]
      return instances[n % Math.max(1, instances.length)]
    },
    async stop() {
      isOver = true
      await polls
    },
  }
}
