import { type OperationsNamed, operationsNamed } from './derived-operations.ts'
import type { Bulk } from './kernel/bulk.ts'
import type { operationGroups } from './operation-groups.ts'

type Groups = typeof operationGroups

/** The bulk request of a group; by name, so that declarations name it instead of repeating the group. */
export interface BulkOf<K extends keyof Groups> extends Bulk<Groups[K]> {}

/** The bulk requests, one for each collection whose records a tenant writes. */
export const bulkOperations: OperationsNamed<'bulk'> = operationsNamed('bulk')
