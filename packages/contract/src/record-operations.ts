import { assetRecordOperations } from './assets/index.ts'
import { censusRecordOperations } from './census/index.ts'
import { configurationRecordOperations } from './cmdb/index.ts'
import { educationRecordOperations } from './education/index.ts'
import type { EndpointSpec } from './kernel/endpoint.ts'
import { locationRecordOperations } from './locations/index.ts'
import { systemRecordOperations } from './system/index.ts'
import { webhookRecordOperations } from './webhooks/index.ts'
import { workRecordOperations } from './work/index.ts'

/**
 * What records have beside the operations of their group, each derived from these: a bulk request and an upsert where a tenant
 * writes them, a history where theirs has no form of its own, and a summary where their list is counted in groups.
 */
export const recordOperations = {
  ...systemRecordOperations,
  ...workRecordOperations,
  ...assetRecordOperations,
  ...configurationRecordOperations,
  ...locationRecordOperations,
  ...censusRecordOperations,
  ...educationRecordOperations,
  ...webhookRecordOperations,
}

type RecordOperations = typeof recordOperations
type Name = 'bulk' | 'upsert' | 'history' | 'summary'

/** The groups whose records have the operation. */
type GroupsWith<N extends Name> = {
  [K in keyof RecordOperations]: RecordOperations[K] extends { readonly [M in N]: object } ? K : never
}[keyof RecordOperations]

/** The operation itself: a history and a summary are lists below a name of their own. */
type Listed<O> = O extends { readonly list: infer L } ? L : O

/** The operations of one name, by the groups that have it. */
export type OperationsNamed<N extends Name> = {
  readonly [K in GroupsWith<N>]: RecordOperations[K] extends { readonly [M in N]: infer O }
    ? Listed<O>
    : never
}

type Declared = Readonly<Partial<Record<Name, EndpointSpec | { readonly list: EndpointSpec }>>>

/** Returns the bulk requests, the upserts, the histories or the summaries, each by the name of its group. */
export function operationsNamed<N extends Name>(name: N): OperationsNamed<N> {
  const named = Object.entries<Declared>(recordOperations).flatMap(([group, { [name]: declared }]) => {
    if (!declared) return []
    return [[group, 'list' in declared ? declared.list : declared]]
  })
  return Object.fromEntries(named)
}
