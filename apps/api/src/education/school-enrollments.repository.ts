import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { lockAdvisory } from '../db/advisory-locks.ts'
import { breaksConstraint } from '../db/database-errors.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from '../store/context.ts'
import { clearExclusiveFlag } from '../store/exclusive-flag.ts'
import { type SchoolEnrollmentRow, schoolEnrollmentStore } from './school-enrollments.store.ts'

/** Prevents concurrent changes of the person's primary enrollment. */
export const lockEnrollmentsOf = (tx: Transaction, person_id: string) =>
  lockAdvisory(tx, `primary_school_enrollment ${person_id}`)

/** Prevents concurrent changes of the person's primary enrollment, and then locks the enrollment. */
export async function lockEnrollment(context: WriteContext, id: string): Promise<SchoolEnrollmentRow> {
  const { person_id } = await schoolEnrollmentStore.get(context.tx, id)
  await lockEnrollmentsOf(context.tx, person_id)
  return schoolEnrollmentStore.lock(context, id)
}

/** Clears the flag of the person's former primary enrollment in the year. */
export const clearPrimary = (
  context: WriteContext,
  { person_id, school_year_id }: Pick<SchoolEnrollmentRow, 'person_id' | 'school_year_id'>,
): Promise<void> =>
  clearExclusiveFlag(context, schoolEnrollmentStore, 'is_primary', { person_id, school_year_id })

/** Clears the reference back from the enrollment that a transfer created. The audit log records it. */
export async function clearOrigin(
  context: WriteContext,
  { transferred_to_enrollment_id: id }: SchoolEnrollmentRow,
): Promise<void> {
  if (id === null) return
  const target = await context.tx.first(schoolEnrollmentStore.lockStatement(), { id })
  if (target) await schoolEnrollmentStore.update(context, target, { transferred_from_enrollment_id: null })
}

const ofEnrollment = sql`tenant_id = ${tenantId} and school_enrollment_id = ${sql.placeholder('enrollment_id')}`
const insertPeriod = sqlStatement<unknown>(sql`
  insert into school_enrollment_periods (tenant_id, id, school_enrollment_id, entry_date, entry_type)
  values (${tenantId}, ${sql.placeholder('id')}, ${sql.placeholder('enrollment_id')}, ${sql.placeholder('entry_date')}, ${sql.placeholder('entry_type')})`)
const endPeriod = sqlStatement<unknown>(sql`
  update school_enrollment_periods
     set exit_date = ${sql.placeholder('exit_date')}, exit_type = ${sql.placeholder('exit_type')}, reason = ${sql.placeholder('exit_reason')}
   where ${ofEnrollment} and exit_date is null`)
const correctLatest = sqlStatement<unknown>(sql`
  update school_enrollment_periods
     set entry_date = ${sql.placeholder('entry_date')}, entry_type = ${sql.placeholder('entry_type')},
         exit_date = ${sql.placeholder('exit_date')}, exit_type = ${sql.placeholder('exit_type')}, reason = ${sql.placeholder('exit_reason')}
   where tenant_id = ${tenantId} and id = (
     select id from school_enrollment_periods where ${ofEnrollment} order by entry_date desc, id desc limit 1)`)

/** The start of a period. */
export type Entry = Pick<SchoolEnrollmentRow, 'entry_date' | 'entry_type'>
/** The end of a period. */
export type Exit = Pick<SchoolEnrollmentRow, 'exit_date' | 'exit_type' | 'exit_reason'>

/** Opens a period of an enrollment. */
export const openPeriod = (tx: Transaction, enrollment_id: string, { entry_date, entry_type }: Entry) =>
  tx.run(insertPeriod, { id: newId(), enrollment_id, entry_date, entry_type })

/** Ends the open period of a locked enrollment. */
export const closePeriod = (tx: Transaction, enrollment_id: string, exit: Exit) =>
  tx.run(endPeriod, { enrollment_id, ...exit })

/** Copies entry and exit of a locked enrollment to its latest period. */
export function correctPeriod(tx: Transaction, enrollment: Entry & Exit & { readonly id: string }) {
  const { id: enrollment_id, entry_date, entry_type, exit_date, exit_type, exit_reason } = enrollment
  return tx.run(correctLatest, { enrollment_id, entry_date, entry_type, exit_date, exit_type, exit_reason })
}

/** Awaits a change of enrollments, and explains the error when the person would be enrolled on a calendar twice. */
export async function enrolledOnce<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!breaksConstraint(error, 'school_enrollments__person_id__unique')) throw error
    throw problem(
      'already_exists',
      { field: 'person_id' },
      'The person is enrolled on this calendar already. Change that enrollment (GET /persons/{person_id}/school-enrollments lists it), or choose another calendar.',
    )
  }
}
