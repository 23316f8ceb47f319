import { employmentAssignmentTypeHandlers } from './employment-assignment-types.handlers.ts'
import { employmentAssignmentHandlers } from './employment-assignments.handlers.ts'
import { schoolCalendarHandlers } from './school-calendars.handlers.ts'
import { schoolEmploymentHandlers } from './school-employments.handlers.ts'
import { schoolEnrollmentHandlers } from './school-enrollments.handlers.ts'
import { schoolGradeLevelHandlers } from './school-grade-levels.handlers.ts'
import { schoolYearHandlers } from './school-years.handlers.ts'
import { schoolHandlers } from './schools.handlers.ts'

/** Schools, and who learns and works in them. */
export const educationHandlers = [
  ...schoolHandlers,
  ...schoolYearHandlers,
  ...schoolCalendarHandlers,
  ...schoolEnrollmentHandlers,
  ...schoolGradeLevelHandlers,
  ...employmentAssignmentTypeHandlers,
  ...schoolEmploymentHandlers,
  ...employmentAssignmentHandlers,
]
