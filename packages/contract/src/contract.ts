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
import { operationGroups } from './operation-groups.ts'
import { recordOperations } from './record-operations.ts'

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

/** The groups, each with what its records have beside its own operations. */
type Completed<G> = {
  readonly [K in keyof G]: K extends keyof typeof recordOperations
    ? G[K] & (typeof recordOperations)[K]
    : G[K]
}

function completed<G extends object>(groups: G): Completed<G> {
  const more: Readonly<Record<string, object>> = recordOperations
  const entries = Object.entries(groups).map(([name, group]) => [name, { ...group, ...more[name] }])
  return Object.fromEntries(entries)
}

/** The interface: every operation under the name that the client uses, which follows from its path. */
export const contract = {
  ...completed(groupsOfOwnName),
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
