import { operationGroups, schoolEnrollmentLifecycle } from '@commonhold/contract'
import { visiblePersonStore } from '../census/persons.store.ts'
import { crudHandlers, listChildren } from '../store/handlers.ts'
import { listHistoryOf } from '../store/history.ts'
import { type Implementation, implement } from '../store/implement.ts'
import { withIds } from '../store/key-or-id.ts'
import { changeWithMove } from '../store/state-patch.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { correct } from './school-enrollment-corrections.service.ts'
import { end, enroll, reenroll, transfer } from './school-enrollment-moves.service.ts'
import { clearOrigin, enrolledOnce, lockEnrollment } from './school-enrollments.repository.ts'
import { schoolEnrollmentStore } from './school-enrollments.store.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'
import { namedPlace, openPlace } from './school-places.service.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolStore } from './schools.store.ts'

const group = operationGroups.schoolEnrollments
/** The references of an enrollment, by key or id. */
const named = { grade_level: schoolGradeLevels }

const children = { store: schoolEnrollmentStore } as const

export const schoolEnrollmentHandlers: Implementation[] = implement(group, {
  ...crudHandlers(group, schoolEnrollmentStore),
  create: async ({ body: sent }, context) => {
    const body = await withIds(context.tx, sent, named)
    return enrolledOnce(enroll(context, namedPlace(context, body.calendar_id), body))
  },
  createOnCalendar: async ({ params, body: sent }, context) => {
    const body = await withIds(context.tx, sent, named)
    return enrolledOnce(enroll(context, openPlace(context, params.school_calendar_id), body))
  },
  update: ({ params, body }, context) =>
    changeWithMove(context, {
      cycle: schoolEnrollmentLifecycle,
      operations: schoolEnrollmentHandlers,
      params,
      patch: body,
      lock: () => lockEnrollment(context, params.school_enrollment_id),
      change: async (within, members) =>
        enrolledOnce(correct(within, params.school_enrollment_id, await withIds(within.tx, members, named))),
    }),
  delete: async ({ params }, context) => {
    const before = await schoolEnrollmentStore.lock(context, params.school_enrollment_id)
    await clearOrigin(context, before)
    await schoolEnrollmentStore.remove(context, before.id)
    return undefined
  },
  withdraw: ({ params, body = {} }, context) =>
    end(context, 'withdraw', params.school_enrollment_id, body, body.exit_type ?? 'withdrawn'),
  graduate: ({ params, body = {} }, context) =>
    end(context, 'graduate', params.school_enrollment_id, body, 'graduated'),
  complete: ({ params, body = {} }, context) =>
    end(context, 'complete', params.school_enrollment_id, body, 'completed'),
  transfer: async ({ params, body = {} }, context) =>
    enrolledOnce(transfer(context, params.school_enrollment_id, await withIds(context.tx, body, named))),
  reenroll: ({ params, body = {} }, context) =>
    enrolledOnce(reenroll(context, params.school_enrollment_id, body)),
  history: ({ params: { school_enrollment_id: id }, query }, context) =>
    listHistoryOf(context, { store: schoolEnrollmentStore, id }, group.history.collection, query),
  listOfPerson: ({ params, query }, context) =>
    listChildren(
      context,
      { store: visiblePersonStore, id: params.person_id },
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
