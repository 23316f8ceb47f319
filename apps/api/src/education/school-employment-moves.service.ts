import {
  type EmploymentHire,
  type EmploymentTermination,
  schoolEmploymentLifecycle as lifecycle,
} from '@commonhold/contract'
import type { WriteContext } from '../store/context.ts'
import { laterOf } from '../store/days.ts'
import { assertLeaves, move } from '../store/moves.ts'
import { effectiveDay } from './effective-days.rules.ts'
import { endOpenAssignments } from './employment-assignments.repository.ts'
import { closeTerm, openTerm, type Separation } from './school-employments.repository.ts'
import { type SchoolEmploymentRow, schoolEmploymentStore as store } from './school-employments.store.ts'
import { schoolTimezone } from './school-places.repository.ts'
import { assertInUse } from './school-places.service.ts'

/** Begins a period of an employment: the first one, or a further one. */
export async function begin(
  context: WriteContext,
  name: 'hire' | 'reactivate',
  id: string,
  body: EmploymentHire,
): Promise<SchoolEmploymentRow> {
  const before = await store.lock(context, id)
  assertLeaves(lifecycle, name, before)
  await assertInUse(context, before)
  const { end_date, offer_date } = before
  const { day: hire_date, occurred_at } = effectiveDay(
    { field: 'hire_date', day: body.hire_date, occurred_at: body.occurred_at },
    {
      from: { day: end_date, name: 'the last end' },
      notBefore: end_date === null ? offer_date : laterOf(end_date, offer_date),
    },
    await schoolTime(context, before),
  )
  void openTerm(context.tx, id, hire_date)
  const none: Separation = { end_date: null, separation_type: null, separation_reason: null }
  const input = { reason: body.reason, notes: body.notes, occurred_at }
  return move(context, store, lifecycle, name, id, input, { hire_date, ...none })
}

/** The time zone of the school, and the clock. */
const schoolTime = async ({ tx, clock }: WriteContext, { school_id }: SchoolEmploymentRow) => ({
  timezone: await schoolTimezone(tx, school_id),
  clock,
})

/** Ends the open period, and the open assignments on the same day. */
export async function separate(
  context: WriteContext,
  name: 'terminate' | 'retire',
  id: string,
  body: EmploymentTermination,
): Promise<SchoolEmploymentRow> {
  const before = await store.lock(context, id)
  assertLeaves(lifecycle, name, before)
  const { day: end_date, occurred_at } = effectiveDay(
    { field: 'end_date', day: body.end_date, occurred_at: body.occurred_at },
    { from: { day: before.hire_date, name: 'the hire' }, notBefore: before.hire_date },
    await schoolTime(context, before),
  )
  const separation: Separation = {
    end_date,
    separation_type: body.separation_type ?? null,
    separation_reason: body.separation_reason ?? null,
  }
  void closeTerm(context.tx, id, separation)
  await endOpenAssignments(context, id, end_date, { reason: body.reason, occurred_at })
  const input = { reason: body.reason, notes: body.notes, occurred_at }
  return move(context, store, lifecycle, name, id, input, { ...separation })
}
