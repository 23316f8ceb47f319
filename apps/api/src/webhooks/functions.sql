-- Functions of webhooks. Functions that read all tenants run as the owner of the tables.

-- The enabled endpoints with complete log entries after their cursor. The function selects each tenant, because row level
-- security shows the log of one tenant at a time.
create or replace function commonhold_webhooks_behind() returns table (tenant_id text, endpoint_id text)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_endpoint record;
  complete constant xid8 := pg_snapshot_xmin(pg_current_snapshot());
begin
  for found_endpoint in select e.tenant_id, e.id, e.cursor_xid, e.cursor_id from webhook_endpoints e where e.enabled order by e.tenant_id
  loop
    perform commonhold_select_tenant(found_endpoint.tenant_id);
    if exists (
      select from audit_log l where l.tenant_id = found_endpoint.tenant_id
         and (l.xid, l.id) > (found_endpoint.cursor_xid, found_endpoint.cursor_id) and l.xid < complete
    ) then
      tenant_id := found_endpoint.tenant_id;
      endpoint_id := found_endpoint.id;
      return next;
    end if;
  end loop;
end $$;

-- Deletes at most `p_most` deliveries that are older than 30 days and not waiting; returns how many it deleted.
create or replace function commonhold_delete_old_webhook_deliveries(p_most integer) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from webhook_deliveries where ctid = any (array(
      select ctid from webhook_deliveries where created_at < now() - interval '30 days' and status <> 'waiting' limit p_most))
    returning 1
  )
  select count(*)::int from gone
$$;
