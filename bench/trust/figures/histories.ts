import { atOnce, inTurns } from '../ask.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { bySize, type Figure, type Outcome, seedOf } from '../figure.ts'
import { Notes, observationOf, takeSteps } from './history-calls.ts'
import { type Observed, overlapsIn, violationsIn } from './history-model.ts'
import { INSTANCES, kinds, plansOf, type Step } from './history-plan.ts'
import { makeRecords, openWorld, storedViolations, type World } from './history-records.ts'

/** Figure 10: what concurrent callers see of one record is possible in some sequential order of their requests. */
export const histories: Figure = {
  number: 10,
  name: 'Concurrent histories',
  goal: '0 lost updates with If-Match, 0 duplicates of a key or an address, one holder, no negative stock, one current identity and school year, contacts in order, no circle, every read explained',
  defects: [
    {
      name: 'If-Match is not compared',
      folder: 'apps/api',
      file: 'src/http/respond.ts',
      find: "if (ifMatch === null || ifMatch.trim() === '*') return undefined",
      replace: "if (ifMatch === null || ifMatch.trim() !== '*') return undefined",
    },
    {
      name: 'an idempotency key is not claimed',
      folder: 'apps/api',
      file: 'src/http/idempotency.ts',
      find: 'void tx.run(claimKey, keyOf(request))',
      replace: 'void keyOf(request)',
    },
  ],
  async measure(root, size): Promise<Outcome> {
    const cluster = await startCluster(root, { instances: INSTANCES })
    try {
      const world = await openWorld(cluster)
      const seed = seedOf(size)
      const plans = plansOf(bySize(size, 5, 60, 2_000), seed)
      const violations: string[] = []
      const done = new Map(kinds.map((kind) => [kind, 0]))
      let requests = 0
      await inTurns(plans.length, 3, async (n) => {
        const seen = await history(cluster, world, n, plans[n] ?? [])
        requests += seen.requests
        for (const [kind, count] of seen.done) done.set(kind, (done.get(kind) ?? 0) + count)
        violations.push(...seen.violations)
      })
      return {
        control: [...done.values()].every((count) => count > 0),
        passed: violations.length === 0,
        numbers: {
          histories: plans.length,
          requests,
          ...Object.fromEntries(done),
          violations: violations.length,
          seed,
        },
        failures: violations.slice(0, 20),
      }
    } finally {
      await cluster.stop()
    }
  },
}

/** Runs one history: several callers work concurrently on the same records. */
async function history(cluster: Cluster, world: World, n: number, plan: readonly (readonly Step[])[]) {
  const records = await makeRecords(cluster, world, n)
  const notes = new Notes()
  notes.observed.push(observationOf('changed', records.one))
  await atOnce(plan.length, (caller) => takeSteps(cluster, world, records, notes, plan[caller] ?? []))
  const { violations, ...stored } = await storedViolations(cluster, records)
  const now = performance.now()
  // The stored state at the end counts as one more read after all others.
  const observed: Observed[] = [...notes.observed, { kind: 'read', ...stored, began: now, ended: now }]
  const holders = overlapsIn(notes.held)
  return {
    requests: notes.requests,
    done: notes.done,
    violations: [
      ...notes.unexpected,
      ...violationsIn(observed, stored.version),
      ...(notes.keyed.size > 1 ? [`a key answered with ${notes.keyed.size} records`] : []),
      ...(holders > 0 ? [`${holders} times two holders of one asset`] : []),
      ...violations,
    ].map((violation) => `history ${n}: ${violation}`),
  }
}
