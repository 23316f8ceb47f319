import { type Area, resource } from '../store/area.ts'
import { employmentAssignmentTypeHandlers } from './employment-assignment-types.handlers.ts'
import { employmentAssignmentTypeStore } from './employment-assignment-types.store.ts'
import { employmentAssignmentHandlers } from './employment-assignments.handlers.ts'
import { employmentAssignmentStore } from './employment-assignments.store.ts'
import { schoolCalendarHandlers } from './school-calendars.handlers.ts'
import { schoolCalendarStore } from './school-calendars.store.ts'
import { schoolEmploymentHandlers } from './school-employments.handlers.ts'
import { schoolEmploymentStore } from './school-employments.store.ts'
import { schoolEmploymentPeriods } from './school-employments.table.ts'
import { schoolEnrollmentHandlers } from './school-enrollments.handlers.ts'
import { schoolEnrollmentStore } from './school-enrollments.store.ts'
import { schoolEnrollmentPeriods } from './school-enrollments.table.ts'
import { schoolGradeLevelHandlers } from './school-grade-levels.handlers.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { schoolYearHandlers } from './school-years.handlers.ts'
import { schoolYearStore } from './school-years.store.ts'
import { schoolHandlers } from './schools.handlers.ts'
import { schoolStore } from './schools.store.ts'
import { schoolOfferedGrades, schoolsOfGradeLevels } from './schools.table.ts'
import { seedEducation } from './seeds.ts'

/** Schools, enrollments and employments. */
export const educationArea: Area<unknown> = {
  resources: [
    resource({ store: schoolStore, handlers: schoolHandlers }),
    resource({ store: schoolYearStore, handlers: schoolYearHandlers }),
    resource({ store: schoolCalendarStore, handlers: schoolCalendarHandlers }),
    resource({ store: schoolEnrollmentStore, handlers: schoolEnrollmentHandlers }),
    resource({ store: schoolGradeLevelStore, handlers: schoolGradeLevelHandlers }),
    resource({ store: employmentAssignmentTypeStore, handlers: employmentAssignmentTypeHandlers }),
    resource({ store: schoolEmploymentStore, handlers: schoolEmploymentHandlers }),
    resource({ store: employmentAssignmentStore, handlers: employmentAssignmentHandlers }),
  ],
  tables: { owned: [schoolOfferedGrades, schoolEnrollmentPeriods, schoolEmploymentPeriods] },
  unkeyed: [schoolsOfGradeLevels],
  seed: seedEducation,
}
