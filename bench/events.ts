import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EventSizes, type Measured, measureEvents } from './events/measure.ts'
import { sizesOf } from './sizes.ts'
import type { Defect } from './trust/figure.ts'
import { findingOf } from './trust/planted.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const usual = { changes: 1_000_000, writers: 50, kills: 150, rate: 500 }
/** Enough changes for the planted defects to show. */
const planted: EventSizes = { changes: 600, writers: 10, kills: 0, rate: 150 }

const log = { folder: 'apps/api', file: 'src/events/events.repository.ts' }
const defects: readonly Defect[] = [
  {
    name: 'the feed does not stop at the oldest running transaction',
    ...log,
    find: 'const complete = sql`pg_snapshot_xmin(pg_current_snapshot())`',
    replace: 'const complete = sql`pg_snapshot_xmax(pg_current_snapshot())`',
  },
  {
    name: 'the feed is read on by ids in place of positions',
    ...log,
    find: `and (xid, id) > (\${at('xid')}::xid8, \${at('id')}) and xid < \${complete} and id >= \${at('since')}
         order by xid, id limit`,
    replace: `and id > \${at('id')} and xid < \${complete} and id >= \${at('since')}
         order by id limit`,
  },
]

/**
 * Checks that the feed, its stream and webhooks report each change once and in the order of its record, while the API, the
 * worker and the database are killed. Measures the delay of each, and the cost of a receiver that never answers. Void if a
 * planted defect is not found. Webhook deliveries may be repeated and out of order, which is only counted. Sizes by
 * argument: `changes=1000000 writers=50 kills=150 rate=500`; `rate` is changes per second by all writers together.
 */
export async function events(words: readonly string[]): Promise<Record<string, unknown>> {
  const sizes = sizesOf(words, usual)
  const findings: Record<string, string> = {}
  for (const defect of defects) {
    findings[defect.name] = await findingOf(root, figure, defect, 'quick')
    process.stdout.write(`${findings[defect.name]}: ${defect.name}\n`)
  }
  const isVoid = Object.values(findings).some((finding) => finding !== 'found')
  const measured = await measureEvents(root, sizes)
  return { ...measured, defects: findings, void: isVoid, passed: !isVoid && isWhole(measured), ...sizes }
}

/** True if nothing is missing, and the feed and the stream report each change once and in order. */
function isWhole({ lost, channels: { feed, stream, webhook } }: Measured): boolean {
  const byPosition = [feed, stream].flatMap(({ missing, outOfOrder, doubled }) => [
    missing,
    outOfOrder,
    doubled,
  ])
  return [lost, webhook.missing, ...byPosition].every((count) => count === 0)
}

const figure = {
  number: 0,
  name: 'events',
  goal: 'each change is reported once, in the order of its record',
  defects,
  async measure(folder: string) {
    const measured = await measureEvents(folder, planted)
    const { lost, written, channels } = measured
    return {
      control: written > planted.changes,
      passed: isWhole(measured),
      numbers: { lost, missing: channels.feed.missing, out_of_order: channels.feed.outOfOrder },
    }
  },
}
