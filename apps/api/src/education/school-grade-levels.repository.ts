import { sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { lockAdvisory } from '../db/advisory-locks.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantAndRoot, tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'

const leadsTo = sqlStatement<unknown>(sql`
  with recursive chain as (
    select id, next_grade_level_id from school_grade_levels
     where id = ${sql.placeholder('next')} and tenant_id in ${tenantAndRoot}
    union
    select l.id, l.next_grade_level_id from school_grade_levels l join chain c on l.id = c.next_grade_level_id
     where l.tenant_id in ${tenantAndRoot})
  select 1 from chain where id = ${sql.placeholder('id')}`)

/**
 * Throws if the next grade level leads back to this one. Changes of a tenant's levels run one after the other, so that two of
 * them cannot form a cycle together.
 */
export async function assertLeadsOn(tx: Transaction, id: string, next: string): Promise<void> {
  void lockAdvisory(tx, 'school_grade_levels')
  if (!(await tx.first(leadsTo, { id, next }))) return
  throw problem(
    'cycle_detected',
    {},
    'The next grade level would lead back to this one. Choose one that does not.',
  )
}

const usedElsewhere = sqlStatement<{ schools: number; enrollments: number }>(sql`
  select (select count(*)::int from school_offered_grades o
           where o.tenant_id = ${tenantId} and o.grade_level_id = ${sql.placeholder('id')}
             and o.school_id <> ${sql.placeholder('school_id')}) as schools,
         (select count(*)::int from school_enrollments e
           where e.tenant_id = ${tenantId} and e.grade_level_id = ${sql.placeholder('id')}
             and e.school_id <> ${sql.placeholder('school_id')}) as enrollments`)

/** Throws if a locked grade level is limited to one school although other schools use it. */
export async function assertOnlyOf(tx: Transaction, id: string, school_id: string): Promise<void> {
  const found = await tx.first(usedElsewhere, { id, school_id })
  const { schools = 0, enrollments = 0 } = found ?? {}
  if (schools + enrollments === 0) return
  throw problem(
    'dependent_item_exists',
    { dependents: { schools, school_enrollments: enrollments } },
    `Other schools that offer this grade level: ${schools}. Enrollments at other schools with this grade level: ${enrollments}. It cannot be limited to one school. Keep it for all schools.`,
  )
}
