import type { MoveInput } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { build, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import type { Transaction } from '../db/transaction.ts'
import type { WriteContext } from '../store/context.ts'
import { clearExclusiveFlag } from '../store/exclusive-flag.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolYears } from './school-years.table.ts'

const setCurrent = () =>
  schoolYearStore.fixed('set current', () =>
    build
      .update(schoolYears)
      .set({ is_current: true, ...schoolYearStore.touched() })
      .where(schoolYearStore.ownRow())
      .returning(schoolYearStore.selection()),
  )

type SchoolYearRow = Awaited<ReturnType<typeof schoolYearStore.get>>

/** Makes a locked year the current one, instead of the former one. */
export async function moveCurrent(
  context: WriteContext,
  before: SchoolYearRow,
  body: MoveInput,
): Promise<SchoolYearRow> {
  await clearExclusiveFlag(context, schoolYearStore, 'is_current')
  const after = await context.tx.first(setCurrent(), { id: before.id })
  if (!after) throw new Error('school_year: a locked record was deleted')
  schoolYearStore.recordAudit(context, 'moved', before, after, body)
  return after
}

const outside = sqlStatement<{ starts: number; ends: number }>(sql`
  select count(*) filter (where start_date < ${sql.placeholder('start')}::date)::int as starts,
         count(*) filter (where end_date > ${sql.placeholder('end')}::date)::int as ends
    from school_calendars where tenant_id = ${tenantId} and calendar_id = ${sql.placeholder('id')}`)

/** The numbers of calendars of a locked year that would begin before it, and end after it. */
export async function calendarsOutside(
  tx: Transaction,
  year: { readonly id: string; readonly start: string; readonly end: string },
): Promise<{ readonly starts: number; readonly ends: number }> {
  const { id, start, end } = year
  return (await tx.first(outside, { id, start, end })) ?? { starts: 0, ends: 0 }
}
