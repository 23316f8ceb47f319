import { assetAssignmentsSummary } from './assets/asset-assignment-operations.ts'
import { assetCirculationsSummary } from './assets/asset-circulations.ts'
import { assetsSummary } from './assets/asset-operations.ts'
import { assetRepairsSummary } from './assets/asset-repair-operations.ts'
import { contactsSummary } from './census/contact-operations.ts'
import { personsSummary } from './census/persons.ts'
import { configurationItemsSummary } from './cmdb/configuration-items.ts'
import { employmentAssignmentsSummary } from './education/employment-assignments.ts'
import { schoolEmploymentsSummary } from './education/school-employments.ts'
import { schoolEnrollmentsSummary } from './education/school-enrollments.ts'
import { locationsSummary } from './locations/locations.ts'
import { issuesSummary } from './work/issue-operations.ts'

/** The lists that are counted in groups. */
export const summaries = {
  assets: assetsSummary,
  assetAssignments: assetAssignmentsSummary,
  assetCirculations: assetCirculationsSummary,
  assetRepairs: assetRepairsSummary,
  issues: issuesSummary,
  configurationItems: configurationItemsSummary,
  locations: locationsSummary,
  persons: personsSummary,
  contacts: contactsSummary,
  schoolEnrollments: schoolEnrollmentsSummary,
  schoolEmployments: schoolEmploymentsSummary,
  employmentAssignments: employmentAssignmentsSummary,
}
