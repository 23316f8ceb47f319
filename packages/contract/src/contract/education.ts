import {
  employmentAssignmentsBulk,
  employmentAssignmentsSummary,
  employmentAssignmentsUpsert,
} from '../education/employment-assignments.ts'
import * as educationArea from '../education/index.ts'
import {
  schoolCalendarsBulk,
  schoolCalendarsHistory,
  schoolCalendarsUpsert,
} from '../education/school-calendars.ts'
import {
  schoolEmploymentsBulk,
  schoolEmploymentsSummary,
  schoolEmploymentsUpsert,
} from '../education/school-employments.ts'
import {
  schoolEnrollmentsBulk,
  schoolEnrollmentsSummary,
  schoolEnrollmentsUpsert,
} from '../education/school-enrollments.ts'
import { schoolYearsBulk, schoolYearsHistory, schoolYearsUpsert } from '../education/school-years.ts'
import { schoolsBulk, schoolsHistory, schoolsUpsert } from '../education/schools.ts'

// Operations on schools; their names follow from their paths (docs/decisions/0002-names-follow-paths.md).

export const schools = {
  bulk: schoolsBulk,
  upsert: schoolsUpsert,
  ...educationArea.schools,
  history: { list: schoolsHistory },
  calendars: {
    list: educationArea.schoolCalendars.listOfSchool,
    create: educationArea.schoolCalendars.createInSchool,
  },
  enrollments: {
    list: educationArea.schoolEnrollments.listOfSchool,
  },
  employmentAssignments: {
    list: educationArea.employmentAssignments.listOfSchool,
  },
}

export const schoolYears = {
  bulk: schoolYearsBulk,
  upsert: schoolYearsUpsert,
  ...educationArea.schoolYears,
  history: { list: schoolYearsHistory },
  calendars: {
    list: educationArea.schoolCalendars.listOfYear,
  },
  enrollments: {
    list: educationArea.schoolEnrollments.listOfYear,
  },
}

export const schoolCalendars = {
  bulk: schoolCalendarsBulk,
  upsert: schoolCalendarsUpsert,
  list: educationArea.schoolCalendars.list,
  create: educationArea.schoolCalendars.create,
  get: educationArea.schoolCalendars.get,
  update: educationArea.schoolCalendars.update,
  delete: educationArea.schoolCalendars.delete,
  history: { list: schoolCalendarsHistory },
  enrollments: {
    list: educationArea.schoolEnrollments.listOfCalendar,
    create: educationArea.schoolEnrollments.createOnCalendar,
  },
  employmentAssignments: {
    list: educationArea.employmentAssignments.listOfCalendar,
  },
}

export const schoolEnrollments = {
  summary: { list: schoolEnrollmentsSummary },
  bulk: schoolEnrollmentsBulk,
  upsert: schoolEnrollmentsUpsert,
  list: educationArea.schoolEnrollments.list,
  create: educationArea.schoolEnrollments.create,
  get: educationArea.schoolEnrollments.get,
  update: educationArea.schoolEnrollments.update,
  delete: educationArea.schoolEnrollments.delete,
  withdraw: educationArea.schoolEnrollments.withdraw,
  graduate: educationArea.schoolEnrollments.graduate,
  complete: educationArea.schoolEnrollments.complete,
  transfer: educationArea.schoolEnrollments.transfer,
  reenroll: educationArea.schoolEnrollments.reenroll,
  history: {
    list: educationArea.schoolEnrollments.history,
  },
}

export const schoolEmployments = {
  summary: { list: schoolEmploymentsSummary },
  bulk: schoolEmploymentsBulk,
  upsert: schoolEmploymentsUpsert,
  list: educationArea.schoolEmployments.list,
  create: educationArea.schoolEmployments.create,
  get: educationArea.schoolEmployments.get,
  update: educationArea.schoolEmployments.update,
  delete: educationArea.schoolEmployments.delete,
  hire: educationArea.schoolEmployments.hire,
  terminate: educationArea.schoolEmployments.terminate,
  retire: educationArea.schoolEmployments.retire,
  reactivate: educationArea.schoolEmployments.reactivate,
  history: {
    list: educationArea.schoolEmployments.history,
  },
  assignments: {
    list: educationArea.employmentAssignments.listOfEmployment,
    create: educationArea.employmentAssignments.createOfEmployment,
  },
}

export const employmentAssignments = {
  summary: { list: employmentAssignmentsSummary },
  bulk: employmentAssignmentsBulk,
  upsert: employmentAssignmentsUpsert,
  list: educationArea.employmentAssignments.list,
  create: educationArea.employmentAssignments.create,
  get: educationArea.employmentAssignments.get,
  update: educationArea.employmentAssignments.update,
  delete: educationArea.employmentAssignments.delete,
  start: educationArea.employmentAssignments.start,
  end: educationArea.employmentAssignments.end,
  reactivate: educationArea.employmentAssignments.reactivate,
  history: {
    list: educationArea.employmentAssignments.history,
  },
}
