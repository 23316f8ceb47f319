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
import { derivedOperations } from './derived-operations.ts'
import { operationGroups } from './operation-groups.ts'

/** The groups that the client has under their own names. The operations of the other groups are parts of these. */
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

/** The groups, each with the operations that are derived from it. */
type WithDerived<G> = {
  readonly [K in keyof G]: K extends keyof typeof derivedOperations
    ? G[K] & (typeof derivedOperations)[K]
    : G[K]
}

function withDerived<G extends object>(groups: G): WithDerived<G> {
  const more: Readonly<Record<string, object>> = derivedOperations
  const entries = Object.entries(groups).map(([name, group]) => [name, { ...group, ...more[name] }])
  // `Object.fromEntries` loses the keys, which are those of `groups`.
  return Object.fromEntries(entries) as WithDerived<G>
}

/** The API contract: every operation under its name in the client, which follows from the path of the operation. */
export const contract = {
  ...withDerived(groupsOfOwnName),
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
