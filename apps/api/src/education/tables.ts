import { employmentAssignmentTypes } from './employment-assignment-types.table.ts'
import { employmentAssignments } from './employment-assignments.table.ts'
import { schoolCalendars } from './school-calendars.table.ts'
import { schoolEmploymentPeriods, schoolEmployments } from './school-employments.table.ts'
import { schoolEnrollmentPeriods, schoolEnrollments } from './school-enrollments.table.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'
import { schoolYears } from './school-years.table.ts'
import { schoolOfferedGrades, schools, schoolsOfGradeLevels } from './schools.table.ts'

export const educationTables = {
  owned: [
    schools,
    schoolOfferedGrades,
    schoolYears,
    schoolCalendars,
    schoolEnrollments,
    schoolEnrollmentPeriods,
    schoolEmployments,
    schoolEmploymentPeriods,
    employmentAssignments,
  ],
  catalogue: [schoolGradeLevels, employmentAssignmentTypes],
}

export const educationUnkeyed = [schoolsOfGradeLevels]
