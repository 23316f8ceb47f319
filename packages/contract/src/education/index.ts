import { employmentAssignmentTypes } from './employment-assignment-types.ts'
import { employmentAssignments } from './employment-assignments.ts'
import { schoolCalendars } from './school-calendars.ts'
import { schoolEmployments } from './school-employments.ts'
import { schoolEnrollments } from './school-enrollments.ts'
import { schoolGradeLevels } from './school-grade-levels.ts'
import { schoolYears } from './school-years.ts'
import { schools } from './schools.ts'

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
