import { eq, sql } from 'drizzle-orm'
import type { WriteContext } from '../kernel/context.ts'
import { build, sqlStatement } from '../kernel/statement.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolYears } from './school-years.table.ts'

const lockYears = sqlStatement<unknown>(sql`
  select 1 from school_years where tenant_id = current_setting('app.tenant_id') order by id for update`)

/** Which year is the current one is changed by one request after the other. */
export const takeTurnsWithYears = (tx: Transaction) => tx.run(lockYears)

const setCurrent = (is_current: boolean) =>
  schoolYearStore.fixed(`current ${is_current}`, () =>
    build
      .update(schoolYears)
      .set({ is_current, ...schoolYearStore.touched() })
      .where(schoolYearStore.ownRow())
      .returning(schoolYearStore.selection()),
  )

type SchoolYearRow = Awaited<ReturnType<typeof schoolYearStore.get>>
interface Said {
  readonly reason?: string | undefined
  readonly notes?: string | undefined
}

const readCurrent = () =>
  schoolYearStore.fixed('read current', () =>
    build
      .select(schoolYearStore.selection())
      .from(schoolYears)
      .where(sql`${schoolYearStore.mine()} and ${eq(schoolYears.is_current, true)}`),
  )

/** Makes a year the current one, and the one that was no longer so. Both are told in the audit log. */
export async function moveCurrent(
  context: WriteContext,
  before: SchoolYearRow,
  said: Said,
): Promise<SchoolYearRow> {
  const former = await context.tx.first(readCurrent())
  if (former) await change(context, former, false, said)
  return change(context, before, true, said)
}

async function change(context: WriteContext, before: SchoolYearRow, isCurrent: boolean, said: Said) {
  const after = await context.tx.first(setCurrent(isCurrent), { id: before.id })
  if (!after) throw new Error('school_year: a locked record was gone')
  schoolYearStore.noteChange(context, 'moved', before, after, said)
  return after
}

const outside = sqlStatement<{ starts: number; ends: number }>(sql`
  select count(*) filter (where start_date < ${sql.placeholder('start')}::date)::int as starts,
         count(*) filter (where end_date > ${sql.placeholder('end')}::date)::int as ends
    from school_calendars where tenant_id = current_setting('app.tenant_id') and calendar_id = ${sql.placeholder('id')}`)

/** How many calendars of a locked year would begin before it, and end after it. */
export async function calendarsOutside(
  tx: Transaction,
  year: { readonly id: string; readonly start: string; readonly end: string },
): Promise<{ readonly starts: number; readonly ends: number }> {
  const { id, start, end } = year
  return (await tx.first(outside, { id, start, end })) ?? { starts: 0, ends: 0 }
}
