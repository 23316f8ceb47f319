import type { contract } from './contract.ts'

export * from './assets/index.ts'
export { bulkOperations } from './bulk-operations.ts'
export * from './census/index.ts'
export * from './cmdb/index.ts'
export { assetRepairs } from './contract/asset-repairs.ts'
export { assetAssignments, assetCirculations, assets } from './contract/assets.ts'
export { contacts, identities, persons } from './contract/census.ts'
export { configurationItems } from './contract/cmdb.ts'
export {
  employmentAssignments,
  schoolCalendars,
  schoolEmployments,
  schoolEnrollments,
  schools,
  schoolYears,
} from './contract/education.ts'
export { events } from './contract/events.ts'
export { locations } from './contract/locations.ts'
export { operator } from './contract/operator.ts'
export { auth, groups, me, tenants, users } from './contract/system.ts'
export { webhookDeliveries, webhookEndpoints } from './contract/webhooks.ts'
export { issues, projects } from './contract/work.ts'
export { contract } from './contract.ts'
export * from './education/index.ts'
export * from './events/index.ts'
export * from './jobs/index.ts'
export * from './kernel/index.ts'
export * from './locations/index.ts'
export { operationGroups } from './operation-groups.ts'
export * from './quotas/index.ts'
export * from './search/index.ts'
export * from './system/index.ts'
export { upsertOperations } from './upsert-operations.ts'
export * from './webhooks/index.ts'
export * from './work/index.ts'

/** Type of the contract; `Client<ApiContract>` is the type of its client. */
export type ApiContract = typeof contract
