-- Functions of configuration items.

-- Returns the configuration items that a failure of one item reaches, with the item itself at depth 0. The search is breadth
-- first, level by level, so that each item is found once, by a shortest path and among those by the strongest. For some types of
-- relationships a failure spreads to the source, for others to the target.
-- If more items than the limit are reached, it returns one empty row more than the limit instead. A part of each level is
-- expanded first, because that part is often enough to exceed the limit.
-- A level is read with one `= any` over all its items, in the order of the covering index; `offset 0` preserves that order.
-- Arrays are joined by hash, because the planner assumes that every array is short.
-- A function, because each level needs the items of the previous one: otherwise each level would take a round trip and transfer
-- its items both ways.
create or replace function commonhold_impact_in(
  p_tenant text, p_item text, p_depth int, p_limit int, p_to_source text[], p_to_target text[]
) returns table (id text, name text, ci_type text, depth int, weight int, via text, open_issue_count int)
language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_mergejoin = off set enable_nestloop = off
set plan_cache_mode = force_generic_plan set work_mem = '16MB' as $$
#variable_conflict use_column
declare
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
           where r.tenant_id = p_tenant and r.target_id = any(front)
           order by r.target_id, r.relationship_type, r.source_id, r.weight offset 0) r
         where r.relationship_type = any(p_to_source)
        union all
        select r.target_id, r.weight, r.source_id from (
          select r.source_id, r.relationship_type, r.target_id, r.weight from relationships r
           where r.tenant_id = p_tenant and r.source_id = any(front)
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
         where c.tenant_id = p_tenant and c.id = any(found) and c.archived_at is not null order by c.id offset 0);
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
         where c.tenant_id = p_tenant and c.id = any(ids) order by c.id offset 0
      ) item on item.id = step.id
      left join (
        select l.id, count(*)::int as open
          from (
            select l.configuration_item_id as id, l.issue_id from issue_configuration_items l
             where l.tenant_id = p_tenant and l.configuration_item_id = any(ids)
             order by l.configuration_item_id, l.issue_id offset 0) l
         cross join lateral (
           select from issues i
            where i.tenant_id = p_tenant and i.id = l.issue_id and not i.is_closed and i.archived_at is null offset 0) i
         group by l.id
      ) issues on issues.id = step.id
     order by step.depth, step.weight desc, item.name, item.id;
end $$;

-- The same for the selected tenant. The previous release calls it.
create or replace function commonhold_impact(
  p_item text, p_depth int, p_limit int, p_to_source text[], p_to_target text[]
) returns table (id text, name text, ci_type text, depth int, weight int, via text, open_issue_count int)
language sql stable as $$
  select * from commonhold_impact_in(current_setting('app.tenant_id'), p_item, p_depth, p_limit, p_to_source, p_to_target)
$$;
