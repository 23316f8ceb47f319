import type { Access, BodyOf, EndpointSpec, Lifecycle, operationGroups, ReplyOf } from '@commonhold/contract'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { GroupName } from './operations.ts'
import type { Call, World } from './worlds.ts'

/** Makes a valid call of an operation in a world. Creates the records that the call needs; no two calls are the same. */
export type MakeCall = (world: World) => Promise<Call>

/** How a list is filled. `call` creates a handful of different rows and returns a call that lists them; `more` adds a row. */
export interface ListCall {
  readonly call: MakeCall
  readonly more: (world: World, call: Call) => Promise<unknown>
  /** Members that `q` searches for words. */
  readonly searched?: readonly string[]
}

/** The records that a member of a body refers to. */
export interface Reference {
  /** Creates a record in use in the tenant of the world, and returns its id. */
  readonly make: (world: World) => Promise<string>
  /** Archives the record. Missing if such records cannot be archived. */
  readonly archive?: (world: World, id: string) => Promise<unknown>
  /** The code of the problem for an archived record, if it is not an error of the member. */
  readonly whenArchived?: 'record_archived' | 'asset_not_active'
  /**
   * True if records of the root tenant may be named. `read_only`: they are visible, but other tenants cannot add parts to them.
   */
  readonly isShared: boolean | 'read_only'
  /** The group whose DELETE must refuse a referenced record. */
  readonly group?: GroupName
  /** Members that the body cannot have together with this one. */
  readonly insteadOf?: readonly string[]
}

type EndpointName<G> = keyof G & string
type MoveName<G> = { [K in EndpointName<G>]: G[K] extends { move: object } ? K : never }[EndpointName<G>]
type CrudName = 'list' | 'create' | 'get' | 'update' | 'delete'
type CallOf<E> = E extends { collection: object } ? ListCall : MakeCall

/** A group of records. Some have no DELETE, and ledgers have no update. */
interface RecordGroup {
  readonly list: EndpointSpec
  readonly create: EndpointSpec & { readonly permission: Exclude<Access, 'public'> }
  readonly get: EndpointSpec
}

/** The parts of a store that the suites use. */
export interface StoreView {
  readonly spec: {
    readonly table: PgTable
    readonly users?: readonly string[]
  }
}

/** A resource with the usual operations, and optionally a lifecycle. */
export interface RecordSample<G extends RecordGroup> {
  readonly store: StoreView
  /** Creates what a record needs, and returns a body that creates the record. */
  readonly create: (world: World) => Promise<BodyOf<G['create']>>
  /** A patch that changes any record from `create`. */
  readonly patch: G extends { update: infer U extends EndpointSpec }
    ? (world: World) => Promise<BodyOf<U>>
    : undefined
  /** Bodies of records that differ in every member that the list filters or sorts by, including null. */
  readonly spread: (world: World) => Promise<readonly BodyOf<G['create']>[]>
  /** Adds records to the list that differ in members that no body can set. */
  readonly further?: (world: World) => Promise<unknown>
  /** Members that `q` searches for words. */
  readonly searched: readonly (keyof ReplyOf<G['get']> & string)[]
  /** Every member of the bodies that refers to another record. */
  readonly references: Readonly<Record<string, Reference>>
  readonly lifecycle: [MoveName<G>] extends [never]
    ? undefined
    : Lifecycle & { readonly moves: Readonly<Record<MoveName<G>, object>> }
  /** Every operation except the five usual ones and the moves. */
  readonly others: { readonly [K in Exclude<EndpointName<G>, CrudName | MoveName<G>>]: CallOf<G[K]> } & {
    /** Moves whose body names another record. */
    readonly [K in MoveName<G>]?: MakeCall
  } & {
    /** For records that must be in a certain state to be deleted. */
    readonly delete?: MakeCall
  }
}

/** A group of operations that is no resource. */
export interface OperationsSample<G> {
  /** Members of the bodies that refer to another record than the one in the path. */
  readonly references?: Readonly<Record<string, Reference>>
  readonly others: { readonly [K in EndpointName<G>]: CallOf<G[K]> }
}

/** Parts of an issue are only read below it and have no separate bodies, so their calls are written out. */
type PartGroup = RecordGroup & { readonly get: { readonly path: `/issues/{issue_id}/${string}` } }

type SampleOf<G> = G extends PartGroup
  ? OperationsSample<G>
  : G extends RecordGroup
    ? RecordSample<G>
    : OperationsSample<G>

/** A sample for every group of the contract. A missing sample or operation is a compile error. */
export type Samples = { readonly [G in GroupName]: SampleOf<(typeof operationGroups)[G]> }

/** The samples of some groups. */
export type SamplesOf<G extends GroupName> = Pick<Samples, G>

/** A sample whose group the compiler does not know, for the generated suites. */
export interface AnySample {
  readonly store?: StoreView
  readonly create?: (world: World) => Promise<unknown>
  readonly patch?: ((world: World) => Promise<unknown>) | undefined
  readonly spread?: (world: World) => Promise<readonly unknown[]>
  readonly further?: (world: World) => Promise<unknown>
  readonly searched?: readonly string[]
  readonly references?: Readonly<Record<string, Reference>>
  readonly lifecycle?: Lifecycle | undefined
  readonly others: Readonly<Record<string, MakeCall | ListCall>>
}
