import { type Event, eventActions } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { recordAction } from '../store/record-action.ts'
import { mayReadEvent, mayReadMembers } from './event-readers.repository.ts'

/** An entry of the log. `data` is null if it is not a requested event that the reader may receive. */
export interface LogEntry {
  readonly xid: string
  readonly id: string
  readonly tenant_id: string
  readonly created_at: string
  readonly data: Event['data'] | null
}

/** A part of the log, and the generation of the database that it was read from. */
export interface LogPart {
  readonly generation: string
  readonly entries: LogEntry[]
}

const at = (name: string) => sql.placeholder(name)
const actions = sql.raw(eventActions.map((action) => `'${action}'`).join(', '))

/** Changes with a restore: after a dump the cluster's identifier differs, after a physical backup the timeline. */
const generation = sql`(select left(md5(s.system_identifier || '.' || c.timeline_id), 12)
  from pg_control_system() s, pg_control_checkpoint() c)`

/**
 * All transactions with a lower id have ended. Entries of others are not read yet: an earlier transaction may still add entries
 * before them, which a client that has passed that position would miss.
 */
const complete = sql`pg_snapshot_xmin(pg_current_snapshot())`

/**
 * The entries after a position with ids from `since` on, ordered by transaction and id. The conditions decide whether an entry
 * contains the event, and the names of its changed members.
 */
const entriesShownBy = (event: SQL, members: SQL) =>
  sqlStatement<LogPart>(sql`
  select ${generation} as generation, coalesce((
    select jsonb_agg(jsonb_build_object(
        'xid', l.xid::text, 'id', l.id, 'tenant_id', l.tenant_id,
        'created_at', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', case when l.record_action in (${actions}) and l.record_type is not null and l.record_id is not null
            and (${at('types')}::text[] is null or l.record_type || '.' || l.record_action = any(${at('types')}::text[])
              or l.record_type || '.*' = any(${at('types')}::text[]))
            and ${event}
          then jsonb_build_object('record_type', l.record_type, 'record_id', l.record_id, 'version', l.version, 'action', l.record_action,
            'operation', l.operation, 'actor_id', l.actor_id, 'request_id', l.request_id,
            'changed', case when ${members}
              then array(select change ->> 'field' from jsonb_array_elements(l.changes) change) else '{}' end) end)
        order by l.xid, l.id)
      from (
        select a.*, ${recordAction(sql`a.action`)} as record_action from audit_log a
         where tenant_id = ${tenantId}
           and (xid, id) > (${at('xid')}::xid8, ${at('id')}) and xid < ${complete} and id >= ${at('since')}
         order by xid, id limit ${at('limit')}::int) l), '[]') as entries`)

/** The entries after a position, with the events that the caller may receive. */
export const entriesAfter = entriesShownBy(mayReadEvent, mayReadMembers)

/** The entries after a position, with all events: for webhooks, which may receive everything of the tenant. */
export const allEntriesAfter = entriesShownBy(sql`true`, sql`true`)

/** The lowest id of the oldest month that is not dropped; '' until months are dropped. */
const firstId = sql`(
  select coalesce(min(coalesce(substring(bound from 'FROM \\(''(\\w+)''\\)'), '')), '')
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bound
   where i.inhparent = 'audit_log'::regclass and bound <> 'DEFAULT')`

/** The end of the complete part of the log, or the beginning of the log if the tenant has no entries. */
export const endOfLog = sqlStatement<{ generation: string; xid: string; id: string }>(sql`
  select ${generation} as generation, coalesce(last.xid::text, '0') as xid, coalesce(last.id, ${firstId}) as id
    from (select) one left join lateral (
      select xid, id from audit_log where tenant_id = ${tenantId} and xid < ${complete}
       order by xid desc, id desc limit 1) last on true`)

/** The beginning of the log. */
export const startOfLog = sqlStatement<{ first_id: string }>(sql`select ${firstId} as first_id`)
