-- Functions of accounts and groups: computed permissions, and the records that users leave behind.

-- Computes the grants of groups of the selected tenant: of all groups, or of the given ones. A group grants its own permissions
-- and those of the groups that contain it. An archived group grants nothing, passes nothing on, and has no rows.
-- The cost does not depend on the number of members, unless a group is added or removed. Unchanged rows are not written.
-- Concurrent changes of one tenant's groups would not see each other, so lock the tenant's row first.
-- A function, so that it needs one round trip while that row is locked, and transfers no grants.
create or replace function commonhold_rebuild_grants(p_tenant text, p_groups text[]) returns void language plpgsql as $$
declare
  affected text[] := coalesce(p_groups, array(
    select g.id from groups g where g.tenant_id = p_tenant
    union select e.group_id from group_grants e where e.tenant_id = p_tenant));
  turned text[] := array(
    select one.id from unnest(affected) one (id)
     where exists (select from groups g where g.tenant_id = p_tenant and g.id = one.id and g.archived_at is null)
        <> exists (select from group_grants e where e.tenant_id = p_tenant and e.group_id = one.id and e.project_id = ''));
begin
  with recursive reach (group_id, around) as (
    select g.id, g.id from groups g
     where g.tenant_id = p_tenant and g.archived_at is null and g.id = any(affected)
    union
    select r.group_id, g.id
      from reach r
      join memberships m on m.tenant_id = p_tenant and m.member_group_id = r.around
      join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id and g.archived_at is null
  ), granted as (
    select r.group_id, coalesce(g.project_id, '') as project_id, p.permission
      from reach r
      join groups g on g.tenant_id = p_tenant and g.id = r.around
     cross join lateral unnest(g.permissions) p (permission)
    union all
    select r.group_id, '', null from reach r where r.around = r.group_id
  ), fresh as (
    select group_id, project_id,
           coalesce(array_agg(distinct permission) filter (where permission is not null), '{}') as permissions
      from granted group by group_id, project_id
  ), gone as (
    delete from group_grants e
     where e.tenant_id = p_tenant and e.group_id = any(affected)
       and not exists (select from fresh f where f.group_id = e.group_id and f.project_id = e.project_id)
  )
  insert into group_grants as e (tenant_id, group_id, project_id, permissions)
  select p_tenant, group_id, project_id, permissions from fresh
  on conflict (tenant_id, group_id, project_id) do update
    set permissions = excluded.permissions where e.permissions is distinct from excluded.permissions;
  if turned <> '{}' then
    update user_tenants t set is_member = not t.is_member
      from group_members turning
     where turning.tenant_id = p_tenant and turning.group_id = any(turned)
       and t.tenant_id = turning.tenant_id and t.user_id = turning.user_id
       and t.is_member <> exists (
         select from group_members m
           join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id = ''
          where m.user_id = t.user_id and m.tenant_id = t.tenant_id);
    delete from group_members m
     where m.tenant_id = p_tenant and m.group_id = any(turned)
       and not exists (select from groups g where g.tenant_id = p_tenant and g.id = m.group_id);
  end if;
end $$;

-- Copies the direct group memberships of users in the selected tenant: of all users, or of the given ones. Lock the tenant's row
-- first.
create or replace function commonhold_rebuild_members(p_tenant text, p_users text[]) returns void language plpgsql as $$
declare
  affected text[] := coalesce(p_users, array(
    select m.user_id from memberships m where m.tenant_id = p_tenant and m.user_id is not null
    union select e.user_id from group_members e where e.tenant_id = p_tenant));
begin
  delete from group_members e
   where e.tenant_id = p_tenant and e.user_id = any(affected)
     and not exists (select from memberships m
       where m.tenant_id = p_tenant and m.group_id = e.group_id and m.user_id = e.user_id);
  insert into group_members (user_id, tenant_id, group_id, member_since)
  select m.user_id, m.tenant_id, m.group_id, m.created_at from memberships m
   where m.tenant_id = p_tenant and m.user_id = any(affected)
  on conflict do nothing;
  insert into user_tenants (user_id, tenant_id)
  select distinct m.user_id, m.tenant_id from memberships m
   where m.tenant_id = p_tenant and m.user_id = any(affected)
  on conflict do nothing;
  update user_tenants t set is_member = not t.is_member
   where t.tenant_id = p_tenant and t.user_id = any(affected)
     and t.is_member <> exists (
       select from group_members m
         join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id = ''
        where m.user_id = t.user_id and m.tenant_id = t.tenant_id);
end $$;

-- Does both for the whole selected tenant. If users are given, only their memberships are copied.
create or replace function commonhold_rebuild_permissions(p_tenant text, p_users text[]) returns void language sql as $$
  select commonhold_rebuild_members(p_tenant, p_users);
  select commonhold_rebuild_grants(p_tenant, null);
$$;

-- A group of a tenant and all groups within it, archived ones included.
create or replace function commonhold_group_tree(p_tenant text, p_group text) returns text[] language sql stable as $$
  with recursive inside (id) as (
    select p_group collate "C"
    union
    select m.member_group_id
      from inside i
      join memberships m on m.tenant_id = p_tenant and m.group_id = i.id and m.member_group_id is not null
  )
  select array_agg(id) from inside
$$;

-- The same for the selected tenant. The previous release calls it.
create or replace function commonhold_groups_within(p_group text) returns text[] language sql stable as $$
  select commonhold_group_tree(current_setting('app.tenant_id'), p_group)
$$;

-- True when the user is in a group of a tenant other than this one, archived groups included. Row level security shows one
-- tenant at a time, so it selects each tenant of `user_tenants` in turn, and then this one again.
create or replace function commonhold_is_member_outside(p_tenant text, p_user text) returns boolean language plpgsql as $$
declare
  visited text;
  is_member boolean := false;
  setting text;
begin
  for visited in select t.tenant_id from user_tenants t where t.user_id = p_user and t.tenant_id <> p_tenant loop
    setting := commonhold_select_tenant(visited);
    is_member := exists (select from memberships m where m.tenant_id = visited and m.user_id = p_user);
    exit when is_member;
  end loop;
  setting := commonhold_select_tenant(p_tenant);
  return is_member;
end $$;

-- The same for the selected tenant. The previous release calls it.
create or replace function commonhold_is_member_elsewhere(p_user text) returns boolean language plpgsql as $$
begin
  return commonhold_is_member_outside(current_setting('app.tenant_id'), p_user);
end $$;

-- True for an audit entry that records a write of its actor in the tenant, except writes to the actor's own account.
-- In SQL because two statements filter the log by it: `storeLogWriters`, and the function below.
create or replace function commonhold_is_writing(p_action text, p_record_type text) returns boolean language sql immutable as $$
  select p_action in ('created', 'updated', 'moved', 'deleted') and p_record_type not in ('user', 'session', 'preferences')
$$;

-- The traces of a user per tenant: whether the user is a member, has written records other than the own account, and is the value
-- of a custom field. Row level security shows one tenant at a time, so it selects each tenant of `user_tenants` in turn.
-- Afterwards no tenant is selected.
create or replace function commonhold_traces_of_user(p_user text)
returns table (tenant_id text, is_member boolean, has_written boolean, is_named boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  visited text;
begin
  for visited in select t.tenant_id from user_tenants t where t.user_id = p_user order by t.tenant_id loop
    perform commonhold_select_tenant(visited);
    return query
      select visited, found.is_member, found.has_written, found.is_named
        from (select exists (select from memberships m where m.user_id = p_user and m.tenant_id = visited) as is_member,
                     exists (select from log_writers w where w.user_id = p_user and w.tenant_id = visited)
                     or exists (select from audit_log a where a.actor_id = p_user and a.tenant_id = visited
                                  and commonhold_is_writing(a.action, a.record_type)) as has_written,
                     exists (select from issue_field_values v where v.record_id = p_user and v.tenant_id = visited)
                       as is_named) found
       where found.is_member or found.has_written or found.is_named;
  end loop;
end $$;

-- True when an active account of a person is a member of the group `owners` of the selected tenant, directly or through nested
-- groups.
create or replace function commonhold_has_owner(p_tenant text) returns boolean language sql stable as $$
  with recursive inside (id) as (
    select id from groups where tenant_id = p_tenant and key = 'owners' and archived_at is null
    union
    select m.member_group_id from inside i
      join memberships m on m.tenant_id = p_tenant and m.group_id = i.id
      join groups g on g.tenant_id = m.tenant_id and g.id = m.member_group_id and g.archived_at is null
  )
  select exists (
    select from inside i
      join memberships m on m.tenant_id = p_tenant and m.group_id = i.id
      join users u on u.id = m.user_id and u.status = 'active' and u.kind = 'person')
$$;

-- The next tenants by id that are not archived, and whether each has an owner. It selects each in turn, because row level
-- security shows one tenant at a time. Afterwards no tenant is selected.
create or replace function commonhold_owned_tenants(p_after text, p_most integer)
returns table (tenant_id text, has_owner boolean) language plpgsql as $$
declare
  visited text;
begin
  for visited in
    select t.id from tenants t where t.archived_at is null and t.id > p_after collate "C" order by t.id limit p_most
  loop
    perform commonhold_select_tenant(visited);
    return query select visited, commonhold_has_owner(visited);
  end loop;
end $$;

-- True when the members of a group of the selected tenant are owners, or would be if no group on the path were archived.
create or replace function commonhold_leads_to_owners(p_tenant text, p_group text) returns boolean language sql stable as $$
  with recursive above (id) as (
    select p_group collate "C"
    union
    select m.group_id from above a join memberships m on m.tenant_id = p_tenant and m.member_group_id = a.id
  )
  select exists (select from above a join groups g on g.tenant_id = p_tenant and g.id = a.id and g.key = 'owners')
$$;

-- Raises an exception when a tenant in use has no owner. Concurrent changes of owners wait for the lock, and then see the
-- new state.
create or replace function commonhold_assert_owner(p_tenant text) returns void language plpgsql as $$
begin
  perform from tenants where id = p_tenant and archived_at is null for no key update;
  if found and not commonhold_has_owner(p_tenant) then
    raise exception 'last_owner' using errcode = 'CHOWN';
  end if;
end $$;

-- The trigger that keeps a tenant from losing its last owner. It runs when the transaction commits, after each change that can
-- remove an owner: a membership is deleted, a group is archived or deleted, a user is deactivated, a tenant is restored. A tenant
-- that a user creates must have an owner from the start. When a user reaches `owners` through several groups, only the membership
-- next to `owners` is checked, because the rest of the path still exists. Memberships that leave the same group are checked once:
-- at the commit all of them see the same rows, and the tenant's row stays locked. The result is cached for the same statement
-- only, so after SET CONSTRAINTS ... IMMEDIATE the next statement checks again. A transaction that sets it must send one
-- statement at a time.
create or replace function commonhold_keep_owner() returns trigger language plpgsql as $$
declare
  selected constant text := current_setting('app.tenant_id', true);
  visible constant text := current_setting('app.tenants', true);
  concerned text;
  setting text;
  looked_at text;
begin
  if tg_table_name = 'memberships' then
    looked_at := coalesce(current_setting('app.owners_looked_at', true), '');
    if not starts_with(looked_at, statement_timestamp()::text) then
      looked_at := statement_timestamp()::text;
    elsif strpos(looked_at, old.tenant_id || '/' || old.group_id) > 0 then
      return null;
    end if;
    setting := set_config('app.owners_looked_at', looked_at || ' ' || old.tenant_id || '/' || old.group_id, true);
  end if;
  if tg_table_name = 'users' then
    for concerned in select t.tenant_id from user_tenants t where t.user_id = new.id order by t.tenant_id loop
      setting := commonhold_select_tenant(concerned);
      if exists (select from memberships m where m.tenant_id = concerned and m.user_id = new.id
                   and commonhold_leads_to_owners(concerned, m.group_id)) then
        setting := commonhold_assert_owner(concerned);
      end if;
    end loop;
  elsif tg_table_name = 'tenants' then
    setting := commonhold_select_tenant(new.id);
    setting := commonhold_assert_owner(new.id);
  elsif tg_table_name = 'groups' then
    setting := commonhold_select_tenant(old.tenant_id);
    if old.key = 'owners' or commonhold_leads_to_owners(old.tenant_id, old.id) then
      setting := commonhold_assert_owner(old.tenant_id);
    end if;
  else
    setting := commonhold_select_tenant(old.tenant_id);
    if commonhold_leads_to_owners(old.tenant_id, old.group_id) then
      setting := commonhold_assert_owner(old.tenant_id);
    end if;
  end if;
  setting := set_config('app.tenant_id', coalesce(selected, ''), true);
  setting := set_config('app.tenants', coalesce(nullif(visible, ''), '{}'), true);
  return null;
end $$;
