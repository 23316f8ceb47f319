-- Functions of the service, applied after the migrations. A changed signature gets a new name, so that the previous
-- release keeps working while the next one starts.

-- Authorizes a request: checks session or API key, user, signing key, tenant and permission, and selects the tenant for row
-- level security. Returns `mark,tenant,project,stale`: the caller's mark, the tenant, the selected project, and `t` when the
-- use of the session or the key should be recorded. It raises an exception when a check fails, so it can be sent ahead of
-- the queries in the same write: none of them takes effect. `security definer`, because it reads before a tenant is
-- selected. Settings are assigned instead of `perform`ed, because `perform` runs a query for each. If another permission includes
-- the required one, users with that other permission in any project have the required one in the whole tenant. An API key is
-- valid in its own tenant only. Its scopes are set for the rest of the transaction: see `commonhold_in_scope`.
create or replace function commonhold_authorize_caller(
  p_mark text, p_session text, p_user text, p_key text, p_expires double precision, p_tenant text, p_permission text,
  p_api_key text, p_hash text, p_source text
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  entered_tenant text;
  selected_project text;
  granted_projects text[];
  use_is_stale boolean;
  holds_everywhere boolean;
  other constant text := commonhold_comes_with(p_permission);
  sufficient constant text[] := array[p_permission, other, '*'];
  tenant_archived_at timestamptz;
  key_scopes text[];
  key_networks cidr[];
  key_tenant text;
  refused_because text;
  setting text;
begin
  if p_api_key is null then
    select e.tenant_id, s.current_project_id, s.last_used_at < now() - interval '1 minute', e.holds, t.archived_at
      into entered_tenant, selected_project, use_is_stale, holds_everywhere, tenant_archived_at
      from sessions s
      join users u on u.id = s.user_id and u.status = 'active'
      left join lateral (
        select m.tenant_id, bool_or(g.permissions && sufficient) as holds
          from group_members m
          join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id = ''
         where m.user_id = s.user_id and m.tenant_id = coalesce(p_tenant, s.current_tenant_id)
         group by m.tenant_id
      ) e on true
      left join tenants t on t.id = e.tenant_id
     where s.id = p_session and s.user_id = p_user and s.revoked_at is null and s.expires_at > now()
       and to_timestamp(p_expires) > now()
       and (p_key is null or exists (select from signing_keys k where k.id = p_key and k.retired_at is null));
    if not found then
      raise exception 'not_authenticated' using errcode = 'CH401';
    end if;
    setting := set_config('app.scopes', '', true);
  else
    select e.tenant_id, k.last_used_at is null or k.last_used_at < date_trunc('hour', now()), e.holds,
           k.scopes, k.allowed_networks, k.tenant_id,
           case when k.revoked_at is not null then 'api_key_deleted'
                when k.secret_hash <> p_hash and (k.former_secret_hash is distinct from p_hash
                  or k.former_secret_expires_at <= now()) then 'api_key_rotated'
                when k.expires_at <= now() then 'api_key_expired'
                when u.status <> 'active' then 'user_deactivated'
                when t.archived_at is not null then 'tenant_archived' end
      into entered_tenant, use_is_stale, holds_everywhere, key_scopes, key_networks, key_tenant, refused_because
      from api_keys k
      join users u on u.id = k.user_id
      join tenants t on t.id = k.tenant_id
      left join lateral (
        select m.tenant_id, bool_or(g.permissions && sufficient) as holds
          from group_members m
          join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id = ''
         where m.user_id = k.user_id and m.tenant_id = k.tenant_id
         group by m.tenant_id
      ) e on true
     where k.id = p_api_key and k.user_id = p_user;
    if not found or refused_because is not null then
      raise exception 'not_authenticated' using errcode = 'CH401', detail = coalesce(refused_because, 'api_key_deleted');
    end if;
    if cardinality(key_networks) > 0 and not coalesce(p_source::inet <<= any (key_networks), false) then
      raise exception 'network_not_allowed' using errcode = 'CHNET';
    end if;
    if entered_tenant is null or p_tenant <> key_tenant then
      raise exception 'tenant_access_denied' using errcode = 'CHTEN';
    end if;
    if p_permission is not null and not (p_permission = any (key_scopes) or coalesce(other = any (key_scopes), false)) then
      raise exception 'scope_missing' using errcode = 'CHSCO', detail = entered_tenant, hint = p_permission;
    end if;
    setting := set_config('app.scopes', key_scopes::text, true);
  end if;
  setting := set_config('app.user_id', p_user, true);
  -- A bulk request authorizes several operations in one transaction: the projects of an earlier one do not limit the next.
  setting := set_config('app.project_ids', '', true);

  if entered_tenant is null and (p_tenant is not null or p_permission is not null) then
    raise exception 'tenant_access_denied' using errcode = 'CHTEN';
  end if;
  if tenant_archived_at is not null then
    if p_tenant is not null or p_permission is not null then
      raise exception 'record_archived' using errcode = 'CHARC';
    end if;
    entered_tenant := null;
  end if;
  if p_permission is not null and not holds_everywhere then
    select array_agg(distinct g.project_id), bool_or(g.permissions && array[other]) into granted_projects, holds_everywhere
      from group_members m
      join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id <> ''
     where m.user_id = p_user and m.tenant_id = entered_tenant and g.permissions && sufficient;
    if granted_projects is null then
      raise exception 'permission_denied' using errcode = 'CHPER', detail = entered_tenant, hint = p_permission;
    end if;
    if not holds_everywhere then
      setting := set_config('app.project_ids', array_to_string(granted_projects, ','), true);
    end if;
  end if;
  if entered_tenant is not null then
    setting := commonhold_select_tenant(entered_tenant);
  end if;
  return p_mark || ',' || coalesce(entered_tenant, '') || ',' || coalesce(selected_project, '')
    || case when use_is_stale then ',t' else ',f' end;
end $$;

-- Checks that a request was authorized for the tenant that its statements use, and returns the authorization. Otherwise it raises
-- an exception with the authorized tenant: this statement returns nothing, and no later one of the transaction takes effect.
create or replace function commonhold_confirm_tenant(p_authorization text, p_tenant text) returns text
language plpgsql immutable as $$
declare
  entered constant text := coalesce(nullif(split_part(p_authorization, ',', 2), ''), 'none');
begin
  if entered is distinct from p_tenant then
    raise exception 'other_tenant' using errcode = 'CHEXP', detail = entered;
  end if;
  return p_authorization;
end $$;

-- Like `commonhold_authorize_caller`, for sessions only. The previous release calls it.
create or replace function commonhold_authorize(
  p_mark text, p_session text, p_user text, p_key text, p_expires double precision, p_tenant text, p_permission text
) returns text language plpgsql as $$
begin
  return commonhold_authorize_caller(
    p_mark, p_session, p_user, p_key, p_expires, p_tenant, p_permission, null, null, null);
end $$;

-- The user and the tenant of an API key, even if the key is no longer accepted. `security definer`, because the tenant is not
-- known before.
create or replace function commonhold_owner_of_key(p_id text, p_hash text) returns table (user_id text, tenant_id text)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select k.user_id, k.tenant_id from api_keys k where k.id = p_id and p_hash in (k.secret_hash, k.former_secret_hash)
$$;

-- True when the request is made with an API key.
create or replace function commonhold_has_key() returns boolean language sql stable as $$
  select coalesce(current_setting('app.scopes', true), '') <> ''
$$;

-- True when the request is made with a session, or with an API key that has the permission as a scope.
create or replace function commonhold_in_scope(p_permission text) returns boolean language sql stable as $$
  select case when coalesce(current_setting('app.scopes', true), '') = '' then true
              else p_permission = any (current_setting('app.scopes', true)::text[]) end
$$;

-- Selects a tenant for the rest of the transaction: its rows become visible, and the shared rows of the root tenant readable.
create or replace function commonhold_select_tenant(p_tenant text) returns void language plpgsql as $$
declare
  setting text;
begin
  setting := set_config('app.tenant_id', p_tenant, true);
  setting := set_config('app.tenants', '{' || p_tenant || ',01K00000000000000000000000}', true);
end $$;

-- True when the user of the request has a permission in the tenant or in the project, and the API key of the request, if any, has
-- it as a scope.
create or replace function commonhold_may_in(p_tenant text, p_permission text, p_project text) returns boolean
language sql stable as $$
  select commonhold_in_scope(p_permission) and exists (
    select from group_members m
      join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id
     where m.user_id = current_setting('app.user_id', true) and m.tenant_id = p_tenant
       and g.project_id in ('', coalesce(p_project, '')) and g.permissions && array[p_permission, '*'])
$$;

-- The same in the selected tenant. The previous release calls it.
create or replace function commonhold_may(p_permission text, p_project text) returns boolean
language sql stable as $$
  select commonhold_may_in(current_setting('app.tenant_id'), p_permission, p_project)
$$;

-- Today's date in the time zone of a tenant.
create or replace function commonhold_today_in(p_tenant text) returns date language sql stable as $$
  select (now() at time zone coalesce((select t.timezone from tenants t where t.id = p_tenant), 'UTC'))::date
$$;

-- The same in the selected tenant. The previous release calls it.
create or replace function commonhold_today() returns date language sql stable as $$
  select commonhold_today_in(current_setting('app.tenant_id', true))
$$;

-- Text in lower case without accents, as searches compare it. Letters that Unicode does not decompose, such as ø, are replaced by
-- those that people type for them. `base/words.ts` does the same.
create or replace function commonhold_fold(p_text text) returns text
language sql immutable parallel safe as $$
  select lower(replace(replace(replace(replace(replace(replace(
    translate(
      normalize(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g'), NFC),
      'øØłŁđĐħĦŧŦıİ', 'oolldDhhttii'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'))
$$;

-- The trigger that copies the external ids of a record to `external_ids`, in which they are unique for each table.
-- Its argument, if any, is the column whose value is the id of the source `default`.
create or replace function commonhold_index_external_ids() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from external_ids e where e.tenant_id = old.tenant_id and e.kind = tg_table_name and e.record_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into external_ids (tenant_id, kind, external_id, record_id)
    select new.tenant_id, tg_table_name, (given ->> 'source') || ':' || (given ->> 'id'), new.id
      from jsonb_array_elements(new.external_ids) given
    union all
    select new.tenant_id, tg_table_name, 'default:' || (to_jsonb(new) ->> tg_argv[0]), new.id
     where tg_nargs > 0 and to_jsonb(new) ->> tg_argv[0] is not null;
  end if;
  return null;
end $$;

-- True when the user of the request has one of the permissions in the tenant or in the project, independent of the permission of
-- the operation; the project `*` means any project. It checks records that a request refers to, and names that it returns. It is
-- in plpgsql, because a session caches the plan of its query; an SQL function is planned by each statement that calls it.
create or replace function commonhold_reads_in(p_tenant text, p_permissions text[], p_project text) returns boolean
language plpgsql stable as $$
declare
  scopes constant text := coalesce(current_setting('app.scopes', true), '');
  sought text[] := p_permissions;
begin
  if scopes <> '' then
    sought := array(select p from unnest(p_permissions) p where p = any (scopes::text[]));
    if sought = '{}' then
      return false;
    end if;
  end if;
  return exists (
    select from group_members m
      join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id
     where m.user_id = current_setting('app.user_id', true) and m.tenant_id = p_tenant
       and (g.project_id in ('', coalesce(p_project, '')) or p_project = '*')
       and g.permissions && (sought || '*'::text));
end $$;

-- The same in the selected tenant. The previous release calls it.
create or replace function commonhold_reads(p_permissions text[], p_project text) returns boolean
language plpgsql stable as $$
begin
  return commonhold_reads_in(current_setting('app.tenant_id'), p_permissions, p_project);
end $$;

-- Claims an Idempotency-Key until the transaction ends. It raises an exception when another request has claimed the key, or when
-- the key is stored already, so it can be sent ahead of the statements of the request in the same write: none of them then takes
-- effect. The row is read by a separate statement, which sees what was committed before the lock was acquired.
create or replace function commonhold_claim_key(p_user text, p_path text, p_key text) returns boolean language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', p_user, p_path, p_key), 0)) then
    raise exception 'the key is held by another request' using errcode = 'CHKEY';
  end if;
  if exists (
    select from idempotency_keys k
     where k.user_id = p_user and k.path = p_path and k.key = p_key and k.created_at > now() - interval '24 hours'
  ) then
    raise exception 'the key was used before' using errcode = 'CHKEY';
  end if;
  return true;
end $$;

-- The age in seconds of the oldest transaction of another session, and the process ids of sessions whose details PostgreSQL hides
-- from the owner of the tables. The role for backups is left out, because dumps take long. `security definer`, because PostgreSQL
-- shows a role only the sessions of roles whose privileges it has.
create or replace function commonhold_owner_sessions() returns table (oldest_transaction double precision, hidden integer[])
language sql security definer rows 1 set search_path = public, pg_temp as $$
  select extract(epoch from clock_timestamp() - min(xact_start))::float8,
         coalesce(array_agg(pid) filter (where backend_start is null), '{}')
    from pg_stat_activity
   where datname = current_database() and usename <> 'commonhold_backup' and pid <> pg_backend_pid()
$$;
