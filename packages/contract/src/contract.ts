import { assetModelsBulk, assetModelsUpsert } from './assets/asset-models.ts'
import { relationshipsBulk } from './cmdb/relationships.ts'
import * as repairs from './contract/asset-repairs.ts'
import * as assets from './contract/assets.ts'
import * as census from './contract/census.ts'
import * as cmdb from './contract/cmdb.ts'
import * as education from './contract/education.ts'
import * as eventOperations from './contract/events.ts'
import * as places from './contract/locations.ts'
import * as system from './contract/system.ts'
import * as work from './contract/work.ts'
import {
  employmentAssignmentTypesBulk,
  employmentAssignmentTypesUpsert,
} from './education/employment-assignment-types.ts'
import { schoolGradeLevelsBulk, schoolGradeLevelsUpsert } from './education/school-grade-levels.ts'
import { locationTypesBulk, locationTypesUpsert } from './locations/location-types.ts'
import { operationGroups } from './operation-groups.ts'
import { issueFieldsBulk, issueFieldsUpsert } from './work/issue-fields.ts'
import { issueLinkTypesBulk, issueLinkTypesUpsert } from './work/issue-link-types.ts'
import { issuePrioritiesBulk, issuePrioritiesUpsert } from './work/issue-priorities.ts'
import { issueScreenFieldsBulk, issueScreenFieldsUpsert } from './work/issue-screen-fields.ts'
import { issueScreensBulk, issueScreensUpsert } from './work/issue-screens.ts'
import { issueStatusesBulk, issueStatusesUpsert } from './work/issue-statuses.ts'
import { issueTypesBulk, issueTypesUpsert } from './work/issue-types.ts'
import { issueWorkflowStatusesBulk, issueWorkflowStatusesUpsert } from './work/issue-workflow-statuses.ts'
import {
  issueWorkflowTransitionsBulk,
  issueWorkflowTransitionsUpsert,
} from './work/issue-workflow-transitions.ts'
import { issueWorkflowsBulk, issueWorkflowsUpsert } from './work/issue-workflows.ts'

/** The groups that stand in the client under their own names; of the others each operation stands below another group. */
const {
  tenantGroups,
  myApiKeys,
  serviceAccountKeys,
  memberships,
  projectIssues,
  issueTransitions,
  issueApprovals,
  issueComments,
  issueAttachments,
  issueLinks,
  issueWatchers,
  issueRecords,
  currentIdentities,
  summaries,
  ...groupsOfOwnName
} = operationGroups

/** The interface: every operation under the name that the client uses, which follows from its path. */
export const contract = {
  ...groupsOfOwnName,
  issueTypes: { ...groupsOfOwnName.issueTypes, bulk: issueTypesBulk, upsert: issueTypesUpsert },
  issueStatuses: { ...groupsOfOwnName.issueStatuses, bulk: issueStatusesBulk, upsert: issueStatusesUpsert },
  issuePriorities: {
    ...groupsOfOwnName.issuePriorities,
    bulk: issuePrioritiesBulk,
    upsert: issuePrioritiesUpsert,
  },
  issueWorkflows: {
    ...groupsOfOwnName.issueWorkflows,
    bulk: issueWorkflowsBulk,
    upsert: issueWorkflowsUpsert,
  },
  issueWorkflowStatuses: {
    ...groupsOfOwnName.issueWorkflowStatuses,
    bulk: issueWorkflowStatusesBulk,
    upsert: issueWorkflowStatusesUpsert,
  },
  issueWorkflowTransitions: {
    ...groupsOfOwnName.issueWorkflowTransitions,
    bulk: issueWorkflowTransitionsBulk,
    upsert: issueWorkflowTransitionsUpsert,
  },
  issueLinkTypes: {
    ...groupsOfOwnName.issueLinkTypes,
    bulk: issueLinkTypesBulk,
    upsert: issueLinkTypesUpsert,
  },
  issueFields: { ...groupsOfOwnName.issueFields, bulk: issueFieldsBulk, upsert: issueFieldsUpsert },
  issueScreens: { ...groupsOfOwnName.issueScreens, bulk: issueScreensBulk, upsert: issueScreensUpsert },
  issueScreenFields: {
    ...groupsOfOwnName.issueScreenFields,
    bulk: issueScreenFieldsBulk,
    upsert: issueScreenFieldsUpsert,
  },
  assetModels: { ...groupsOfOwnName.assetModels, bulk: assetModelsBulk, upsert: assetModelsUpsert },
  relationships: { ...groupsOfOwnName.relationships, bulk: relationshipsBulk },
  locationTypes: { ...groupsOfOwnName.locationTypes, bulk: locationTypesBulk, upsert: locationTypesUpsert },
  schoolGradeLevels: {
    ...groupsOfOwnName.schoolGradeLevels,
    bulk: schoolGradeLevelsBulk,
    upsert: schoolGradeLevelsUpsert,
  },
  employmentAssignmentTypes: {
    ...groupsOfOwnName.employmentAssignmentTypes,
    bulk: employmentAssignmentTypesBulk,
    upsert: employmentAssignmentTypesUpsert,
  },
  ...system,
  ...work,
  ...assets,
  ...repairs,
  ...cmdb,
  ...places,
  ...census,
  ...education,
  ...eventOperations,
}
