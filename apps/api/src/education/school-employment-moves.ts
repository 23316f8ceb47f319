import {
  type EmploymentHire,
  type EmploymentTermination,
  schoolEmploymentLifecycle as lifecycle,
} from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { assertLeaves, move } from '../kernel/moves.ts'
import { endOpenAssignments } from './employment-assignments.repository.ts'
import { closeTerm, openTerm, type Separation } from './school-employments.repository.ts'
import { assertEnd, assertHire } from './school-employments.rules.ts'
import { type SchoolEmploymentRow, schoolEmploymentStore as store } from './school-employments.store.ts'
import { assertInUse, laterOf, todayAt } from './school-places.ts'

/** Begins a period: the first one, or another one. */
export async function begin(
  context: WriteContext,
  name: 'hire' | 'reactivate',
  id: string,
  said: EmploymentHire,
): Promise<SchoolEmploymentRow> {
  const before = await store.lock(context, id)
  assertLeaves(lifecycle, name, before)
  await assertInUse(context, before)
  const hire_date = said.hire_date ?? (await firstDay(context, before))
  assertHire(hire_date, before.end_date)
  void openTerm(context.tx, id, hire_date)
  const none: Separation = { end_date: null, separation_type: null, separation_reason: null }
  return move(context, store, lifecycle, name, id, said, { hire_date, ...none })
}

/** Today at the school, unless an offer says later or the period before ended later. */
async function firstDay(context: WriteContext, { school_id, offer_date, end_date }: SchoolEmploymentRow) {
  return laterOf(laterOf(await todayAt(context, school_id), offer_date), end_date)
}

/** Ends the open period, and the open assignments on the same day. */
export async function separate(
  context: WriteContext,
  name: 'terminate' | 'retire',
  id: string,
  said: EmploymentTermination,
): Promise<SchoolEmploymentRow> {
  const before = await store.lock(context, id)
  assertLeaves(lifecycle, name, before)
  const end_date = said.end_date ?? laterOf(await todayAt(context, before.school_id), before.hire_date)
  assertEnd(end_date, before.hire_date)
  const separation: Separation = {
    end_date,
    separation_type: said.separation_type ?? null,
    separation_reason: said.separation_reason ?? null,
  }
  void closeTerm(context.tx, id, separation)
  await endOpenAssignments(context, id, end_date, said)
  return move(context, store, lifecycle, name, id, said, { ...separation })
}
