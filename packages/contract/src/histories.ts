import { assetAssignmentsHistory } from './assets/asset-assignment-operations.ts'
import { assetModelsHistory } from './assets/asset-models.ts'
import { assetRepairsHistory } from './assets/asset-repair-operations.ts'
import { contactsHistory } from './census/contact-operations.ts'
import { identitiesHistory } from './census/identity-operations.ts'
import { personsHistory } from './census/persons.ts'
import { configurationItemsHistory } from './cmdb/configuration-items.ts'
import { relationshipsHistory } from './cmdb/relationships.ts'
import { employmentAssignmentTypesHistory } from './education/employment-assignment-types.ts'
import { schoolCalendarsHistory } from './education/school-calendars.ts'
import { schoolGradeLevelsHistory } from './education/school-grade-levels.ts'
import { schoolYearsHistory } from './education/school-years.ts'
import { schoolsHistory } from './education/schools.ts'
import { locationTypesHistory } from './locations/location-types.ts'
import { locationsHistory } from './locations/locations.ts'
import { groupsHistory } from './system/groups.ts'
import { invitationsHistory } from './system/invitations.ts'
import { serviceAccountsHistory } from './system/service-accounts.ts'
import { webhookEndpointsHistory } from './webhooks/webhooks.ts'
import { issueFieldsHistory } from './work/issue-fields.ts'
import { issueLinkTypesHistory } from './work/issue-link-types.ts'
import { issuePrioritiesHistory } from './work/issue-priorities.ts'
import { issueScreenFieldsHistory } from './work/issue-screen-fields.ts'
import { issueScreensHistory } from './work/issue-screens.ts'
import { issueStatusesHistory } from './work/issue-statuses.ts'
import { issueTypesHistory } from './work/issue-types.ts'
import { issueWorkflowStatusesHistory } from './work/issue-workflow-statuses.ts'
import { issueWorkflowTransitionsHistory } from './work/issue-workflow-transitions.ts'
import { issueWorkflowsHistory } from './work/issue-workflows.ts'
import { projectsHistory } from './work/projects.ts'

/** The histories of records, one for each kind that a tenant owns; kinds with a history of another form declare their own. */
export const histories = {
  groups: groupsHistory,
  serviceAccounts: serviceAccountsHistory,
  invitations: invitationsHistory,
  webhookEndpoints: webhookEndpointsHistory,
  projects: projectsHistory,
  issueTypes: issueTypesHistory,
  issueStatuses: issueStatusesHistory,
  issuePriorities: issuePrioritiesHistory,
  issueWorkflows: issueWorkflowsHistory,
  issueWorkflowStatuses: issueWorkflowStatusesHistory,
  issueWorkflowTransitions: issueWorkflowTransitionsHistory,
  issueLinkTypes: issueLinkTypesHistory,
  issueFields: issueFieldsHistory,
  issueScreens: issueScreensHistory,
  issueScreenFields: issueScreenFieldsHistory,
  assetModels: assetModelsHistory,
  assetAssignments: assetAssignmentsHistory,
  assetRepairs: assetRepairsHistory,
  configurationItems: configurationItemsHistory,
  relationships: relationshipsHistory,
  locationTypes: locationTypesHistory,
  locations: locationsHistory,
  persons: personsHistory,
  identities: identitiesHistory,
  contacts: contactsHistory,
  schools: schoolsHistory,
  schoolYears: schoolYearsHistory,
  schoolCalendars: schoolCalendarsHistory,
  schoolGradeLevels: schoolGradeLevelsHistory,
  employmentAssignmentTypes: employmentAssignmentTypesHistory,
}
