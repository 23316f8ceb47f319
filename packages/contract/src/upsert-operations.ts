import { assetAssignmentsUpsert } from './assets/asset-assignment-operations.ts'
import { assetModelsUpsert } from './assets/asset-models.ts'
import { assetsUpsert } from './assets/asset-operations.ts'
import { assetRepairsUpsert } from './assets/asset-repair-operations.ts'
import { personsUpsert } from './census/persons.ts'
import { configurationItemsUpsert } from './cmdb/configuration-items.ts'
import { employmentAssignmentTypesUpsert } from './education/employment-assignment-types.ts'
import { employmentAssignmentsUpsert } from './education/employment-assignments.ts'
import { schoolCalendarsUpsert } from './education/school-calendars.ts'
import { schoolEmploymentsUpsert } from './education/school-employments.ts'
import { schoolEnrollmentsUpsert } from './education/school-enrollments.ts'
import { schoolGradeLevelsUpsert } from './education/school-grade-levels.ts'
import { schoolYearsUpsert } from './education/school-years.ts'
import { schoolsUpsert } from './education/schools.ts'
import type { Upsert } from './kernel/upsert.ts'
import { locationTypesUpsert } from './locations/location-types.ts'
import { locationsUpsert } from './locations/locations.ts'
import type { operationGroups } from './operation-groups.ts'
import { groupsUpsert } from './system/groups.ts'
import { issueFieldsUpsert } from './work/issue-fields.ts'
import { issueLinkTypesUpsert } from './work/issue-link-types.ts'
import { issuesUpsert } from './work/issue-operations.ts'
import { issuePrioritiesUpsert } from './work/issue-priorities.ts'
import { issueScreenFieldsUpsert } from './work/issue-screen-fields.ts'
import { issueScreensUpsert } from './work/issue-screens.ts'
import { issueStatusesUpsert } from './work/issue-statuses.ts'
import { issueTypesUpsert } from './work/issue-types.ts'
import { issueWorkflowStatusesUpsert } from './work/issue-workflow-statuses.ts'
import { issueWorkflowTransitionsUpsert } from './work/issue-workflow-transitions.ts'
import { issueWorkflowsUpsert } from './work/issue-workflows.ts'
import { projectsUpsert } from './work/projects.ts'

type Groups = typeof operationGroups

/** The upsert of a group; by name, so that declarations name it instead of repeating the group. */
export interface UpsertOf<K extends keyof Groups> extends Upsert<Groups[K]> {}

/** The upserts, one for each collection whose records are created and updated by paths of their own. */
export const upsertOperations = {
  groups: groupsUpsert,
  projects: projectsUpsert,
  issues: issuesUpsert,
  issueTypes: issueTypesUpsert,
  issueStatuses: issueStatusesUpsert,
  issuePriorities: issuePrioritiesUpsert,
  issueWorkflows: issueWorkflowsUpsert,
  issueWorkflowStatuses: issueWorkflowStatusesUpsert,
  issueWorkflowTransitions: issueWorkflowTransitionsUpsert,
  issueLinkTypes: issueLinkTypesUpsert,
  issueFields: issueFieldsUpsert,
  issueScreens: issueScreensUpsert,
  issueScreenFields: issueScreenFieldsUpsert,
  assetModels: assetModelsUpsert,
  assets: assetsUpsert,
  assetAssignments: assetAssignmentsUpsert,
  assetRepairs: assetRepairsUpsert,
  configurationItems: configurationItemsUpsert,
  locationTypes: locationTypesUpsert,
  locations: locationsUpsert,
  persons: personsUpsert,
  schools: schoolsUpsert,
  schoolYears: schoolYearsUpsert,
  schoolCalendars: schoolCalendarsUpsert,
  schoolEnrollments: schoolEnrollmentsUpsert,
  schoolGradeLevels: schoolGradeLevelsUpsert,
  employmentAssignmentTypes: employmentAssignmentTypesUpsert,
  schoolEmployments: schoolEmploymentsUpsert,
  employmentAssignments: employmentAssignmentsUpsert,
}
