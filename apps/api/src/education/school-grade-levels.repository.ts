import { sql } from 'drizzle-orm'
import { problem } from '../kernel/problem.ts'
import { sqlStatement } from '../kernel/statement.ts'
import { ROOT_TENANT_ID } from '../kernel/tenancy.ts'
import type { Transaction } from '../kernel/transaction.ts'

const lockOwn = sqlStatement<unknown>(sql`
  select 1 from school_grade_levels where tenant_id = current_setting('app.tenant_id') order by id for update`)
const leadsTo = sqlStatement<unknown>(sql`
  with recursive chain as (
    select id, next_grade_level_id from school_grade_levels
     where id = ${sql.placeholder('next')} and tenant_id in (current_setting('app.tenant_id'), ${ROOT_TENANT_ID})
    union
    select l.id, l.next_grade_level_id from school_grade_levels l join chain c on l.id = c.next_grade_level_id
     where l.tenant_id in (current_setting('app.tenant_id'), ${ROOT_TENANT_ID}))
  select 1 from chain where id = ${sql.placeholder('id')}`)

/** Promotion leads on: the levels of a tenant change one after the other, so that no two close a circle together. */
export async function assertLeadsOn(tx: Transaction, id: string, next: string): Promise<void> {
  await tx.run(lockOwn)
  if (!(await tx.first(leadsTo, { id, next }))) return
  throw problem(
    'cycle_detected',
    {},
    'The next grade level would lead back to this one. Choose one that does not.',
  )
}
