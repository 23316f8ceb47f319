import { type Event, operationGroups } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { implement } from '../store/implement.ts'
import { DEFAULT_LIMIT } from '../store/paging.ts'
import { endOfLog, entriesAfter, type LogEntry } from './events.repository.ts'
import { readPosition, writePosition } from './position.ts'

const beginning = { xid: '0', id: '' }

function eventOf({ id, tenant_id, created_at, data }: LogEntry): Event[] {
  if (data === null) return []
  return [
    {
      specversion: '1.0',
      id,
      source: `/tenants/${tenant_id}`,
      type: `${data.record_type}.${data.action}`,
      time: created_at,
      subject: `${data.record_type}/${data.record_id}`,
      datacontenttype: 'application/json',
      data,
    },
  ]
}

export const eventHandlers = implement(operationGroups.events, {
  get: async ({ query: { after, types, limit = DEFAULT_LIMIT } }, { reader }) => {
    const position = after === undefined ? undefined : readPosition(after)
    const { xid, id } = position ?? beginning
    const part = await reader.first(entriesAfter, { xid, id, types: types ?? null, limit: limit + 1 })
    if (!part) throw new Error('the log was not read')
    const { generation, entries } = part
    if (position && position.generation !== generation) throw problem('cursor_expired')
    const read = entries.slice(0, limit)
    const last = read.at(-1) ?? { xid, id }
    return {
      events: read.flatMap(eventOf),
      next: writePosition({ generation, xid: last.xid, id: last.id }),
      has_more: entries.length > limit,
    }
  },
  head: async (_, { reader }) => {
    const end = await reader.first(endOfLog)
    if (!end) throw new Error('the log was not read')
    return { next: writePosition(end) }
  },
})
