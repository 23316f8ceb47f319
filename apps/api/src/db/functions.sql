-- Functions of the service, applied after the migrations. A changed signature gets a new name, so that the previous
-- release keeps working while the next one starts.

-- Authorizes a request: checks session, user, key, tenant and permission, and selects the tenant for row level security.
-- Returns `mark,tenant,project,stale`: the caller's mark, the tenant, the selected project, and `t` when the use of the
-- session should be recorded. It raises an exception when a check fails, so it can be sent ahead of the queries in the same
-- write: none of them takes effect. `security definer`, because it reads before a tenant is selected. Settings are assigned
-- instead of `perform`ed, because `perform` runs a query for each. A permission that another one includes is held in the
-- whole tenant by users who hold that other one in any project.
create or replace function commonhold_authorize(
  p_mark text, p_session text, p_user text, p_key text, p_expires double precision, p_tenant text, p_permission text
) returns text language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  entered_tenant text;
  selected_project text;
  granted_projects text[];
  session_is_stale boolean;
  holds_everywhere boolean;
  other constant text := commonhold_comes_with(p_permission);
  sufficient constant text[] := array[p_permission, other, '*'];
  tenant_archived_at timestamptz;
  setting text;
begin
  select e.tenant_id, s.current_project_id, s.last_used_at < now() - interval '1 minute', e.holds, t.archived_at
    into entered_tenant, selected_project, session_is_stale, holds_everywhere, tenant_archived_at
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
    || case when session_is_stale then ',t' else ',f' end;
end $$;

-- Drops the former function; no release that calls it runs beside this one.
drop function if exists commonhold_enter;

-- Selects a tenant for the rest of the transaction: its rows, and the shared rows of the root tenant for reading.
create or replace function commonhold_select_tenant(p_tenant text) returns void language plpgsql as $$
declare
  setting text;
begin
  setting := set_config('app.tenant_id', p_tenant, true);
  setting := set_config('app.tenants', '{' || p_tenant || ',01K00000000000000000000000}', true);
end $$;

-- The person of a user's account in the selected tenant: the first that is not archived; null when no tenant is selected.
-- The query is planned when it runs, because planning it requires a tenant.
create or replace function commonhold_person_of(p_user text) returns text language plpgsql stable as $$
begin
  if coalesce(current_setting('app.tenant_id', true), 'none') = 'none' then
    return null;
  end if;
  return (
    select p.id from persons p
     where p.tenant_id = current_setting('app.tenant_id') and p.user_id = p_user collate "C" and p.archived_at is null
     order by p.id limit 1);
end $$;

-- True when the user of the request holds a permission in the selected tenant, or in the project.
create or replace function commonhold_may(p_permission text, p_project text) returns boolean
language sql stable as $$
  select exists (
    select from group_members m
      join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id
     where m.user_id = current_setting('app.user_id', true) and m.tenant_id = current_setting('app.tenant_id')
       and g.project_id in ('', coalesce(p_project, '')) and g.permissions && array[p_permission, '*'])
$$;

-- Today's date in the time zone of the selected tenant.
create or replace function commonhold_today() returns date language sql stable as $$
  select (now() at time zone coalesce(
    (select t.timezone from tenants t where t.id = current_setting('app.tenant_id', true)), 'UTC'))::date
$$;

-- The beginning of a value, of which lists return `p_longest` characters: one character more of a text, and as many
-- elements of a list as may fit plus one, which shows that there are more. Lists of ids are returned whole.
create or replace function commonhold_cut_value(p_value jsonb, p_longest int) returns jsonb
language sql immutable parallel safe as $$
  select case
    when jsonb_typeof(p_value) = 'string' then to_jsonb(left(p_value #>> '{}', p_longest + 1))
    when jsonb_typeof(p_value) = 'array' and p_value ->> 0 !~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' then (
      select jsonb_agg(e.value order by e.place)
        from (select value, place, coalesce(sum(length(value::text)) over (
                       order by place rows between unbounded preceding and 1 preceding), 0) as before
                from jsonb_array_elements(p_value) with ordinality a (value, place)) e
       where e.before <= 2 * p_longest)
    else p_value end
$$;

-- The changes of a history entry, with long values and their labels shortened.
create or replace function commonhold_cut_changes(p_changes jsonb, p_longest int) returns jsonb
language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(case when length(c.value::text) <= p_longest then c.value
           else c.value || coalesce((
             select jsonb_object_agg(m.key, commonhold_cut_value(m.value, p_longest))
               from jsonb_each(c.value) m
              where m.key in ('from', 'to') or (m.key in ('from_label', 'to_label') and jsonb_typeof(m.value) = 'string')), '{}')
         end order by c.place), '[]')
    from jsonb_array_elements(p_changes) with ordinality c (value, place)
$$;

-- A word with the mark of its tenant, so that an index of words has separate entries per tenant. Two tenants may have the
-- same mark, so a search must compare the tenant as well.
create or replace function commonhold_term(p_tenant text, p_lexeme text) returns text
language sql immutable as $$ select left(md5(p_tenant), 4) || '/' || p_lexeme $$;

-- The words of a text, each with the mark of its tenant; words too long to hold the mark are left out.
create or replace function commonhold_terms(p_tenant text, p_document tsvector) returns tsvector
language sql immutable as $$
  select array_to_tsvector(array(
    select commonhold_term(p_tenant, lexeme) from unnest(tsvector_to_array(p_document)) lexeme
     where octet_length(lexeme) <= 2000))
$$;

-- Text in lower case without accents, as searches compare it. Letters that do not decompose are replaced by those that
-- people type for them. `base/words.ts` does the same.
create or replace function commonhold_fold(p_text text) returns text
language sql immutable parallel safe as $$
  select lower(replace(replace(replace(replace(replace(replace(
    translate(
      normalize(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g'), NFC),
      'øØłŁđĐħĦŧŦıİ', 'oolldDhhttii'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'))
$$;

-- The words of a text. Punctuation separates words, so that a host name is found by each of its parts.
create or replace function commonhold_words(p_text text) returns tsvector
language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(commonhold_fold(coalesce(p_text, '')), '[!-/:-@[-`{-~]+', ' ', 'g'))
$$;

-- The issues of the selected tenant whose texts or comments contain every word, or a word that begins with it, best matches
-- first; of more than a thousand the newest are ranked. Internal comments count for callers who may read them. `security
-- definer`, because the matching operator is not leakproof: under row level security no index would be used, so
-- `issue_texts` does not force it on its owner. The rows are read again under row level security. The tenant is compared as
-- an expression, so that only the index of words is usable; it is read through a bitmap, which other reads disable. Each
-- word has a bit, so that an issue's texts are grouped once.
create or replace function commonhold_search_issues(p_words text) returns table (issue_id text, rank real)
language sql stable security definer rows 1000 set search_path = public, pg_temp set enable_bitmapscan = on as $$
  with caller as materialized (
    select current_setting('app.tenant_id') as tenant_id, commonhold_may('issues:read_internal', null) as reads_internal
  ), words as materialized (
    select set_bit(repeat('0', 256)::bit(256), place::int - 1, 1) as bit,
           (quote_literal(lexeme) || ':*')::tsquery as query,
           (quote_literal(commonhold_term((select tenant_id from caller), lexeme)) || ':*')::tsquery as term
      from unnest(tsvector_to_array(commonhold_words(p_words))) with ordinality as each (lexeme, place)
  ), found as materialized (
    select t.issue_id
      from words
      join issue_texts t on t.terms @@ words.term and t.tenant_id || '' = (select tenant_id from caller)
     where t.visibility = 'public' or (select reads_internal from caller) or commonhold_may('issues:read_internal', (
             select i.project_id from issues i where i.tenant_id = t.tenant_id and i.id = t.issue_id))
     group by 1 having bit_or(words.bit) = (select bit_or(bit) from words)
     order by 1 desc limit 1000
  )
  select f.issue_id, ranked.rank
    from found f cross join lateral (
      select sum(ts_rank(t.document, words.query))::real as rank
        from issue_texts t cross join words
       where t.tenant_id = (select tenant_id from caller) and t.issue_id = f.issue_id
         and (t.visibility = 'public' or (select reads_internal from caller) or commonhold_may('issues:read_internal', (
               select i.project_id from issues i where i.tenant_id = t.tenant_id and i.id = t.issue_id)))
    ) ranked
   order by 2 desc, 1 desc
$$;

-- The words by which a record is found, as `search/search-statements.ts` compares them: folded, cut to 64 characters, and
-- without repeats. Of each title and code the whole, behind `=`; of each title also the words between blanks, but for the
-- one that the whole begins with, and what follows punctuation within words.
create or replace function commonhold_words_of(p_titles text[], p_codes text[]) returns text[]
language plpgsql immutable as $$
declare
  given text;
  word text;
  place int := 0;
  found_words text[] := '{}';
begin
  foreach given in array p_titles || p_codes loop
    place := place + 1;
    given := case when octet_length(given) = char_length(given) then lower(given) else commonhold_fold(given) end;
    given := btrim(regexp_replace(given, '\s+', ' ', 'g'));
    continue when coalesce(given, '') = '';
    found_words := found_words || ('=' || left(given, 64));
    continue when place > cardinality(p_titles);
    foreach word in array string_to_array(given, ' ') loop
      if not starts_with(given, word || ' ') and given <> word then
        found_words := found_words || left(word, 64);
      end if;
      while word ~ '[!-/:-@[-`{-~][^!-/:-@[-`{-~]' loop
        word := substring(word from '[!-/:-@[-`{-~]([^!-/:-@[-`{-~].*)');
        found_words := found_words || left(word, 64);
      end loop;
    end loop;
  end loop;
  return array(select distinct w from unnest(found_words) w);
end $$;

-- The trigger that writes the words of a record. Its arguments: the kind of the record, the columns that are titles, and
-- those that are codes. It fires for changes of these columns only.
create or replace function commonhold_index_words() returns trigger language plpgsql as $$
declare
  members jsonb;
  titles text[];
  codes text[];
  name text;
begin
  if tg_op <> 'INSERT' then
    delete from search_words w where w.tenant_id = old.tenant_id and w.record_id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    members := to_jsonb(new);
    foreach name in array string_to_array(tg_argv[1], ',') loop
      titles := titles || (members ->> name);
    end loop;
    foreach name in array string_to_array(tg_argv[2], ',') loop
      codes := codes || (members ->> name);
    end loop;
    insert into search_words (tenant_id, kind, word, record_id)
    select new.tenant_id, tg_argv[0], word, new.id from unnest(commonhold_words_of(titles, codes)) word;
  end if;
  return null;
end $$;

-- The trigger that copies the external ids of a record to `external_ids`, where two records of a table cannot have the same.
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

-- The configuration items that are reached from one, the item itself at depth 0. The search is breadth first, level by
-- level, so that each item is found once, by a shortest path and among those by the strongest. A failure spreads along an
-- item's relationships to their sources for some types and to their targets for others. If more items than the limit are
-- reached, the result has that many empty rows, which signal it; a part of each level is expanded first, because that part
-- is often enough to exceed the limit. A level is read with one `= any` over all its items, in the order of the covering
-- index; `offset 0` preserves that order. Arrays are joined by hash, because the planner assumes that every array is short.
create or replace function commonhold_impact(
  p_item text, p_depth int, p_limit int, p_to_source text[], p_to_target text[]
) returns table (id text, name text, ci_type text, depth int, weight int, via text, open_issue_count int)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off set enable_nestloop = off
set plan_cache_mode = force_generic_plan set work_mem = '16MB' as $$
#variable_conflict use_column
declare
  tenant constant text := current_setting('app.tenant_id');
  ids text[] := array[p_item];
  depths int[] := array[0];
  weights int[] := array[10];
  vias text[] := array[null::text];
  front text[] := ids;
  front_weights int[] := weights;
  found text[];
  found_weights int[];
  found_vias text[];
  archived text[];
  followed int;
  bound int;
begin
  for level in 1 .. p_depth loop
    bound := p_limit + p_limit / 2;
    loop
      with edge as materialized (
        select r.source_id as id, r.weight, r.target_id as via from (
          select r.target_id, r.relationship_type, r.source_id, r.weight from relationships r
           where r.tenant_id = tenant and r.target_id = any(front)
           order by r.target_id, r.relationship_type, r.source_id, r.weight offset 0) r
         where r.relationship_type = any(p_to_source)
        union all
        select r.target_id, r.weight, r.source_id from (
          select r.source_id, r.relationship_type, r.target_id, r.weight from relationships r
           where r.tenant_id = tenant and r.source_id = any(front)
           order by r.source_id, r.relationship_type, r.target_id, r.weight offset 0) r
         where r.relationship_type = any(p_to_target)
         limit bound
      )
      select array_agg(step.id), array_agg(step.weight), array_agg(step.via), (select count(*) from edge)
        into found, found_weights, found_vias, followed
        from (
          select distinct on (edge.id) edge.id, least(edge.weight, here.weight) as weight, edge.via
            from edge
            join unnest(front, front_weights) here (id, weight) on here.id = edge.via
           where not exists (select from unnest(ids) known (id) where known.id = edge.id)
           order by edge.id, least(edge.weight, here.weight) desc, edge.via
        ) step;
      archived := array(
        select c.id from configuration_items c
         where c.tenant_id = tenant and c.id = any(found) and c.archived_at is not null order by c.id offset 0);
      if cardinality(archived) > 0 then
        select array_agg(step.id), array_agg(step.weight), array_agg(step.via) into found, found_weights, found_vias
          from unnest(found, found_weights, found_vias) step (id, weight, via)
         where not exists (select from unnest(archived) gone (id) where gone.id = step.id);
      end if;
      if cardinality(ids) + cardinality(found) > p_limit then
        return query select null, null, null, null::int, null::int, null, null::int from generate_series(0, p_limit);
        return;
      end if;
      exit when bound is null or followed < bound;
      bound := null;
    end loop;
    exit when found is null;
    front := found;
    front_weights := found_weights;
    ids := ids || found;
    depths := depths || array_fill(level, array[cardinality(found)]);
    weights := weights || found_weights;
    vias := vias || found_vias;
  end loop;
  return query
    select item.id, item.name, item.ci_type, step.depth, step.weight, step.via, coalesce(issues.open, 0)
      from unnest(ids, depths, weights, vias) step (id, depth, weight, via)
      join (
        select c.id, c.name, c.ci_type from configuration_items c
         where c.tenant_id = tenant and c.id = any(ids) order by c.id offset 0
      ) item on item.id = step.id
      left join (
        select l.id, count(*)::int as open
          from (
            select l.configuration_item_id as id, l.issue_id from issue_configuration_items l
             where l.tenant_id = tenant and l.configuration_item_id = any(ids)
             order by l.configuration_item_id, l.issue_id offset 0) l
         cross join lateral (
           select from issues i
            where i.tenant_id = tenant and i.id = l.issue_id and not i.is_closed and i.archived_at is null offset 0) i
         group by l.id
      ) issues on issues.id = step.id
     order by step.depth, step.weight desc, item.name, item.id;
end $$;

-- True when the user of the request holds one of the permissions in the selected tenant or in the project, independent of
-- the permission of the operation; a project of `*` stands for any. Records that a request refers to, and names that it
-- returns, are checked with this. In plpgsql, because a session caches the plan of its query; an SQL function is planned by
-- each statement that calls it.
create or replace function commonhold_reads(p_permissions text[], p_project text) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from group_members m
      join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id
     where m.user_id = current_setting('app.user_id', true) and m.tenant_id = current_setting('app.tenant_id')
       and (g.project_id in ('', coalesce(p_project, '')) or p_project = '*')
       and g.permissions && (p_permissions || '*'::text));
end $$;
