-- Functions for due times of records, such as due dates and ends of warranties.

-- The due times of the selected tenant that have passed in the last seven days. A date passes when the day begins in the time
-- zone of the tenant; the end date of a warranty passes when that day ends. A row without an action gets no audit entry: its
-- issue is to be resumed.
create or replace function commonhold_due_times(p_tenant text)
returns table (kind text, record_type text, action text, record_id text, due_at text) language sql stable as $$
  with here as materialized (select (now() at time zone t.timezone)::date as today from tenants t where t.id = p_tenant)
  select 'issue_due', 'issue', 'due', i.id, i.due_date::text
    from issues i
   where i.tenant_id = p_tenant and i.due_date > (select today - 7 from here) and i.due_date <= (select today from here)
     and not i.is_closed and i.archived_at is null
  union all
  select 'issue_resume', 'issue', null, i.id, i.resume_at
    from issues i
   where i.tenant_id = p_tenant and i.archived_at is null and not i.is_closed
     and i.resume_at > to_char(now() at time zone 'UTC' - interval '7 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     and i.resume_at <= to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  union all
  select 'return_due', 'asset_assignment', 'due', a.id, a.expected_return_date::text
    from asset_assignments a
   where a.tenant_id = p_tenant and a.expected_return_date > (select today - 7 from here)
     and a.expected_return_date <= (select today from here) and a.closed_at is null
  union all
  select 'warranty_end', 'asset', 'warranty_ended', s.id, s.warranty_end_date::text
    from assets s
   where s.tenant_id = p_tenant and s.warranty_end_date >= (select today - 7 from here)
     and s.warranty_end_date < (select today from here) and s.status <> 'disposed'
  union all
  select 'invitation_end', 'invitation', 'expired', v.id, to_char(v.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    from invitations v
   where v.tenant_id = p_tenant and v.expires_at > now() - interval '7 days' and v.expires_at <= now() and v.outcome is null
$$;

-- The tenants, except archived ones, with due times that have passed and are not recorded yet. It selects each tenant in turn,
-- because row level security shows one tenant at a time. Afterwards the last one remains selected.
create or replace function commonhold_tenants_with_due_times() returns table (tenant_id text) language plpgsql as $$
declare
  visited text;
begin
  for visited in select t.id from tenants t where t.archived_at is null order by t.id
  loop
    perform commonhold_select_tenant(visited);
    if exists (
      select from commonhold_due_times(visited) d
       where not exists (
         select from passed_times p
          where p.tenant_id = visited and p.kind = d.kind and p.record_id = d.record_id and p.due_at = d.due_at)
    ) then
      tenant_id := visited;
      return next;
    end if;
  end loop;
end $$;
