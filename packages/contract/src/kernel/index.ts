export { type Bulk, type BulkRequest, bulk } from './bulk.ts'
export { MOST_BULK_ITEMS } from './bulk-items.ts'
export { type BulkItemResult, BulkResult } from './bulk-result.ts'
export * from './client.ts'
export * from './collection.ts'
export * from './crud.ts'
export * from './endpoint.ts'
export * from './exports.ts'
export {
  DEFAULT_SOURCE,
  type ExternalId,
  externalFormats,
  externalIdIn,
  externalIdOf,
  inOrder,
  kindOfRecords,
  kindReferredTo,
  kindsWithDefault,
  MOST_EXTERNAL_IDS,
  RECORD_REFERENCE_PATTERN,
} from './external-ids.ts'
export * from './filters.ts'
export { HistoryEntry } from './history.ts'
export * from './include.ts'
export * from './lifecycle.ts'
export * from './light.ts'
export * from './member-codes.ts'
export * from './permissions.ts'
export * from './problem-schema.ts'
export * from './problems.ts'
export * from './record.ts'
export * from './record-members.ts'
export * from './schema.ts'
export * from './summary.ts'
export * from './tags.ts'
export { isUpsertable, type Upsert, upsert } from './upsert.ts'
