import { assetAssignmentsBulk } from './assets/asset-assignment-operations.ts'
import { assetCirculationsBulk } from './assets/asset-circulations.ts'
import { assetModelsBulk } from './assets/asset-models.ts'
import { assetsBulk } from './assets/asset-operations.ts'
import { assetRepairsBulk } from './assets/asset-repair-operations.ts'
import { contactsBulk } from './census/contact-operations.ts'
import { identitiesBulk } from './census/identity-operations.ts'
import { personsBulk } from './census/persons.ts'
import { configurationItemsBulk } from './cmdb/configuration-items.ts'
import { relationshipsBulk } from './cmdb/relationships.ts'
import { employmentAssignmentTypesBulk } from './education/employment-assignment-types.ts'
import { employmentAssignmentsBulk } from './education/employment-assignments.ts'
import { schoolCalendarsBulk } from './education/school-calendars.ts'
import { schoolEmploymentsBulk } from './education/school-employments.ts'
import { schoolEnrollmentsBulk } from './education/school-enrollments.ts'
import { schoolGradeLevelsBulk } from './education/school-grade-levels.ts'
import { schoolYearsBulk } from './education/school-years.ts'
import { schoolsBulk } from './education/schools.ts'
import type { Bulk } from './kernel/bulk.ts'
import { locationTypesBulk } from './locations/location-types.ts'
import { locationsBulk } from './locations/locations.ts'
import type { operationGroups } from './operation-groups.ts'
import { groupsBulk } from './system/groups.ts'
import { issueFieldsBulk } from './work/issue-fields.ts'
import { issueLinkTypesBulk } from './work/issue-link-types.ts'
import { issuesBulk } from './work/issue-operations.ts'
import { issuePrioritiesBulk } from './work/issue-priorities.ts'
import { issueScreenFieldsBulk } from './work/issue-screen-fields.ts'
import { issueScreensBulk } from './work/issue-screens.ts'
import { issueStatusesBulk } from './work/issue-statuses.ts'
import { issueTypesBulk } from './work/issue-types.ts'
import { issueWorkflowStatusesBulk } from './work/issue-workflow-statuses.ts'
import { issueWorkflowTransitionsBulk } from './work/issue-workflow-transitions.ts'
import { issueWorkflowsBulk } from './work/issue-workflows.ts'
import { projectsBulk } from './work/projects.ts'

type Groups = typeof operationGroups

/** The bulk request of a group; by name, so that declarations name it instead of repeating the group. */
export interface BulkOf<K extends keyof Groups> extends Bulk<Groups[K]> {}

/** The bulk requests, one for each collection whose records a tenant writes; each is derived from its operations. */
export const bulkOperations = {
  groups: groupsBulk,
  projects: projectsBulk,
  issues: issuesBulk,
  issueTypes: issueTypesBulk,
  issueStatuses: issueStatusesBulk,
  issuePriorities: issuePrioritiesBulk,
  issueWorkflows: issueWorkflowsBulk,
  issueWorkflowStatuses: issueWorkflowStatusesBulk,
  issueWorkflowTransitions: issueWorkflowTransitionsBulk,
  issueLinkTypes: issueLinkTypesBulk,
  issueFields: issueFieldsBulk,
  issueScreens: issueScreensBulk,
  issueScreenFields: issueScreenFieldsBulk,
  assetModels: assetModelsBulk,
  assets: assetsBulk,
  assetAssignments: assetAssignmentsBulk,
  assetCirculations: assetCirculationsBulk,
  assetRepairs: assetRepairsBulk,
  configurationItems: configurationItemsBulk,
  relationships: relationshipsBulk,
  locationTypes: locationTypesBulk,
  locations: locationsBulk,
  persons: personsBulk,
  identities: identitiesBulk,
  contacts: contactsBulk,
  schools: schoolsBulk,
  schoolYears: schoolYearsBulk,
  schoolCalendars: schoolCalendarsBulk,
  schoolEnrollments: schoolEnrollmentsBulk,
  schoolGradeLevels: schoolGradeLevelsBulk,
  employmentAssignmentTypes: employmentAssignmentTypesBulk,
  schoolEmployments: schoolEmploymentsBulk,
  employmentAssignments: employmentAssignmentsBulk,
}
