import { sql } from 'drizzle-orm'
import { newId } from '../base/ids.ts'
import { sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { SchoolEmploymentRow } from './school-employments.store.ts'

const ofEmployment = sql`tenant_id = ${tenantId} and school_employment_id = ${sql.placeholder('employment_id')}`
const insertPeriod = sqlStatement<unknown>(sql`
  insert into school_employment_periods (tenant_id, id, school_employment_id, hire_date)
  values (${tenantId}, ${sql.placeholder('id')}, ${sql.placeholder('employment_id')}, ${sql.placeholder('hire_date')})`)
const endPeriod = sqlStatement<unknown>(sql`
  update school_employment_periods
     set end_date = ${sql.placeholder('end_date')}, separation_type = ${sql.placeholder('separation_type')},
         separation_reason = ${sql.placeholder('separation_reason')}
   where ${ofEmployment} and end_date is null`)
const correctLatest = sqlStatement<unknown>(sql`
  update school_employment_periods
     set hire_date = ${sql.placeholder('hire_date')}, end_date = ${sql.placeholder('end_date')},
         separation_type = ${sql.placeholder('separation_type')}, separation_reason = ${sql.placeholder('separation_reason')}
   where tenant_id = ${tenantId} and id = (
     select id from school_employment_periods where ${ofEmployment} order by hire_date desc, id desc limit 1)`)

/** The end of a period. */
export type Separation = Pick<SchoolEmploymentRow, 'end_date' | 'separation_type' | 'separation_reason'>

/** Opens a period of an employment. */
export const openTerm = (tx: Transaction, employment_id: string, hire_date: string) =>
  tx.run(insertPeriod, { id: newId(), employment_id, hire_date })

/** Ends the open period of a locked employment, if there is one. */
export const closeTerm = (tx: Transaction, employment_id: string, separation: Separation) =>
  tx.run(endPeriod, { employment_id, ...separation })

/** Copies hire and separation of a locked employment to its latest period, if there is one. */
export async function correctTerm(
  tx: Transaction,
  employment: Separation & Pick<SchoolEmploymentRow, 'id' | 'hire_date'>,
): Promise<void> {
  const { id: employment_id, hire_date, end_date, separation_type, separation_reason } = employment
  if (hire_date === null) return
  await tx.run(correctLatest, { employment_id, hire_date, end_date, separation_type, separation_reason })
}
