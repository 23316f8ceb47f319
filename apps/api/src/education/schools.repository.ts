import { sql } from 'drizzle-orm'
import { invalid } from '../base/problem.ts'
import { lockAdvisory } from '../db/advisory-locks.ts'
import { ignoreUnhandled, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import { idsOf } from '../store/key-or-id.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'

/** Prevents concurrent changes of the school's default calendar. */
export const lockSchool = (tx: Transaction, school_id: string) =>
  lockAdvisory(tx, `default_school_calendar ${school_id}`)

const deleteGrades = sqlStatement<unknown>(sql`
  delete from school_offered_grades
   where tenant_id = ${tenantId} and school_id = ${sql.placeholder('school_id')}`)
const offerGrades = sqlStatement<unknown>(sql`
  insert into school_offered_grades (tenant_id, school_id, grade_level_id)
  select ${tenantId}, ${sql.placeholder('school_id')}, unnest(${sql.placeholder('ids')}::text[])`)

/**
 * The ids of a school's grade levels, given by key or id, without duplicates. Each must be visible, and for all schools or this
 * one. `school_id` is null for a new school.
 */
export async function namedGrades(
  tx: Transaction,
  school_id: string | null,
  named: readonly string[],
): Promise<string[]> {
  const ids = await idsOf(tx, schoolGradeLevels, 'grade_level_ids', named)
  const levels = await Promise.all(
    ids.map((id, at) => ignoreUnhandled(schoolGradeLevelStore.reference(tx, `/grade_level_ids/${at}`, id))),
  )
  const foreign = levels.findIndex((level) => level.school_id !== null && level.school_id !== school_id)
  if (foreign < 0) return [...new Set(ids)]
  throw invalid({
    field: `/grade_level_ids/${foreign}`,
    code: 'not_allowed_value',
    message: 'the grade level belongs to another school',
  })
}

/** Stores the grade levels of a school as references, so that they cannot be deleted. Its statements are sent immediately. */
export const lockOffered = (tx: Transaction, school_id: string, ids: readonly string[]) =>
  Promise.all([tx.run(deleteGrades, { school_id }), tx.run(offerGrades, { school_id, ids })])
