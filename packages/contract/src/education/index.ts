import {
  employmentAssignmentTypes,
  employmentAssignmentTypesBulk,
  employmentAssignmentTypesHistory,
  employmentAssignmentTypesUpsert,
} from './employment-assignment-types.ts'
import {
  employmentAssignments,
  employmentAssignmentsBulk,
  employmentAssignmentsSummary,
  employmentAssignmentsUpsert,
} from './employment-assignments.ts'
import {
  schoolCalendars,
  schoolCalendarsBulk,
  schoolCalendarsHistory,
  schoolCalendarsUpsert,
} from './school-calendars.ts'
import {
  schoolEmployments,
  schoolEmploymentsBulk,
  schoolEmploymentsSummary,
  schoolEmploymentsUpsert,
} from './school-employments.ts'
import {
  schoolEnrollments,
  schoolEnrollmentsBulk,
  schoolEnrollmentsSummary,
  schoolEnrollmentsUpsert,
} from './school-enrollments.ts'
import {
  schoolGradeLevels,
  schoolGradeLevelsBulk,
  schoolGradeLevelsHistory,
  schoolGradeLevelsUpsert,
} from './school-grade-levels.ts'
import { schoolYears, schoolYearsBulk, schoolYearsHistory, schoolYearsUpsert } from './school-years.ts'
import { schools, schoolsBulk, schoolsHistory, schoolsUpsert } from './schools.ts'

export * from './employment-assignment-records.ts'
export * from './employment-assignment-types.ts'
export * from './employment-assignments.ts'
export * from './school-calendars.ts'
export * from './school-employment-moves.ts'
export * from './school-employment-records.ts'
export * from './school-employments.ts'
export * from './school-enrollment-moves.ts'
export * from './school-enrollment-records.ts'
export * from './school-enrollments.ts'
export * from './school-grade-levels.ts'
export * from './school-years.ts'
export * from './schools.ts'

export const educationGroups = {
  schools,
  schoolYears,
  schoolCalendars,
  schoolEnrollments,
  schoolGradeLevels,
  employmentAssignmentTypes,
  schoolEmployments,
  employmentAssignments,
}

export const educationDerivedOperations = {
  schools: { bulk: schoolsBulk, upsert: schoolsUpsert, history: { list: schoolsHistory } },
  schoolYears: { bulk: schoolYearsBulk, upsert: schoolYearsUpsert, history: { list: schoolYearsHistory } },
  schoolCalendars: {
    bulk: schoolCalendarsBulk,
    upsert: schoolCalendarsUpsert,
    history: { list: schoolCalendarsHistory },
  },
  schoolEnrollments: {
    bulk: schoolEnrollmentsBulk,
    upsert: schoolEnrollmentsUpsert,
    summary: { list: schoolEnrollmentsSummary },
  },
  schoolGradeLevels: {
    bulk: schoolGradeLevelsBulk,
    upsert: schoolGradeLevelsUpsert,
    history: { list: schoolGradeLevelsHistory },
  },
  employmentAssignmentTypes: {
    bulk: employmentAssignmentTypesBulk,
    upsert: employmentAssignmentTypesUpsert,
    history: { list: employmentAssignmentTypesHistory },
  },
  schoolEmployments: {
    bulk: schoolEmploymentsBulk,
    upsert: schoolEmploymentsUpsert,
    summary: { list: schoolEmploymentsSummary },
  },
  employmentAssignments: {
    bulk: employmentAssignmentsBulk,
    upsert: employmentAssignmentsUpsert,
    summary: { list: employmentAssignmentsSummary },
  },
}
