import { type OperationsNamed, operationsNamed } from './derived-operations.ts'
import type { Bulk } from './kernel/bulk.ts'
import type { operationGroups } from './operation-groups.ts'

type Groups = typeof operationGroups

/** The bulk request of a group. It takes the name of the group, so that emitted declarations do not repeat the group's type. */
export interface BulkOf<K extends keyof Groups> extends Bulk<Groups[K]> {}

/** The bulk requests, by the name of their group: one for each collection that tenants can write. */
export const bulkOperations: OperationsNamed<'bulk'> = operationsNamed('bulk')
