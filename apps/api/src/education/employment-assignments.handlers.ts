import {
  type AssignmentOfEmploymentCreate,
  type AssignmentStart,
  type EmploymentAssignmentUpdate,
  employmentAssignmentLifecycle as lifecycle,
  operationGroups,
} from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import { visiblePersonStore } from '../census/persons.store.ts'
import type { WriteContext } from '../store/context.ts'
import { assertNoDayAhead, todayIn } from '../store/days.ts'
import { crudHandlers, listChildren } from '../store/handlers.ts'
import { listHistoryOf } from '../store/history.ts'
import { type Implementation, implement } from '../store/implement.ts'
import { assertNamed, withIds } from '../store/key-or-id.ts'
import { assertLeaves, move } from '../store/moves.ts'
import { changeWithMove } from '../store/state-patch.ts'
import { assertShare } from './education.rules.ts'
import { effectiveDay } from './effective-days.rules.ts'
import { employmentAssignmentTypeStore } from './employment-assignment-types.store.ts'
import { employmentAssignmentTypes } from './employment-assignment-types.table.ts'
import { lockEmploymentStatusShared, readEmployedPerson } from './employment-assignments.repository.ts'
import { assertDays, assertTypeInUse } from './employment-assignments.rules.ts'
import { employmentAssignmentStore as store } from './employment-assignments.store.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolEmploymentStore } from './school-employments.store.ts'
import { schoolTimezone } from './school-places.repository.ts'
import { assertInUse, namedPlace } from './school-places.service.ts'
import { schoolStore } from './schools.store.ts'

const group = operationGroups.employmentAssignments

type AssignmentRow = Awaited<ReturnType<typeof store.get>>

/** The references of an assignment, by key or id. */
const named = { assignment_type: employmentAssignmentTypes }

/** The employment that a body refers to; its person must not be archived. */
async function namedEmployment({ tx }: WriteContext, id: string) {
  const found = await readEmployedPerson(tx, id)
  if (found && !found.is_archived) return found
  throw invalid({
    field: 'school_employment_id',
    code: found ? 'reference_archived' : 'reference_not_found',
    message: found
      ? 'the person of the employment is archived'
      : 'no such record is visible in the selected tenant',
  })
}

/** The employment in the path; its person must not be archived. */
async function openEmployment({ tx }: WriteContext, id: string) {
  const found = await readEmployedPerson(tx, id)
  if (!found) throw problem('not_found')
  if (!found.is_archived) return found
  throw problem('record_archived', {}, 'The person of the employment is archived. Restore it first.')
}

/** Creates a planned assignment. `found` is the pending query of its employment, which runs in parallel with the others. */
async function plan(
  context: WriteContext,
  found: ReturnType<typeof openEmployment>,
  sent: AssignmentOfEmploymentCreate,
) {
  const [{ school_employment_id, person_id }, { body, place }] = await Promise.all([
    found,
    withPlace(context, sent),
  ])
  assertShare(body.full_time_equivalency)
  const { start_date = null, end_date = null } = body
  assertDays({ status: 'planned', start_date, end_date })
  return store.insert(context, { ...body, ...place, school_employment_id, person_id })
}

/** The body of an assignment with ids instead of keys, and the place of its calendar. */
async function withPlace(context: WriteContext, sent: AssignmentOfEmploymentCreate) {
  const body = await withIds(context.tx, sent, named)
  assertNamed(body, 'assignment_type_id')
  const [place] = await Promise.all([
    namedPlace(context, body.calendar_id),
    assertType(context, body.assignment_type_id),
  ])
  return { body, place }
}

async function assertType({ tx }: WriteContext, id: string | undefined) {
  if (id) assertTypeInUse(await employmentAssignmentTypeStore.reference(tx, 'assignment_type_id', id))
}

/** Locks an employment and then its assignment, in the same order as ending an employment does. */
async function lockWithEmployment(context: WriteContext, id: string) {
  const { school_employment_id } = await store.get(context.tx, id)
  const locking = lockEmploymentStatusShared(context.tx, school_employment_id)
  const [before, employmentStatus] = await Promise.all([store.lock(context, id), locking])
  return { before, employmentStatus }
}

/** Makes an assignment active; its employment must be active. */
async function activate(
  context: WriteContext,
  name: 'start' | 'reactivate',
  id: string,
  body: AssignmentStart,
) {
  const { before, employmentStatus } = await lockWithEmployment(context, id)
  assertLeaves(lifecycle, name, before)
  await assertInUse(context, before)
  if (employmentStatus !== 'active') throw problem('employment_not_active')
  const { start_date, occurred_at } = await beginningOf(context, name, before, body)
  const end = name === 'reactivate' ? { end_date: null, end_reason: null } : {}
  assertDays({ ...before, ...end, status: 'active', start_date })
  const input = { reason: body.reason, notes: body.notes, occurred_at }
  return move(context, store, lifecycle, name, id, input, { start_date, ...end })
}

/**
 * The start of an assignment: by default its planned day if that has come, or else today. A reactivated assignment keeps its
 * first day.
 */
async function beginningOf(
  { tx, clock }: WriteContext,
  name: 'start' | 'reactivate',
  { school_id, start_date: planned }: AssignmentRow,
  { start_date, occurred_at }: AssignmentStart,
) {
  if (name === 'reactivate' && start_date === undefined && planned !== null)
    return { start_date: planned, occurred_at }
  const timezone = await schoolTimezone(tx, school_id)
  const hasStarted = planned !== null && planned <= todayIn(timezone, { clock })
  const { day, occurred_at: moment } = effectiveDay(
    {
      field: 'start_date',
      day: start_date ?? (hasStarted && occurred_at === undefined ? planned : undefined),
      occurred_at,
    },
    {},
    { timezone, clock },
  )
  return { start_date: day, occurred_at: moment }
}

/** Throws if the corrected day on which work began or ended is in the future. A planned day may be. */
async function assertCorrectedDays(
  { tx, clock }: WriteContext,
  before: AssignmentRow,
  { start_date, end_date }: EmploymentAssignmentUpdate,
) {
  const days = {
    start_date: before.status === 'planned' || start_date === before.start_date ? null : start_date,
    end_date: before.status !== 'ended' || end_date === before.end_date ? null : end_date,
  }
  if (days.start_date == null && days.end_date == null) return
  assertNoDayAhead(days, await schoolTimezone(tx, before.school_id), clock)
}

async function change(context: WriteContext, id: string, sent: EmploymentAssignmentUpdate) {
  const body = await withIds(context.tx, sent, named)
  const before = await store.lock(context, id)
  assertShare(body.full_time_equivalency)
  assertDays({ ...before, ...body })
  await assertCorrectedDays(context, before, body)
  if (body.assignment_type_id !== before.assignment_type_id)
    await assertType(context, body.assignment_type_id)
  return store.update(context, before, body)
}

export const employmentAssignmentHandlers: Implementation[] = implement(group, {
  ...crudHandlers(group, store),
  create: ({ body }, context) => plan(context, namedEmployment(context, body.school_employment_id), body),
  createOfEmployment: ({ params, body }, context) =>
    plan(context, openEmployment(context, params.school_employment_id), body),
  update: ({ params, body }, context) =>
    changeWithMove(context, {
      cycle: lifecycle,
      operations: employmentAssignmentHandlers,
      params,
      patch: body,
      lock: async () => (await lockWithEmployment(context, params.assignment_id)).before,
      change: (within, members) => change(within, params.assignment_id, members),
    }),
  start: ({ params, body = {} }, context) => activate(context, 'start', params.assignment_id, body),
  reactivate: ({ params, body = {} }, context) => activate(context, 'reactivate', params.assignment_id, body),
  end: async ({ params, body = {} }, context) => {
    const before = await store.lock(context, params.assignment_id)
    assertLeaves(lifecycle, 'end', before)
    const { day: end_date, occurred_at } = effectiveDay(
      { field: 'end_date', day: body.end_date, occurred_at: body.occurred_at },
      { from: { day: before.start_date, name: 'the start' }, notBefore: before.start_date },
      { timezone: await schoolTimezone(context.tx, before.school_id), clock: context.clock },
    )
    const input = { reason: body.reason, notes: body.notes, occurred_at }
    return move(context, store, lifecycle, 'end', params.assignment_id, input, {
      end_date,
      end_reason: body.reason ?? null,
    })
  },
  history: ({ params: { assignment_id: id }, query }, context) =>
    listHistoryOf(context, { store, id }, group.history.collection, query),
  listOfEmployment: ({ params, query }, context) =>
    listChildren(
      context,
      { store: schoolEmploymentStore, id: params.school_employment_id },
      { store, member: 'school_employment_id', collection: group.listOfEmployment.collection },
      query,
    ),
  listOfSchool: ({ params, query }, context) =>
    listChildren(
      context,
      { store: schoolStore, id: params.school_id },
      { store, member: 'school_id', collection: group.listOfSchool.collection },
      query,
    ),
  listOfCalendar: ({ params, query }, context) =>
    listChildren(
      context,
      { store: schoolCalendarStore, id: params.school_calendar_id },
      { store, member: 'calendar_id', collection: group.listOfCalendar.collection },
      query,
    ),
  listOfPerson: ({ params, query }, context) =>
    listChildren(
      context,
      { store: visiblePersonStore, id: params.person_id },
      { store, member: 'person_id', collection: group.listOfPerson.collection },
      query,
    ),
})
