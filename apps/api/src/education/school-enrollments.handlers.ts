import { contract } from '@commonhold/contract'
import { personStore } from '../census/persons.store.ts'
import { crudHandlers, listChildren } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { withIds } from '../kernel/key-or-id.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { end, enroll, reenroll, transfer } from './school-enrollment-moves.ts'
import { clearPrimary, correctPeriod, forgetOrigin, lockInTurn } from './school-enrollments.repository.ts'
import { assertCorrected } from './school-enrollments.rules.ts'
import { schoolEnrollmentStore } from './school-enrollments.store.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'
import { assertGradeOfSchool, namedGrade, namedPlace, openPlace } from './school-places.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolStore } from './schools.store.ts'

const group = contract.schoolEnrollments
/** What an enrollment names, by key or id. */
const named = { grade_level: schoolGradeLevels }

const children = { store: schoolEnrollmentStore } as const

export const schoolEnrollmentHandlers = implement(group, {
  ...crudHandlers(group, schoolEnrollmentStore),
  create: async ({ body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    return enroll(context, namedPlace(context, body.calendar_id), body)
  },
  createOnCalendar: async ({ params, body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    return enroll(context, openPlace(context, params.school_calendar_id), body)
  },
  update: async ({ params, body: given }, context) => {
    const body = await withIds(context.tx, given, named)
    const before = body.is_primary
      ? await lockInTurn(context, params.school_enrollment_id)
      : await schoolEnrollmentStore.lock(context, params.school_enrollment_id)
    const after = { ...before, ...body }
    assertGradeOfSchool(await namedGrade(context, body.grade_level_id), before.school_id)
    assertCorrected(after)
    if (body.is_primary && !before.is_primary) await clearPrimary(context, before)
    await correctPeriod(context.tx, after)
    return schoolEnrollmentStore.update(context, before, body)
  },
  delete: async ({ params }, context) => {
    const before = await schoolEnrollmentStore.lock(context, params.school_enrollment_id)
    await forgetOrigin(context, before)
    await schoolEnrollmentStore.remove(context, before.id)
    return undefined
  },
  withdraw: ({ params, body = {} }, context) =>
    end(context, 'withdraw', params.school_enrollment_id, body, body.exit_type ?? 'withdrawn'),
  graduate: ({ params, body = {} }, context) =>
    end(context, 'graduate', params.school_enrollment_id, body, 'graduated'),
  transfer: ({ params, body = {} }, context) => transfer(context, params.school_enrollment_id, body),
  reenroll: ({ params, body = {} }, context) => reenroll(context, params.school_enrollment_id, body),
  listOfPerson: ({ params, query }, context) =>
    listChildren(
      context,
      { store: personStore, id: params.person_id },
      { ...children, member: 'person_id', collection: group.listOfPerson.collection },
      query,
    ),
  listOfCalendar: ({ params, query }, context) =>
    listChildren(
      context,
      { store: schoolCalendarStore, id: params.school_calendar_id },
      { ...children, member: 'calendar_id', collection: group.listOfCalendar.collection },
      query,
    ),
  listOfSchool: ({ params, query }, context) =>
    listChildren(
      context,
      { store: schoolStore, id: params.school_id },
      { ...children, member: 'school_id', collection: group.listOfSchool.collection },
      query,
    ),
  listOfYear: ({ params, query }, context) =>
    listChildren(
      context,
      { store: schoolYearStore, id: params.school_year_id },
      { ...children, member: 'school_year_id', collection: group.listOfYear.collection },
      query,
    ),
})
