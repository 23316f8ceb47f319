import { employmentAssignmentTypes } from './employment-assignment-types.ts'
import { schoolCalendars } from './school-calendars.ts'
import { schoolGradeLevels } from './school-grade-levels.ts'
import { schoolYears } from './school-years.ts'
import { schools } from './schools.ts'

export * from './employment-assignment-types.ts'
export * from './school-calendars.ts'
export * from './school-grade-levels.ts'
export * from './school-years.ts'
export * from './schools.ts'

export const educationGroups = {
  schools,
  schoolYears,
  schoolCalendars,
  schoolGradeLevels,
  employmentAssignmentTypes,
}
