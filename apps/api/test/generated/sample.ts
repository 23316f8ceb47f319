import type { Access, BodyOf, EndpointSpec, Lifecycle, operationGroups, ReplyOf } from '@commonhold/contract'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { GroupName } from './operations.ts'
import type { Call, World } from './worlds.ts'

/** A valid call of an operation in a world: makes what it needs first, and differs each time. */
export type MakeCall = (world: World) => Promise<Call>

/** How a list is filled: `call` makes a handful of different rows and asks for them, `more` adds one. */
export interface ListCall {
  readonly call: MakeCall
  readonly more: (world: World, call: Call) => Promise<unknown>
  /** Members in which `q` looks for words. */
  readonly searched?: readonly string[]
}

/** What a member of a body refers to. */
export interface Reference {
  /** A record in use that the member may name, in the tenant of the world. */
  readonly make: (world: World) => Promise<string>
  /** Left out where such records cannot be archived. */
  readonly archive?: (world: World, id: string) => Promise<unknown>
  /** The problem that answers an archived one, where it is not an error of the member. */
  readonly whenArchived?: 'record_archived' | 'asset_not_active'
  /** Records of the root tenant may be named, too; `read_only`: they are seen, and take no parts of other tenants. */
  readonly isShared: boolean | 'read_only'
  /** The group whose DELETE must refuse a record that is referred to. */
  readonly group?: GroupName
  /** Members that the body cannot have beside this one. */
  readonly insteadOf?: readonly string[]
}

type EndpointName<G> = keyof G & string
type MoveName<G> = { [K in EndpointName<G>]: G[K] extends { move: object } ? K : never }[EndpointName<G>]
type CrudName = 'list' | 'create' | 'get' | 'update' | 'delete'
type CallOf<E> = E extends { collection: object } ? ListCall : MakeCall

/** A group of records: some are never deleted, and what is only added to is never changed. */
interface RecordGroup {
  readonly list: EndpointSpec
  readonly create: EndpointSpec & { readonly permission: Exclude<Access, 'public'> }
  readonly get: EndpointSpec
}

/** What the suites look at in a store. */
export interface StoreView {
  readonly spec: {
    readonly table: PgTable
    readonly users?: readonly string[]
  }
}

/** A resource with the usual operations, and perhaps a lifecycle. */
export interface RecordSample<G extends RecordGroup> {
  readonly store: StoreView
  /** A body that makes a record, with whatever the record needs made first. */
  readonly create: (world: World) => Promise<BodyOf<G['create']>>
  /** A patch that changes any record made by `create`. */
  readonly patch: G extends { update: infer U extends EndpointSpec }
    ? (world: World) => Promise<BodyOf<U>>
    : undefined
  /** Bodies of records that differ in every member that the list filters or sorts by, null included. */
  readonly spread: (world: World) => Promise<readonly BodyOf<G['create']>[]>
  /** Fills the list with records that differ in members that no body sets. */
  readonly further?: (world: World) => Promise<unknown>
  /** Members in which `q` looks for words. */
  readonly searched: readonly (keyof ReplyOf<G['get']> & string)[]
  /** Every member of the bodies that refers to another record. */
  readonly references: Readonly<Record<string, Reference>>
  readonly lifecycle: [MoveName<G>] extends [never]
    ? undefined
    : Lifecycle & { readonly moves: Readonly<Record<MoveName<G>, object>> }
  /** Every operation beyond the five and the moves. */
  readonly others: { readonly [K in Exclude<EndpointName<G>, CrudName | MoveName<G>>]: CallOf<G[K]> } & {
    /** Moves whose body names more than one record. */
    readonly [K in MoveName<G>]?: MakeCall
  } & {
    /** Where a record must be brought into a state before it can be deleted. */
    readonly delete?: MakeCall
  }
}

/** A group of operations that are not those of a record. */
export interface OperationsSample<G> {
  /** Members of the bodies that refer to another record, whatever the record in the path. */
  readonly references?: Readonly<Record<string, Reference>>
  readonly others: { readonly [K in EndpointName<G>]: CallOf<G[K]> }
}

/** Parts of an issue are read alone below it, and have no bodies of their own: their calls are written out. */
type PartGroup = RecordGroup & { readonly get: { readonly path: `/issues/{issue_id}/${string}` } }

type SampleOf<G> = G extends PartGroup
  ? OperationsSample<G>
  : G extends RecordGroup
    ? RecordSample<G>
    : OperationsSample<G>

/** A sample for every group of the contract; one that is missing, or lacks an operation, is a compile error. */
export type Samples = { readonly [G in GroupName]: SampleOf<(typeof operationGroups)[G]> }

/** The samples of some groups. */
export type SamplesOf<G extends GroupName> = Pick<Samples, G>

/** A sample whose group is not known to the compiler: what the generated suites work with. */
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
