import type { ConfigurationItemReference } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, type Statement, sqlStatement } from '../kernel/statement.ts'
import { impactFlows } from './relationships.rules.ts'

/** Items that an impact is told of. */
export const IMPACT_LIMIT = 5_000

/** An item that is reached, with the ids on the way to it. */
export interface Reached extends ConfigurationItemReference {
  readonly depth: number
  readonly weight: number
  readonly path: readonly string[]
}

const tenant = sql`current_setting('app.tenant_id')`
const list = (types: readonly string[]) => sql.raw(`(${types.map((type) => `'${type}'`).join(', ')})`)

/**
 * Breadth first, one row for each depth: what was found there, whence, how strongly, and all that was visited, so that
 * each item is found once, by a shortest way. Then the ways are put together from the steps.
 */
const reach = (toSource: readonly string[], toTarget: readonly string[]): Statement<Reached> => ({
  ...sqlStatement<Reached>(sql`
  with recursive spread (depth, found, via, weights, visited) as (
    select 0, array[${sql.placeholder('ci_id')}::text collate "C"], array[null::text collate "C"], array[10],
           array[${sql.placeholder('ci_id')}::text collate "C"]
    union all
    select s.depth + 1, next.found, next.via, next.weights, s.visited || next.found
      from spread s cross join lateral (
        select array_agg(step.id) as found, array_agg(step.via) as via, array_agg(step.weight) as weights
          from (
            select distinct on (r.id) r.id, here.id as via, least(here.weight, r.weight) as weight
              from unnest(s.found, s.weights) here (id, weight)
             cross join lateral (
               select source_id as id, weight from relationships
                where tenant_id = ${tenant} and target_id = here.id and relationship_type in ${list(toSource)}
               union all
               select target_id, weight from relationships
                where tenant_id = ${tenant} and source_id = here.id and relationship_type in ${list(toTarget)}
             ) r
              join configuration_items c on c.tenant_id = ${tenant} and c.id = r.id and c.archived_at is null
             where not exists (select from unnest(s.visited) known (id) where known.id = r.id)
             order by r.id, least(here.weight, r.weight) desc, here.id
          ) step
      ) next
     where s.depth < ${sql.placeholder('depth')}::int and next.found is not null
       and cardinality(s.visited) <= ${sql.raw(String(IMPACT_LIMIT))}
  ), steps as (
    select s.depth, step.id, step.via, step.weight
      from spread s cross join lateral unnest(s.found, s.via, s.weights) step (id, via, weight)
  ), ways (id, depth, weight, path) as (
    select id, depth, weight, array[id] from steps where depth = 0
    union all
    select steps.id, steps.depth, steps.weight, ways.path || steps.id
      from ways join steps on steps.depth = ways.depth + 1 and steps.via = ways.id
  )
  select c.id, c.name, c.ci_type, ways.depth, ways.weight, to_jsonb(ways.path) as path
    from ways join configuration_items c on c.tenant_id = ${tenant} and c.id = ways.id
   order by ways.depth, ways.weight desc, c.name, c.id`),
  isSearch: true,
})

const statements = {
  downstream: reach(impactFlows.toSource, impactFlows.toTarget),
  upstream: reach(impactFlows.toTarget, impactFlows.toSource),
}

/** The item, and what fails with it or what it fails with, the nearest first. */
export const reachedFrom = (
  reader: Reader,
  ci_id: string,
  direction: keyof typeof statements,
  depth: number,
): Promise<Reached[]> => reader.run(statements[direction], { ci_id, depth })
