import {
  type AssignmentOfEmploymentCreate,
  type AssignmentStart,
  contract,
  employmentAssignmentLifecycle as lifecycle,
} from '@commonhold/contract'
import { personStore } from '../census/persons.store.ts'
import type { WriteContext } from '../kernel/context.ts'
import { crudHandlers, listChildren } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { assertNamed, withIds } from '../kernel/key-or-id.ts'
import { assertLeaves, move } from '../kernel/moves.ts'
import { invalid, problem } from '../kernel/problem.ts'
import { assertShare } from './education.rules.ts'
import { employmentAssignmentTypeStore } from './employment-assignment-types.store.ts'
import { employmentAssignmentTypes } from './employment-assignment-types.table.ts'
import { keepEmploymentStatus, readHolder } from './employment-assignments.repository.ts'
import { assertDays, assertTypeInUse } from './employment-assignments.rules.ts'
import { employmentAssignmentStore as store } from './employment-assignments.store.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolEmploymentStore } from './school-employments.store.ts'
import { assertInUse, laterOf, namedPlace, todayAt } from './school-places.ts'
import { schoolStore } from './schools.store.ts'

const group = contract.employmentAssignments

/** What an assignment names, by key or id. */
const named = { assignment_type: employmentAssignmentTypes }

/** The employment that a body names; its person must be in use. */
async function namedEmployment({ tx }: WriteContext, id: string) {
  const found = await readHolder(tx, id)
  if (found && !found.is_archived) return found
  throw invalid({
    field: 'school_employment_id',
    code: found ? 'reference_archived' : 'reference_not_found',
    message: found
      ? 'the person of the employment is archived'
      : 'no such record is visible in the selected tenant',
  })
}

/** The employment in the path; its person must be in use. */
async function openEmployment({ tx }: WriteContext, id: string) {
  const found = await readHolder(tx, id)
  if (!found) throw problem('not_found')
  if (!found.is_archived) return found
  throw problem('record_archived', {}, 'The person of the employment is archived. Restore it first.')
}

/** Plans an assignment of an employment, which is looked up beside the rest. */
async function plan(
  context: WriteContext,
  found: ReturnType<typeof openEmployment>,
  given: AssignmentOfEmploymentCreate,
) {
  const body = await withIds(context.tx, given, named)
  assertNamed(body, 'assignment_type_id')
  const [{ school_employment_id, person_id }, place] = await Promise.all([
    found,
    namedPlace(context, body.calendar_id),
    assertType(context, body.assignment_type_id),
  ])
  assertShare(body.full_time_equivalency)
  const { start_date = null, end_date = null } = body
  assertDays({ status: 'planned', start_date, end_date })
  return store.insert(context, { ...body, ...place, school_employment_id, person_id })
}

async function assertType({ tx }: WriteContext, id: string | undefined) {
  if (id) assertTypeInUse(await employmentAssignmentTypeStore.reference(tx, 'assignment_type_id', id))
}

/** Makes an assignment active, while its employment is. */
async function activate(
  context: WriteContext,
  name: 'start' | 'reactivate',
  id: string,
  said: AssignmentStart,
) {
  const { school_employment_id } = await store.get(context.tx, id)
  const kept = keepEmploymentStatus(context.tx, school_employment_id)
  const [before, employmentStatus] = await Promise.all([store.lock(context, id), kept])
  assertLeaves(lifecycle, name, before)
  await assertInUse(context, before)
  if (employmentStatus !== 'active') throw problem('employment_not_active')
  const start_date = said.start_date ?? before.start_date ?? (await todayAt(context, before.school_id))
  const end = name === 'reactivate' ? { end_date: null, end_reason: null } : {}
  assertDays({ ...before, ...end, status: 'active', start_date })
  return move(context, store, lifecycle, name, id, said, { start_date, ...end })
}

export const employmentAssignmentHandlers = implement(group, {
  ...crudHandlers(group, store),
  create: ({ body }, context) => plan(context, namedEmployment(context, body.school_employment_id), body),
  createOfEmployment: ({ params, body }, context) =>
    plan(context, openEmployment(context, params.school_employment_id), body),
  update: async ({ params, body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    const before = await store.lock(context, params.assignment_id)
    assertShare(body.full_time_equivalency)
    assertDays({ ...before, ...body })
    if (body.assignment_type_id !== before.assignment_type_id)
      await assertType(context, body.assignment_type_id)
    return store.update(context, before, body)
  },
  start: ({ params, body = {} }, context) => activate(context, 'start', params.assignment_id, body),
  reactivate: ({ params, body = {} }, context) => activate(context, 'reactivate', params.assignment_id, body),
  end: async ({ params, body = {} }, context) => {
    const before = await store.lock(context, params.assignment_id)
    assertLeaves(lifecycle, 'end', before)
    const end_date = body.end_date ?? laterOf(await todayAt(context, before.school_id), before.start_date)
    assertDays({ ...before, status: 'ended', end_date })
    return move(context, store, lifecycle, 'end', params.assignment_id, body, {
      end_date,
      end_reason: body.reason ?? null,
    })
  },
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
      { store: personStore, id: params.person_id },
      { store, member: 'person_id', collection: group.listOfPerson.collection },
      query,
    ),
})
