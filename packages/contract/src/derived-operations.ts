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
 * The derived operations of each group: a bulk request and an upsert if tenants write its records, a history unless the group
 * declares its own, and a summary if its list can be counted in groups.
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

/** The names of the groups that have the derived operation. */
type GroupsWith<N extends Name> = {
  [K in keyof DerivedOperations]: DerivedOperations[K] extends { readonly [M in N]: object } ? K : never
}[keyof DerivedOperations]

/** Unwraps an operation: histories and summaries are declared as `{ list: operation }`. */
type Listed<O> = O extends { readonly list: infer L } ? L : O

/** The derived operations of one kind, by the name of their group. */
export type OperationsNamed<N extends Name> = {
  readonly [K in GroupsWith<N>]: DerivedOperations[K] extends { readonly [M in N]: infer O }
    ? Listed<O>
    : never
}

type Declared = Readonly<Partial<Record<Name, EndpointSpec | { readonly list: EndpointSpec }>>>

/** Returns all derived operations of one kind, by the name of their group. */
export function operationsNamed<N extends Name>(name: N): OperationsNamed<N> {
  const named = Object.entries<Declared>(derivedOperations).flatMap(([group, { [name]: declared }]) => {
    if (!declared) return []
    return [[group, 'list' in declared ? declared.list : declared]]
  })
  // `Object.fromEntries` loses the keys, which are the groups that have the operation.
  return Object.fromEntries(named) as unknown as OperationsNamed<N>
}
