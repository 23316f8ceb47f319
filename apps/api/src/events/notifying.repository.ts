import { sql } from 'drizzle-orm'
import { decodeTime } from 'ulidx'
import { newId } from '../base/ids.ts'
import { firstIdAt } from '../db/months.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { memberGrants } from '../system/grants.repository.ts'
import { mailTimeOf } from './notifications.store.ts'

const at = sql.placeholder
const complete = sql`pg_snapshot_xmin(pg_current_snapshot())`

/** Entries of the log that one transaction reads. */
const BATCH = 500

const beginCursors = sqlStatement<unknown>(sql`
  insert into notification_cursors (tenant_id, xid, id)
  select t.id, '0'::xid8, '' from tenants t
   where not exists (select from notification_cursors c where c.tenant_id = t.id)
  on conflict do nothing`)

const tenantsWithNews = sqlStatement<{ tenant_id: string }>(sql`
  select a.tenants[place] as tenant_id
    from (select array_agg(tenant_id order by tenant_id) as tenants, array_agg(xid order by tenant_id) as xids,
                 array_agg(id order by tenant_id) as ids from notification_cursors) a,
         unnest(commonhold_awaited_events(a.tenants, a.xids, a.ids)) place`)

/** The tenants whose log has entries after their cursor. New tenants get a cursor at the beginning of the log. */
export async function tenantsToNotify(tx: Transaction): Promise<{ readonly tenant_id: string }[]> {
  await tx.run(beginCursors)
  return tx.run(tenantsWithNews)
}

const lockCursor = sqlStatement<{ xid: string; id: string }>(sql`
  select xid::text, id from notification_cursors where tenant_id = ${tenantId} for update skip locked`)

const lastNotification = sqlStatement<{ id: string }>(sql`
  select id from notifications where tenant_id = ${tenantId} order by id desc limit 1`)

const endOfBatch = sqlStatement<{ xid: string; id: string; found: number }>(sql`
  select b.xid::text, b.id, (count(*) over ())::int as found from (
    select xid, id from audit_log
     where tenant_id = ${tenantId} and (xid, id) > (${at('xid')}::xid8, ${at('id')}) and xid < ${complete}
     order by xid, id limit ${BATCH}) b
   order by b.xid desc, b.id desc limit 1`)

const moveCursor = sqlStatement<unknown>(sql`
  update notification_cursors set xid = ${at('xid')}::xid8, id = ${at('id')} where tenant_id = ${tenantId}`)

/** The condition that the user of `t` has a permission in the project of `t` or in the whole tenant. */
const hasPermission = (permission: string) => sql`exists (select from ${memberGrants}
  where m.user_id = t.user_id and m.tenant_id = ${tenantId} and g.project_id in ('', t.project_id)
    and g.permissions && ${sql.raw(`'{${permission},*}'::text[]`)})`

const hasChange = (...fields: string[]) =>
  sql.raw(
    `exists (select from jsonb_array_elements(a.changes) c where c ->> 'field' in (${fields.map((field) => `'${field}'`).join(', ')}))`,
  )

const hasBecome = (field: string, value: string) =>
  sql.raw(
    `exists (select from jsonb_array_elements(a.changes) c where c ->> 'field' = '${field}' and c ->> 'to' = '${value}')`,
  )

/** The value that a member of the issue had after the entry `a`; it may have changed since then. */
const valueAfter = (field: string) => sql`(
  select c -> 'to' from audit_log p cross join jsonb_array_elements(p.changes) c
   where p.tenant_id = ${tenantId} and p.record_type = 'issue' and p.record_id = a.issue_id
     and (p.xid, p.id) <= (a.xid, a.event_id) and c ->> 'field' = ${sql.raw(`'${field}'`)}
   order by p.xid desc, p.id desc limit 1)`

/**
 * Creates the notifications for a part of the log: for each request one per user and issue or asset, with the most important
 * reason. Users get none about their own changes, or about records that they may not read. The parts of the query are
 * materialized, so that PostgreSQL does not begin with all users when it has no statistics yet.
 */
const notify = sqlStatement<Notified>(sql`
  with about as materialized (
    select l.id as event_id, l.xid, l.created_at, l.actor_id, l.actor_name, l.request_id, l.changes, l.record_type, l.action,
           i.id as issue_id, i.project_id, i.assignee_id, i.details, c.body as comment, s.asset_id, h.user_id as holder_id,
           coalesce(c.visibility = 'internal', false) as is_internal
      from audit_log l
      left join issue_comments c on l.record_type = 'issue_comment' and c.tenant_id = ${tenantId} and c.id = l.record_id
      left join issues i on i.tenant_id = ${tenantId}
       and i.id = case l.record_type when 'issue' then l.record_id when 'issue_comment' then c.issue_id end
      left join asset_assignments s on l.record_type = 'asset_assignment' and s.tenant_id = ${tenantId} and s.id = l.record_id
       and s.closed_at is null
      left join persons h on h.tenant_id = ${tenantId} and h.id = s.person_id
     where l.tenant_id = ${tenantId} and (l.xid, l.id) > (${at('from_xid')}::xid8, ${at('from_id')})
       and (l.xid, l.id) <= (${at('to_xid')}::xid8, ${at('to_id')})
       and (l.action in ('created', 'updated', 'moved', 'due') and i.id is not null or l.action = 'due' and s.id is not null)
  ), candidates as materialized (
    select a.*, r.user_id, r.kind, r.place from about a cross join lateral (
      select u.id as user_id, 'mentioned' as kind, 0 as place
        from regexp_matches(lower(a.comment), '(?:^|[^a-z0-9_.@-])@([a-z0-9][a-z0-9._-]{0,61}[a-z0-9_])', 'g') found (words)
        join users u on u.username = found.words[1]
       where a.record_type = 'issue_comment' and (a.action = 'created' or ${hasChange('body')})
      union all
      select p.id, 'approval_requested', 1
        from jsonb_array_elements_text(coalesce(a.details -> 'approver_ids', '[]')) p (id)
       where a.record_type = 'issue' and a.details ->> 'approval_status' = 'requested' and (
         ${hasBecome('details.approval_status', 'requested')}
           and coalesce(${valueAfter('details.approver_ids')} @> to_jsonb(p.id), true)
         or exists (
           select from jsonb_array_elements(a.changes) c
            where c ->> 'field' = 'details.approver_ids' and c -> 'to' @> to_jsonb(p.id)
              and not coalesce(c -> 'from' @> to_jsonb(p.id), false))
           and ${valueAfter('details.approval_status')} = to_jsonb('requested'::text))
      union all
      select c ->> 'to', 'assigned', 2 from jsonb_array_elements(a.changes) c
       where a.record_type = 'issue' and c ->> 'field' = 'assignee_id' and c ->> 'to' is not null
      union all
      select holder.id, 'due', 3 from (values (case when a.asset_id is null then a.assignee_id else a.holder_id end)) holder (id)
       where a.action = 'due' and holder.id is not null
      union all
      select w.id, 'watched', 4 from issue_watchers w where w.tenant_id = ${tenantId} and w.issue_id = a.issue_id
         and w.created_at <= a.created_at and a.action <> 'due'
    ) r
  ), chosen as (
    select distinct on (t.user_id, t.issue_id, t.asset_id, t.request_id) t.* from candidates t
      join users u on u.id = t.user_id and u.status = 'active'
     where t.user_id is distinct from t.actor_id
       and case when t.issue_id is null then ${hasPermission('assets:read')} else ${hasPermission('issues:read')} end
       and (not t.is_internal or ${hasPermission('issues:read_internal')})
     order by t.user_id, t.issue_id, t.asset_id, t.request_id, t.place, t.xid, t.event_id
  ), created as (
    insert into notifications (tenant_id, id, user_id, kind, issue_id, asset_id, is_internal, event_id, request_id, actor_id, actor_name, created_by)
    select ${tenantId}, ${at('beginning')} || lpad((row_number() over (order by xid, event_id))::text, 6, '0'),
           user_id, kind, issue_id, asset_id, is_internal, event_id, request_id, actor_id, actor_name, actor_id
      from chosen
    on conflict do nothing returning id, user_id, kind)
  select created.id, created.user_id, u.email, ${mailTimeOf('created.kind')} as mail from created
    join users u on u.id = created.user_id left join notification_preferences p on p.id = created.user_id`)

/** Lengths of the parts of a notification's id that follow the time: random characters, then the number of the row. */
const RANDOM = 10
const ROW = 6

/**
 * The beginning of the ids of the next notifications of a tenant. Clients continue after the last id that they received, so a new
 * id must be higher than all earlier ones, even if the clock of another instance is ahead.
 */
function beginningAfter(last = ''): string {
  const id = newId()
  const [time, random] = [id.slice(0, -RANDOM - ROW), id.slice(-RANDOM)]
  const isLater = `${time}${random}` > last.slice(0, -ROW)
  return `${isLater ? time : firstIdAt(new Date(decodeTime(last) + 1))}${random}`
}

/** A new notification, and when its mail is sent. */
export interface Notified {
  readonly id: string
  readonly user_id: string
  readonly email: string | null
  readonly mail: 'at_once' | 'daily' | 'never'
}

/**
 * Creates notifications for the next part of the selected tenant's log; undefined if another instance does, or nothing is new.
 */
export async function notifyNext(
  tx: Transaction,
): Promise<{ readonly created: readonly Notified[]; readonly hasMore: boolean } | undefined> {
  const from = await tx.first(lockCursor)
  const to = from && (await tx.first(endOfBatch, { xid: from.xid, id: from.id }))
  if (!from || !to) return undefined
  const created = await tx.run(notify, {
    beginning: beginningAfter((await tx.first(lastNotification))?.id),
    from_xid: from.xid,
    from_id: from.id,
    to_xid: to.xid,
    to_id: to.id,
  })
  await tx.run(moveCursor, { xid: to.xid, id: to.id })
  return { created, hasMore: to.found === BATCH }
}

const addDigest = sqlStatement<unknown>(sql`
  insert into mail_outbox (id, kind, recipient, user_id, tenant_id, due_at, give_up_at)
  select ${at('id')}, 'notification_digest', ${at('recipient')}, ${at('user_id')}, ${tenantId}, morning, morning + interval '1 day'
    from (select (date_trunc('day', now() at time zone t.timezone - interval '7 hours') + interval '31 hours') at time zone t.timezone as morning
            from tenants t where t.id = ${tenantId}) next
   where not exists (
     select from mail_outbox m where m.kind = 'notification_digest' and m.user_id = ${at('user_id')}
        and m.tenant_id = ${tenantId} and m.tries = 0 and m.due_at > now() + interval '1 minute')`)

/**
 * Queues a user's daily mail for the next 7:00 in the tenant's time zone, unless one is queued that is due later than in a
 * minute.
 */
export const queueDigest = (tx: Transaction, userId: string, recipient: string) =>
  tx.run(addDigest, { id: newId(), user_id: userId, recipient })
