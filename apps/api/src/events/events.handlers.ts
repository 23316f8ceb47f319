import { operationGroups } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import type { QuotaGate } from '../base/quota-gate.ts'
import { firstIdAt } from '../db/months.ts'
import { assertTenant, type ReadContext } from '../store/context.ts'
import { implement } from '../store/implement.ts'
import { DEFAULT_LIMIT } from '../store/paging.ts'
import { assertEventTypes, typesToRead } from './event-types.rules.ts'
import { endOfLog, entriesAfter, type LogEntry, startOfLog } from './events.repository.ts'
import { eventOf } from './events.rules.ts'
import { type Position, readPosition, writePosition } from './position.rules.ts'

/** The services that the handlers of events need. */
export interface EventServices {
  /** Days for which events can be read. */
  readonly eventDays: number
  readonly quotas: QuotaGate
}

const DAY = 86_400_000
/** A read without a position begins this many milliseconds after the limit, so that its `next` is still valid for that time. */
const GRACE = 3_600_000

export const eventHandlers = ({ eventDays, quotas }: EventServices) => {
  const oldest = ({ clock }: ReadContext, later = 0) =>
    firstIdAt(new Date(clock.now().getTime() - eventDays * DAY + later))

  /** Throws `cursor_expired` if events after the position can no longer be read. */
  async function assertReadable(context: ReadContext, { id }: Position, entries: readonly LogEntry[]) {
    const limit = oldest(context)
    const [next] = entries
    if (next && next.id < limit) throw problem('cursor_expired')
    if (id >= limit) return
    // Either the tenant had no events for a long time, or entries after the position were dropped.
    const log = await context.reader.first(startOfLog)
    if (id < (log?.first_id ?? '')) throw problem('cursor_expired')
  }

  return implement(operationGroups.events, {
    get: async ({ query: { after, types, limit = DEFAULT_LIMIT } }, context) => {
      const { reader, authorized } = context
      if (types) assertEventTypes(types, () => ({ in: 'query', field: 'types' }))
      const sentPosition = after === undefined ? undefined : readPosition(after)
      // Read before the entries: if there are none, the client continues from here.
      const position = sentPosition ?? (await reader.first(endOfLog))
      const { xid, id } = sentPosition ?? { xid: '0', id: '' }
      const since = sentPosition ? '' : oldest(context, GRACE)
      const part = await reader.first(entriesAfter, {
        xid,
        id,
        since,
        types: typesToRead(types),
        limit: limit + 1,
      })
      if (!part || !position) throw new Error('the log was not read')
      const { tenantId } = await authorized()
      if (tenantId === null) throw problem('tenant_access_denied')
      quotas.assertRate('events', tenantId)
      const { generation, entries } = part
      if (position.generation !== generation) throw problem('cursor_expired')
      if (sentPosition) await assertReadable(context, sentPosition, entries)
      const read = entries.slice(0, limit)
      const last = read.at(-1) ?? position
      const events = read.flatMap(eventOf)
      quotas.count('events', tenantId, events.length)
      return {
        events,
        next: writePosition({ generation, xid: last.xid, id: last.id }),
        has_more: entries.length > limit,
      }
    },
    head: async (_, { reader, authorized }) => {
      const end = await reader.first(endOfLog)
      await assertTenant({ authorized })
      if (!end) throw new Error('the log was not read')
      return { next: writePosition(end) }
    },
  })
}
