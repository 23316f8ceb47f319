-- Returns the numbers (from 1) of the positions that have complete entries after them in the log of their tenant. It reads one
-- index entry for each position.
create or replace function commonhold_awaited_events(p_tenants text[], p_xids xid8[], p_ids text[]) returns int[]
language plpgsql as $$
declare
  found_at int[] := '{}';
  setting text;
begin
  for place in 1 .. coalesce(cardinality(p_tenants), 0) loop
    setting := commonhold_select_tenant(p_tenants[place]);
    if exists (select from audit_log l
        where l.tenant_id = p_tenants[place] and (l.xid, l.id) > (p_xids[place], p_ids[place])
          and l.xid < pg_snapshot_xmin(pg_current_snapshot())) then
      found_at := found_at || place;
    end if;
  end loop;
  return found_at;
end $$;

-- Returns the numbers (from 1) of the ids after which the user has other notifications in the tenant. It reads one index entry
-- for each id.
create or replace function commonhold_awaited_notifications(p_tenants text[], p_users text[], p_ids text[]) returns int[]
language plpgsql as $$
declare
  found_at int[] := '{}';
  setting text;
begin
  for place in 1 .. coalesce(cardinality(p_tenants), 0) loop
    setting := commonhold_select_tenant(p_tenants[place]);
    if exists (select from notifications n
        where n.tenant_id = p_tenants[place] and n.user_id = p_users[place] and n.id > p_ids[place]) then
      found_at := found_at || place;
    end if;
  end loop;
  return found_at;
end $$;
