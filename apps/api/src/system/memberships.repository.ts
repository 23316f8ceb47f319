import type { MyGroup } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { invalid, problem } from '../base/problem.ts'
import { type Reader, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Scope } from '../store/page-statements.ts'
import { memberships } from './groups.table.ts'
import { type Nesting, waysFrom } from './memberships.rules.ts'

/** The maximum depth of nested groups. */
export const DEEPEST_NESTING = 10

const at = sql.placeholder
const tooDeep = sql.raw(String(DEEPEST_NESTING + 1))

const nesting = sqlStatement<{ is_cycle: boolean; depth: number }>(sql`
  with recursive above (id, depth) as (
    select ${at('group_id')}::text collate "C", 0
    union
    select m.group_id, a.depth + 1 from above a
      join memberships m on m.tenant_id = ${tenantId} and m.member_group_id = a.id where a.depth < ${tooDeep}
  ), below (id, depth) as (
    select ${at('member_group_id')}::text collate "C", 0
    union
    select m.member_group_id, b.depth + 1 from below b
      join memberships m on m.tenant_id = ${tenantId} and m.group_id = b.id and m.member_group_id is not null
     where b.depth < ${tooDeep}
  )
  select exists (select from above where id = ${at('member_group_id')}) as is_cycle,
         (select max(depth) from above) + 1 + (select max(depth) from below) as depth`)

/** Throws if the nested group would form a cycle or be nested too deep. The groups must be locked. */
export async function assertNests(tx: Transaction, groupId: string, memberGroupId: string): Promise<void> {
  const found = await tx.first(nesting, { group_id: groupId, member_group_id: memberGroupId })
  if (found?.is_cycle) throw problem('cycle_detected')
  if (found && found.depth > DEEPEST_NESTING)
    throw invalid({
      field: 'member_group_id',
      code: 'out_of_range',
      message: `groups can be nested at most ${DEEPEST_NESTING} levels deep; this would be ${found.depth}`,
    })
}

/** A group and the groups nested in it. Archived groups, and groups that are nested only in these, are left out. */
const inside = sql`
  with recursive inside (id) as (
    select ${at('parent_id')}::text collate "C"
    union
    select m.member_group_id from inside i
      join memberships m on m.tenant_id = ${tenantId} and m.group_id = i.id
      join groups g on g.tenant_id = m.tenant_id and g.id = m.member_group_id and g.archived_at is null
  )`

/** The memberships through which users are in a group, directly or through nested groups. */
export const effectiveIn = (groupId: string): Scope => ({
  name: 'effective',
  condition: sql`${memberships.user_id} is not null and ${memberships.group_id} in (${inside} select id from inside)`,
  values: { parent_id: groupId },
})

/** The direct members of a group. */
export const directIn = (groupId: string): Scope => ({
  name: 'direct',
  condition: sql`${memberships.group_id} = ${at('parent_id')}`,
  values: { parent_id: groupId },
})

const own = sqlStatement<unknown>(sql`
  select 1 from memberships where tenant_id = ${tenantId} and id = ${at('id')} and user_id = current_setting('app.user_id') and not commonhold_has_key()`)

/**
 * True for the caller's own membership in a group of the selected tenant. False with an API key, which cannot end memberships of
 * its user.
 */
export const isOwnMembership = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader.first(own, { id })) !== undefined

const nestings = sqlStatement<Nesting>(sql`
  ${inside} select m.group_id, m.member_group_id, g.name from inside i
    join memberships m on m.tenant_id = ${tenantId} and m.group_id = i.id
    join groups g on g.tenant_id = m.tenant_id and g.id = m.member_group_id and g.archived_at is null`)

const directOf = sqlStatement<{ id: string; group_id: string }>(
  sql`select id, group_id from memberships where tenant_id = ${tenantId} and user_id = ${at('user_id')} order by id`,
)
const nestingsAbove = sqlStatement<Nesting>(sql`
  with recursive above (id) as (
    select group_id from memberships where tenant_id = ${tenantId} and user_id = ${at('user_id')}
    union
    select m.group_id from above a
      join groups g on g.tenant_id = ${tenantId} and g.id = a.id and g.archived_at is null
      join memberships m on m.tenant_id = g.tenant_id and m.member_group_id = g.id
  )
  select m.group_id, m.member_group_id, g.name from above a
    join groups g on g.tenant_id = ${tenantId} and g.id = a.id and g.archived_at is null
    join memberships m on m.tenant_id = g.tenant_id and m.member_group_id = g.id`)

/** The paths through which a user is in each of the groups, by group id. */
export async function waysOfUser(
  reader: Reader,
  userId: string,
  groupIds: readonly string[],
): Promise<Map<string, MyGroup['ways']>> {
  const [direct, nested] = await Promise.all([
    reader.run(directOf, { user_id: userId }),
    reader.run(nestingsAbove, { user_id: userId }),
  ])
  return new Map(groupIds.map((groupId) => [groupId, waysBy(direct, waysFrom(groupId, nested))]))
}

function waysBy(
  direct: readonly { readonly id: string; readonly group_id: string }[],
  ways: ReturnType<typeof waysFrom>,
): MyGroup['ways'] {
  return direct.flatMap(({ id: membership_id, group_id }) =>
    (ways.get(group_id) ?? []).map((via) => ({ membership_id, via: [...via] })),
  )
}

/** The paths from a group to each group nested in it, outermost first. */
export const waysInto = async (reader: Reader, groupId: string) =>
  waysFrom(groupId, await reader.run(nestings, { parent_id: groupId }))
