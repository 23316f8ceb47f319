import { READ_SENSITIVE } from '@commonhold/contract'
import { assetAssignmentStore } from '../assets/asset-assignments.store.ts'
import { assetModelStore } from '../assets/asset-models.store.ts'
import { contactStore } from '../census/contacts.store.ts'
import { identityStore } from '../census/identities.store.ts'
import { personStore } from '../census/persons.store.ts'
import { configurationItemStore } from '../cmdb/configuration-items.store.ts'
import { relationshipStore } from '../cmdb/relationships.store.ts'
import { employmentAssignmentTypeStore } from '../education/employment-assignment-types.store.ts'
import { schoolCalendarStore } from '../education/school-calendars.store.ts'
import { schoolGradeLevelStore } from '../education/school-grade-levels.store.ts'
import { schoolYearStore } from '../education/school-years.store.ts'
import { schoolStore } from '../education/schools.store.ts'
import type { Recorded, RecordedKinds } from '../http/histories.ts'
import { locationTypeStore } from '../locations/location-types.store.ts'
import { locationStore } from '../locations/locations.store.ts'
import { groupStore } from '../system/groups.store.ts'
import { invitationStore } from '../system/invitations.store.ts'
import { projectStore } from '../system/projects.store.ts'
import { serviceAccountStore } from '../system/service-accounts.store.ts'
import { issueFieldStore } from '../work/configuration/issue-fields.store.ts'
import { issueLinkTypeStore } from '../work/configuration/issue-link-types.store.ts'
import { issuePriorityStore } from '../work/configuration/issue-priorities.store.ts'
import { issueScreenFieldStore } from '../work/configuration/issue-screen-fields.store.ts'
import { issueScreenStore } from '../work/configuration/issue-screens.store.ts'
import { issueStatusStore } from '../work/configuration/issue-statuses.store.ts'
import { issueTypeStore } from '../work/configuration/issue-types.store.ts'
import { issueWorkflowStatusStore } from '../work/configuration/issue-workflow-statuses.store.ts'
import { issueWorkflowTransitionStore } from '../work/configuration/issue-workflow-transitions.store.ts'
import { issueWorkflowStore } from '../work/configuration/issue-workflows.store.ts'
import { assetRepairStore } from '../work/repairs/asset-repairs.store.ts'

/** The names of changed members require the permission to read sensitive members. */
const sensitive = (store: Recorded['store']): Recorded => ({ store, membersNeed: READ_SENSITIVE })

/** The kinds of records whose history the common handler lists. The application adds webhook endpoints. */
export const recordedKinds: Omit<RecordedKinds, 'webhookEndpoints'> = {
  groups: { store: groupStore },
  serviceAccounts: { store: serviceAccountStore },
  invitations: { store: invitationStore },
  projects: { store: projectStore },
  issueTypes: { store: issueTypeStore },
  issueStatuses: { store: issueStatusStore },
  issuePriorities: { store: issuePriorityStore },
  issueWorkflows: { store: issueWorkflowStore },
  issueWorkflowStatuses: { store: issueWorkflowStatusStore },
  issueWorkflowTransitions: { store: issueWorkflowTransitionStore },
  issueLinkTypes: { store: issueLinkTypeStore },
  issueFields: { store: issueFieldStore },
  issueScreens: { store: issueScreenStore },
  issueScreenFields: { store: issueScreenFieldStore },
  assetModels: { store: assetModelStore },
  assetAssignments: { store: assetAssignmentStore },
  assetRepairs: { store: assetRepairStore },
  configurationItems: { store: configurationItemStore },
  relationships: { store: relationshipStore },
  locationTypes: { store: locationTypeStore },
  locations: { store: locationStore },
  persons: sensitive(personStore),
  identities: sensitive(identityStore),
  contacts: sensitive(contactStore),
  schools: { store: schoolStore },
  schoolYears: { store: schoolYearStore },
  schoolCalendars: { store: schoolCalendarStore },
  schoolGradeLevels: { store: schoolGradeLevelStore },
  employmentAssignmentTypes: { store: employmentAssignmentTypeStore },
}
