-- Moves the times of a demo tenant into the past. For trials alone: it writes what no request can write.
--
-- The API sets when a record was made and changed, so a year that is loaded in minutes would all have happened today.
-- Each request of the demo says in its id when it is meant to have been made (`demo-<milliseconds>-<number>`), and
-- the audit log keeps that id. So each time that the service set while it was filled becomes the moment of the request
-- that set it: of the transaction that wrote the row (`xmin`), or, for a record that was changed since, of the audit entry
-- of the record that is nearest in time. Audit entries move too, and so do times in the changes that they tell.
--
-- Runs as the owner of the tables, in one transaction, with the tenant selected and `demo.tenant_id` set. Row level
-- security is forced on the owner and lets nobody change the audit log: it is not forced while this runs.

-- A table with a trigger that waits for the end of the transaction cannot be altered.
set constraints all immediate;

create temp table demo_entries on commit drop as
  select id, xmin::text collate "C" as xid, record_id, created_at,
         to_timestamp(split_part(request_id, '-', 2)::bigint / 1000.0)
           + (created_at - min(created_at) over (partition by request_id)) as planned
    from audit_log where tenant_id = current_setting('demo.tenant_id') and request_id like 'demo-%';
create index on demo_entries (record_id, created_at);
create index on demo_entries (xid);
analyze demo_entries;
select set_config('demo.began', (min(created_at) - interval '1 minute')::text, true) from demo_entries;

-- The moment that a time of a row stands for; a time of before stays.
create or replace function pg_temp.demo_moment(p_time timestamptz, p_record text, p_parent text, p_xid text) returns timestamptz
language sql stable as $$
  select case when p_time is null or p_time < current_setting('demo.began')::timestamptz then p_time
  else coalesce(
    (select planned from demo_entries where record_id = p_record collate "C"
      order by abs(extract(epoch from created_at - p_time)) limit 1),
    (select min(planned) from demo_entries where xid = p_xid collate "C"),
    (select planned from demo_entries where record_id = p_parent collate "C"
      order by abs(extract(epoch from created_at - p_time)) limit 1),
    p_time) end
$$;

do $$
declare
  found record;
begin
  for found in
    select c.table_name as name, t.relforcerowsecurity as is_forced,
           string_agg(format('%1$I = pg_temp.demo_moment(%1$I, %2$s, %3$s, xmin::text)', c.column_name,
             case when has.own_id then 'id' else 'null' end, case when has.issue then 'issue_id' else 'null' end), ', ') as moves
      from information_schema.columns c
      join pg_class t on t.oid = format('public.%I', c.table_name)::regclass and t.relkind = 'r' and not t.relispartition
      cross join lateral (
        select bool_or(column_name = 'tenant_id') as tenant, bool_or(column_name = 'issue_id') as issue,
               bool_or(column_name = 'id') and c.table_name not in ('issue_watchers', 'issue_activities') as own_id
          from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name) has
     where c.table_schema = 'public' and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
       and has.tenant and c.table_name <> 'audit_log'
     group by 1, 2
  loop
    execute format('alter table %I no force row level security', found.name);
    execute format('update %I set %s where tenant_id = %L', found.name, found.moves, current_setting('demo.tenant_id'));
    if found.is_forced then execute format('alter table %I force row level security', found.name); end if;
  end loop;
end $$;

create or replace function pg_temp.demo_value(p_value jsonb, p_record text) returns jsonb language sql stable as $$
  select case when jsonb_typeof(p_value) = 'string' and p_value #>> '{}' ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$'
    then to_jsonb(to_char(pg_temp.demo_moment((p_value #>> '{}')::timestamptz, p_record, null, null) at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    else p_value end
$$;

alter table audit_log no force row level security;
update audit_log a
   set created_at = e.planned,
       changes = coalesce((
         select jsonb_agg((
                  select jsonb_object_agg(member.key, pg_temp.demo_value(member.value, a.record_id))
                    from jsonb_each(c.value) member) order by c.ordinality)
           from jsonb_array_elements(a.changes) with ordinality c), '[]')
  from demo_entries e where e.id = a.id;
alter table audit_log force row level security;
