-- What follows from groups and memberships, and what users leave behind. Applied as `functions.sql` is.

-- Works out anew what the members of groups of the selected tenant may do: of all groups, or those given. A group grants
-- what it and the groups around it carry; an archived one grants and passes nothing, and has no rows. How many members
-- there are makes no difference, unless a group comes or goes. Rows that stay as they are, are not written. Changes of one
-- tenant's groups must wait for each other, or one would overlook the other: lock the tenant's row first.
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

-- Copies anew which groups of the selected tenant users are in directly: of all users, or those given. Lock as above.
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

-- Both for the whole of the selected tenant; with users given, only their groups are copied anew.
create or replace function commonhold_rebuild_permissions(p_tenant text, p_users text[]) returns void language sql as $$
  select commonhold_rebuild_members(p_tenant, p_users);
  select commonhold_rebuild_grants(p_tenant, null);
$$;

-- A group of the selected tenant and all groups within it, archived ones too.
create or replace function commonhold_groups_within(p_group text) returns text[] language sql stable as $$
  with recursive inside (id) as (
    select p_group collate "C"
    union
    select m.member_group_id
      from inside i
      join memberships m on m.tenant_id = current_setting('app.tenant_id') and m.group_id = i.id and m.member_group_id is not null
  )
  select array_agg(id) from inside
$$;

-- What a user has left behind, tenant by tenant: memberships, whether the user has written anything but about the own
-- account, and whether custom fields name the user. Row level security shows one tenant at a time, so it enters each that
-- the user ever had to do with; none that is named stays selected.
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
                     exists (select from audit_log a where a.actor_id = p_user and a.tenant_id = visited
                               and a.action in ('created', 'updated', 'moved', 'deleted')
                               and a.record_type not in ('user', 'session', 'preferences')) as has_written,
                     exists (select from issue_field_values v where v.record_id = p_user and v.tenant_id = visited)
                       as is_named) found
       where found.is_member or found.has_written or found.is_named;
  end loop;
end $$;
