-- The active tenants with changes since their records were counted, if that was more than `p_pause` seconds ago. An entry of the
-- log may commit up to a minute after its time, so the minute before the last count is checked again. The function selects each
-- tenant, because row level security shows one tenant at a time. The last one remains selected.
create or replace function commonhold_tenants_to_count(p_pause integer) returns table (tenant_id text)
language plpgsql as $$
#variable_conflict use_column
declare
  visited record;
begin
  for visited in
    select t.id, coalesce(q.counted_at, '-infinity') as counted_at
      from tenants t left join tenant_quotas q on q.tenant_id = t.id and q.name = 'issues'
     where t.archived_at is null and coalesce(q.counted_at, '-infinity') < now() - interval '1 second' * p_pause
     order by t.id
  loop
    perform commonhold_select_tenant(visited.id);
    if exists (
      select from audit_log l
       where l.tenant_id = visited.id and l.created_at > visited.counted_at - interval '60 seconds'
    ) then
      tenant_id := visited.id;
      return next;
    end if;
  end loop;
end $$;
