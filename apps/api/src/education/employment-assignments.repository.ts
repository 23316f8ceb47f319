import { and, ne, sql } from 'drizzle-orm'
import { build, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from '../store/context.ts'
import { laterOf } from '../store/days.ts'
import { employmentAssignmentStore as store } from './employment-assignments.store.ts'
import { employmentAssignments } from './employment-assignments.table.ts'

const lockStatusShared = sqlStatement<{ status: string }>(sql`
  select status from school_employments where tenant_id = ${tenantId} and id = ${sql.placeholder('id')}
     for share`)

/** The status of an employment, locked until the transaction ends. */
export const lockEmploymentStatusShared = async (tx: Transaction, id: string) =>
  (await tx.first(lockStatusShared, { id }))?.status

interface EmployedPerson {
  readonly school_employment_id: string
  readonly person_id: string
  readonly is_archived: boolean
}

const personOf = sqlStatement<EmployedPerson>(sql`
  select e.id as school_employment_id, e.person_id, p.archived_at is not null as is_archived
    from school_employments e join persons p on p.tenant_id = e.tenant_id and p.id = e.person_id
   where e.tenant_id = ${tenantId} and e.id = ${sql.placeholder('id')}`)

/** The person of an employment, and whether that person is archived. */
export const readEmployedPerson = (tx: Transaction, id: string) => tx.first(personOf, { id })

const readOpen = () =>
  store.fixed('read open', () =>
    build
      .select(store.selection())
      .from(employmentAssignments)
      .where(
        and(
          store.mine(),
          store.names('school_employment_id', 'school_employment_id'),
          ne(employmentAssignments.status, 'ended'),
        ),
      )
      .orderBy(employmentAssignments.id)
      .for('update'),
  )

/** Ends the open assignments of a locked employment on a day. Assignments that would begin later end on their first day. */
export async function endOpenAssignments(
  context: WriteContext,
  school_employment_id: string,
  day: string,
  { reason, occurred_at }: { readonly reason: string | undefined; readonly occurred_at: string | undefined },
): Promise<void> {
  const open = await context.tx.run(readOpen(), { school_employment_id })
  const ended_at = occurred_at ?? context.clock.now().toISOString()
  await Promise.all(
    open.map((assignment) =>
      store.update(context, assignment, {
        status: 'ended',
        end_date: laterOf(day, assignment.start_date),
        end_reason: reason ?? null,
        ended_at,
      }),
    ),
  )
}
