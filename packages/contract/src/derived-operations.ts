import { assetDerivedOperations } from './assets/index.ts'
import { censusDerivedOperations } from './census/index.ts'
import { configurationDerivedOperations } from './cmdb/index.ts'
import { educationDerivedOperations } from './education/index.ts'
import type { EndpointSpec } from './kernel/endpoint.ts'
import { locationDerivedOperations } from './locations/index.ts'
import { systemDerivedOperations } from './system/index.ts'
import { webhookDerivedOperations } from './webhooks/index.ts'
import { workDerivedOperations } from './work/index.ts'

/**
 * The operations that are derived from those of a group: a bulk request and an upsert where tenants write its records, a history
 * where theirs has no form of its own, and a summary where their list is counted in groups.
 */
export const derivedOperations = {
  ...systemDerivedOperations,
  ...workDerivedOperations,
  ...assetDerivedOperations,
  ...configurationDerivedOperations,
  ...locationDerivedOperations,
  ...censusDerivedOperations,
  ...educationDerivedOperations,
  ...webhookDerivedOperations,
}

type DerivedOperations = typeof derivedOperations
type Name = 'bulk' | 'upsert' | 'history' | 'summary'

/** The groups whose records have the operation. */
type GroupsWith<N extends Name> = {
  [K in keyof DerivedOperations]: DerivedOperations[K] extends { readonly [M in N]: object } ? K : never
}[keyof DerivedOperations]

/** The operation itself: a history and a summary are lists below a name of their own. */
type Listed<O> = O extends { readonly list: infer L } ? L : O

/** The operations of one name, by the groups that have it. */
export type OperationsNamed<N extends Name> = {
  readonly [K in GroupsWith<N>]: DerivedOperations[K] extends { readonly [M in N]: infer O }
    ? Listed<O>
    : never
}

type Declared = Readonly<Partial<Record<Name, EndpointSpec | { readonly list: EndpointSpec }>>>

/** Returns the bulk requests, the upserts, the histories or the summaries, each by the name of its group. */
export function operationsNamed<N extends Name>(name: N): OperationsNamed<N> {
  const named = Object.entries<Declared>(derivedOperations).flatMap(([group, { [name]: declared }]) => {
    if (!declared) return []
    return [[group, 'list' in declared ? declared.list : declared]]
  })
  // Built from entries: the groups are those that have the operation.
  return Object.fromEntries(named) as unknown as OperationsNamed<N>
}
