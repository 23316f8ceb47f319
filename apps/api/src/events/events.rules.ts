import type { Event } from '@commonhold/contract'
import type { LogEntry } from './events.repository.ts'

/** The event of an entry, in the format of CloudEvents 1.0; empty if the entry has no `data`. */
export function eventOf({ id, tenant_id, created_at, data }: LogEntry): Event[] {
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
