import { derivedOperations } from '../derived-operations.ts'
import * as educationArea from '../education/index.ts'

// The operations on schools, each where its path says (docs/decisions/0002-names-follow-paths.md).

export const schools = {
  ...derivedOperations.schools,
  ...educationArea.schools,
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
  ...derivedOperations.schoolYears,
  ...educationArea.schoolYears,
  calendars: {
    list: educationArea.schoolCalendars.listOfYear,
  },
  enrollments: {
    list: educationArea.schoolEnrollments.listOfYear,
  },
}

export const schoolCalendars = {
  ...derivedOperations.schoolCalendars,
  list: educationArea.schoolCalendars.list,
  create: educationArea.schoolCalendars.create,
  get: educationArea.schoolCalendars.get,
  update: educationArea.schoolCalendars.update,
  delete: educationArea.schoolCalendars.delete,
  enrollments: {
    list: educationArea.schoolEnrollments.listOfCalendar,
    create: educationArea.schoolEnrollments.createOnCalendar,
  },
  employmentAssignments: {
    list: educationArea.employmentAssignments.listOfCalendar,
  },
}

export const schoolEnrollments = {
  ...derivedOperations.schoolEnrollments,
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
  ...derivedOperations.schoolEmployments,
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
  ...derivedOperations.employmentAssignments,
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
