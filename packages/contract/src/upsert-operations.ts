import { type OperationsNamed, operationsNamed } from './derived-operations.ts'
import type { Upsert } from './kernel/upsert.ts'
import type { operationGroups } from './operation-groups.ts'

type Groups = typeof operationGroups

/** The upsert of a group. It takes the name of the group, so that emitted declarations do not repeat the group's type. */
export interface UpsertOf<K extends keyof Groups> extends Upsert<Groups[K]> {}

/** The upserts, by the name of their group: one for each collection with a `POST` and a `PATCH` for its records. */
export const upsertOperations: OperationsNamed<'upsert'> = operationsNamed('upsert')
