import * as assets from './contract/assets.ts'
import * as census from './contract/census.ts'
import * as cmdb from './contract/cmdb.ts'
import * as education from './contract/education.ts'
import * as system from './contract/system.ts'
import * as work from './contract/work.ts'
import { operationGroups } from './operation-groups.ts'

/** The groups that stand in the client under their own names; of the others each operation stands below another group. */
const {
  tenantGroups,
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
  ...groupsOfOwnName
} = operationGroups

/** The interface: every operation under the name that the client uses, which follows from its path. */
export const contract = {
  ...groupsOfOwnName,
  ...system,
  ...work,
  ...assets,
  ...cmdb,
  ...census,
  ...education,
}
