import { sql } from 'drizzle-orm'
import { lockAdvisory } from '../../db/advisory-locks.ts'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import { visible } from '../projects/visibility.repository.ts'

const family = sqlStatement<Levels>(sql`
  select (select t.hierarchy_level from issues p join issue_types t on t.id = p.issue_type_id and ${visible('t')}
           where p.tenant_id = ${tenantId} and p.id = ${sql.placeholder('parent_id')}) as above,
         (select max(t.hierarchy_level) from issues c join issue_types t on t.id = c.issue_type_id and ${visible('t')}
           where c.tenant_id = ${tenantId} and c.parent_id = ${sql.placeholder('id')}) as below`)

/** The hierarchy levels of an issue's parent and children; null if it has no parent or no children. */
export interface Levels {
  /** The level of the parent. */
  readonly above: number | null
  /** The highest level among the children. */
  readonly below: number | null
}

/** The levels of a parent, and of the children of an issue. The id of a new issue is null. */
export async function levelsAround(
  reader: Reader,
  parentId: string | null,
  id: string | null,
): Promise<Levels> {
  const found = await reader.first(family, { parent_id: parentId, id })
  return found ?? { above: null, below: null }
}

const misplaced = sqlStatement<{ count: number }>(sql`
  select count(*)::int as count
    from issues i
    left join issues p on p.tenant_id = i.tenant_id and p.id = i.parent_id
    left join issue_types t on t.id = p.issue_type_id and ${visible('t')}
   where i.tenant_id = ${tenantId} and (
         i.issue_type_id = ${sql.placeholder('type_id')} and (
           (p.id is null and ${sql.placeholder('level')}::int = -1)
           or (p.issue_type_id <> i.issue_type_id and t.hierarchy_level < ${sql.placeholder('level')}::int))
         or p.issue_type_id = ${sql.placeholder('type_id')} and i.issue_type_id <> p.issue_type_id
           and (select c.hierarchy_level from issue_types c where c.id = i.issue_type_id and ${visible('c')}) > ${sql.placeholder('level')}::int)`)

/** The number of issues that would violate the hierarchy if a type got the level. */
export async function misplacedAt(reader: Reader, typeId: string, level: number): Promise<number> {
  return (await reader.first(misplaced, { type_id: typeId, level }))?.count ?? 0
}

const lineage = sqlStatement<{ id: string; height: number }>(sql`
  with recursive up (id, parent_id, height) as (
    select i.id, i.parent_id, 1 from issues i
     where i.tenant_id = ${tenantId} and i.id = ${sql.placeholder('id')}
    union all
    select i.id, i.parent_id, up.height + 1 from up
      join issues i on i.tenant_id = ${tenantId} and i.id = up.parent_id where up.height < 20
  ) select id, height from up order by height`)

const depth = sqlStatement<{ depth: number }>(sql`
  with recursive down (id, depth) as (
    select ${sql.placeholder('id')}::text collate "C", 0
    union all
    select i.id, down.depth + 1 from down
      join issues i on i.tenant_id = ${tenantId} and i.parent_id = down.id where down.depth < 20
  ) select max(depth)::int as depth from down`)

/** The ids of an issue and its ancestors, starting with the issue itself. */
export async function lineageOf(reader: Reader, id: string): Promise<string[]> {
  return (await reader.run(lineage, { id })).map((row) => row.id)
}

/** The number of levels below an issue. */
export async function depthBelow(reader: Reader, id: string): Promise<number> {
  return (await reader.first(depth, { id }))?.depth ?? 0
}

/** Locks changes of parents, so that two concurrent changes cannot form a cycle. */
export const lockFamily = (tx: Transaction) => lockAdvisory(tx, 'issue_parents')
