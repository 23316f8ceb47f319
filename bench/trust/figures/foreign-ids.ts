import { ulid } from 'ulidx'
import { ask, must } from '../ask.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { areAlike, limitFor, type Pair, rounded, triesOf } from '../distances.ts'
import type { Outcome } from '../figure.ts'
import { pick } from '../pick.ts'

/** Number of records of the other tenant, and of unknown ids; each is requested equally often. */
const FOREIGN = 100

/**
 * Measures whether the response time distinguishes ids of another tenant's records from unknown ids, in reads and changes;
 * the generated suites compare the answers. The control is a change of a record of the caller's own tenant, which the
 * measurement must distinguish from a change of an unknown one.
 */
export async function foreignIds(root: string, requests: number): Promise<Outcome> {
  const cluster = await startCluster(root)
  try {
    const { token, tenantId, assets: own } = await openTenant(cluster, 'ada', 1)
    const { assets: foreign } = await openTenant(cluster, 'mallory', FOREIGN)
    const unknown = Array.from({ length: FOREIGN }, () => ulid())
    let count = 0
    const oneOf = (ids: readonly string[]) => () => {
      count += 1
      return pick(ids, count)
    }
    const sending = async (request: string, status: number, json?: object) => {
      const answer = await ask(cluster.address(), request, { token, tenantId, json })
      if (answer.status !== status) throw new Error(`${request} was answered with ${answer.status}`)
      return answer.ended - answer.began
    }
    const reading = (idOf: () => string) => () => sending(`GET /assets/${idOf()}`, 404)
    const changing =
      (idOf: () => string, status = 404) =>
      () =>
        sending(`PATCH /assets/${idOf()}`, status, { notes: ulid() })
    const pairs: Readonly<Record<string, Pair>> = {
      read_foreign_or_unknown: [reading(oneOf(foreign)), reading(oneOf(unknown))],
      change_foreign_or_unknown: [changing(oneOf(foreign)), changing(oneOf(unknown))],
    }
    const distances: Record<string, number[]> = {}
    for (const [name, pair] of Object.entries(pairs)) distances[name] = await triesOf(requests, pair)
    const control = await triesOf(requests, [changing(oneOf(own), 200), changing(oneOf(unknown))])
    return {
      control: !areAlike(control, requests),
      passed: Object.values(distances).every((tried) => areAlike(tried, requests)),
      numbers: {
        timed_of_each: requests,
        limit: rounded(limitFor(requests)),
        ...Object.fromEntries(Object.entries(distances).map(([name, tried]) => [name, tried.join(' ')])),
        control_own_or_unknown: control.join(' '),
      },
    }
  } finally {
    await cluster.stop()
  }
}

/** Signs a user up, and creates a tenant with `count` assets. */
async function openTenant(cluster: Cluster, name: string, count: number) {
  const { token } = await cluster.signUp(name)
  const make = async (path: string, json: object, tenantId?: string) =>
    String((await must(cluster.address(), `POST ${path}`, { token, tenantId, json })).json.id)
  const tenantId = await make('/tenants', { name: `The tenant of ${name}` })
  const model_id = await make('/asset-models', { name: 'Laptop', tracking_type: 'serialized' }, tenantId)
  const assets: string[] = []
  for (let n = 0; n < count; n += 1)
    assets.push(await make('/assets', { model_id, name: `Laptop ${n}`, serial_number: `S${n}` }, tenantId))
  return { token, tenantId, assets }
}
