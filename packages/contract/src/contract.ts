import { assetModelsBulk, assetModelsHistory, assetModelsUpsert } from './assets/asset-models.ts'
import { relationshipsBulk, relationshipsHistory } from './cmdb/relationships.ts'
import * as repairs from './contract/asset-repairs.ts'
import * as assets from './contract/assets.ts'
import * as census from './contract/census.ts'
import * as cmdb from './contract/cmdb.ts'
import * as education from './contract/education.ts'
import * as eventOperations from './contract/events.ts'
import * as places from './contract/locations.ts'
import * as operation from './contract/operator.ts'
import * as system from './contract/system.ts'
import * as webhooks from './contract/webhooks.ts'
import * as work from './contract/work.ts'
import {
  employmentAssignmentTypesBulk,
  employmentAssignmentTypesHistory,
  employmentAssignmentTypesUpsert,
} from './education/employment-assignment-types.ts'
import {
  schoolGradeLevelsBulk,
  schoolGradeLevelsHistory,
  schoolGradeLevelsUpsert,
} from './education/school-grade-levels.ts'
import { locationTypesBulk, locationTypesHistory, locationTypesUpsert } from './locations/location-types.ts'
import { operationGroups } from './operation-groups.ts'
import { issueFieldsBulk, issueFieldsHistory, issueFieldsUpsert } from './work/issue-fields.ts'
import { issueLinkTypesBulk, issueLinkTypesHistory, issueLinkTypesUpsert } from './work/issue-link-types.ts'
import {
  issuePrioritiesBulk,
  issuePrioritiesHistory,
  issuePrioritiesUpsert,
} from './work/issue-priorities.ts'
import {
  issueScreenFieldsBulk,
  issueScreenFieldsHistory,
  issueScreenFieldsUpsert,
} from './work/issue-screen-fields.ts'
import { issueScreensBulk, issueScreensHistory, issueScreensUpsert } from './work/issue-screens.ts'
import { issueStatusesBulk, issueStatusesHistory, issueStatusesUpsert } from './work/issue-statuses.ts'
import { issueTypesBulk, issueTypesHistory, issueTypesUpsert } from './work/issue-types.ts'
import {
  issueWorkflowStatusesBulk,
  issueWorkflowStatusesHistory,
  issueWorkflowStatusesUpsert,
} from './work/issue-workflow-statuses.ts'
import {
  issueWorkflowTransitionsBulk,
  issueWorkflowTransitionsHistory,
  issueWorkflowTransitionsUpsert,
} from './work/issue-workflow-transitions.ts'
import { issueWorkflowsBulk, issueWorkflowsHistory, issueWorkflowsUpsert } from './work/issue-workflows.ts'

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
  histories,
  jobs,
  tenantQuotas,
  notifications,
  myNotificationPreferences,
  webhookEndpoints,
  webhookDeliveries,
  ...groupsOfOwnName
} = operationGroups

/** The interface: every operation under the name that the client uses, which follows from its path. */
export const contract = {
  ...groupsOfOwnName,
  issueTypes: {
    ...groupsOfOwnName.issueTypes,
    history: { list: issueTypesHistory },
    bulk: issueTypesBulk,
    upsert: issueTypesUpsert,
  },
  issueStatuses: {
    ...groupsOfOwnName.issueStatuses,
    history: { list: issueStatusesHistory },
    bulk: issueStatusesBulk,
    upsert: issueStatusesUpsert,
  },
  issuePriorities: {
    ...groupsOfOwnName.issuePriorities,
    history: { list: issuePrioritiesHistory },
    bulk: issuePrioritiesBulk,
    upsert: issuePrioritiesUpsert,
  },
  issueWorkflows: {
    ...groupsOfOwnName.issueWorkflows,
    history: { list: issueWorkflowsHistory },
    bulk: issueWorkflowsBulk,
    upsert: issueWorkflowsUpsert,
  },
  issueWorkflowStatuses: {
    ...groupsOfOwnName.issueWorkflowStatuses,
    history: { list: issueWorkflowStatusesHistory },
    bulk: issueWorkflowStatusesBulk,
    upsert: issueWorkflowStatusesUpsert,
  },
  issueWorkflowTransitions: {
    ...groupsOfOwnName.issueWorkflowTransitions,
    history: { list: issueWorkflowTransitionsHistory },
    bulk: issueWorkflowTransitionsBulk,
    upsert: issueWorkflowTransitionsUpsert,
  },
  issueLinkTypes: {
    ...groupsOfOwnName.issueLinkTypes,
    history: { list: issueLinkTypesHistory },
    bulk: issueLinkTypesBulk,
    upsert: issueLinkTypesUpsert,
  },
  issueFields: {
    ...groupsOfOwnName.issueFields,
    history: { list: issueFieldsHistory },
    bulk: issueFieldsBulk,
    upsert: issueFieldsUpsert,
  },
  issueScreens: {
    ...groupsOfOwnName.issueScreens,
    history: { list: issueScreensHistory },
    bulk: issueScreensBulk,
    upsert: issueScreensUpsert,
  },
  issueScreenFields: {
    ...groupsOfOwnName.issueScreenFields,
    history: { list: issueScreenFieldsHistory },
    bulk: issueScreenFieldsBulk,
    upsert: issueScreenFieldsUpsert,
  },
  assetModels: {
    ...groupsOfOwnName.assetModels,
    history: { list: assetModelsHistory },
    bulk: assetModelsBulk,
    upsert: assetModelsUpsert,
  },
  relationships: {
    ...groupsOfOwnName.relationships,
    history: { list: relationshipsHistory },
    bulk: relationshipsBulk,
  },
  locationTypes: {
    ...groupsOfOwnName.locationTypes,
    history: { list: locationTypesHistory },
    bulk: locationTypesBulk,
    upsert: locationTypesUpsert,
  },
  schoolGradeLevels: {
    ...groupsOfOwnName.schoolGradeLevels,
    history: { list: schoolGradeLevelsHistory },
    bulk: schoolGradeLevelsBulk,
    upsert: schoolGradeLevelsUpsert,
  },
  employmentAssignmentTypes: {
    ...groupsOfOwnName.employmentAssignmentTypes,
    history: { list: employmentAssignmentTypesHistory },
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
  ...operation,
  ...webhooks,
}
