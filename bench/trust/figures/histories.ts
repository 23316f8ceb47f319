import { atOnce, inTurns } from '../ask.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome } from '../figure.ts'
import {
  makeRecords,
  Notes,
  observationOf,
  openWorld,
  storedFaults,
  takeSteps,
  type World,
} from './history-calls.ts'
import { faultsIn } from './history-model.ts'
import { plansOf, type Step } from './history-plan.ts'

const INSTANCES = 3

/** Figure 10: what concurrent callers see of one record could have happened one after the other. */
export const histories: Figure = {
  number: 10,
  name: 'Concurrent histories',
  goal: '0 lost updates with If-Match, 0 duplicates of a key or an address, one holder, no negative stock, one current identity, contacts in order, no circle, every read explained',
  defects: [
    {
      name: 'If-Match is not compared',
      folder: 'apps/api',
      file: 'src/http/respond.ts',
      find: "if (ifMatch === null || ifMatch.trim() === '*') return undefined",
      replace: "if (ifMatch === null || ifMatch.trim() !== '*') return undefined",
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const cluster = await startCluster(root, { instances: INSTANCES })
    try {
      const world = await openWorld(cluster)
      // The full measurement makes other histories each time; the seed repeats their steps.
      const seed = size === 'full' ? Date.now() % 1_000_000 : 1
      const plans = plansOf(bySize(size, 5, 100, 2_000), seed)
      const faults: string[] = []
      let [requests, changes] = [0, 0]
      await inTurns(plans.length, 3, async (n) => {
        const seen = await history(cluster, world, n, plans[n] ?? [])
        requests += seen.requests
        changes += seen.changes
        faults.push(...seen.faults)
      })
      return {
        control: changes > plans.length,
        passed: faults.length === 0,
        numbers: { histories: plans.length, requests, changes, faults: faults.length, seed },
        failures: faults.slice(0, 20),
      }
    } finally {
      await cluster.stop()
    }
  },
}

/** Some callers at once work on the same records. */
async function history(cluster: Cluster, world: World, n: number, plan: readonly (readonly Step[])[]) {
  const records = await makeRecords(cluster, world, n)
  const notes = new Notes()
  notes.observed.push(observationOf('changed', records.one))
  await atOnce(plan.length, (caller) => takeSteps(cluster, world, records, notes, plan[caller] ?? []))
  const stored = await storedFaults(cluster, records)
  return {
    requests: notes.requests,
    changes: notes.observed.filter(({ kind }) => kind === 'changed').length,
    faults: [
      ...notes.unexpected,
      ...faultsIn(notes.observed, stored.version),
      ...(notes.keyed.size > 1 ? [`a key answered with ${notes.keyed.size} records`] : []),
      ...stored.faults,
    ].map((fault) => `history ${n}: ${fault}`),
  }
}
