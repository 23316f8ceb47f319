import { type OperationsNamed, operationsNamed } from './derived-operations.ts'
import type { Upsert } from './kernel/upsert.ts'
import type { operationGroups } from './operation-groups.ts'

type Groups = typeof operationGroups

/** The upsert of a group; by name, so that declarations name it instead of repeating the group. */
export interface UpsertOf<K extends keyof Groups> extends Upsert<Groups[K]> {}

/** The upserts, one for each collection whose records are created and updated by paths of their own. */
export const upsertOperations: OperationsNamed<'upsert'> = operationsNamed('upsert')
