import type { Access, EndpointSpec } from '@commonhold/contract'
import type { Clock } from '../base/clock.ts'
import type { Reader } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { AuditEntry } from './audit.ts'

/** Who is asking, as the token says and `commonhold_authorize` confirms. */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
}

/** What the database answered when it authorized the request. */
export interface Authorized {
  readonly tenantId: string | null
  readonly projectId: string | null
}

/** The same of a write. */
export interface AuthorizedWrite extends Authorized {
  /** Projects to which the permission is limited; null = the whole tenant. */
  readonly projectIds: readonly string[] | null
}

/** What every handler gets to know of the request. */
export interface RequestContext {
  readonly requestId: string
  /** Address of the client. */
  readonly source: string | null
  readonly userAgent: string | null
  readonly clock: Clock
  /** The query string as it was sent, and the address of the request, for links to further pages. */
  readonly url: URL
  /** Adds a header to the answer. */
  header(name: string, value: string): void
}

/** Context of an operation that needs a signed-in user. */
interface SignedInContext extends RequestContext {
  readonly actor: Actor
  /** Resolves when the database admitted the request. */
  authorized(): Promise<Authorized>
}

/** Context of a GET: each read is one statement that is admitted by itself. */
export interface ReadContext extends SignedInContext {
  readonly reader: Reader
  /** The same in another tenant, whichever is selected: each read is admitted there. */
  inTenant(tenantId: string, access: Access): ReadContext
}

/**
 * Context of a write: one transaction. Queries may be sent before `entered` resolves; await it before doing
 * anything outside of `tx`.
 */
export interface WriteContext extends SignedInContext {
  readonly tx: Transaction
  authorized(): Promise<AuthorizedWrite>
  /** Notes what was done, in the transaction; without it nothing is committed. */
  audit(entries: AuditEntry | readonly AuditEntry[]): void
  /** The values of an entry, for a statement that writes it along; undefined where what is done is noted apart. */
  auditValues(entry: AuditEntry): Record<string, unknown> | undefined
  /** The selected tenant; a problem where none is. */
  tenantId(): Promise<string>
  /** Versions that `If-Match` admits; undefined = any. */
  readonly ifMatch: readonly number[] | undefined
}

/** The context of a write that is noted apart, together with what else changes. */
export const withoutAudit = (context: WriteContext): WriteContext => ({
  ...context,
  audit: () => {},
  auditValues: () => undefined,
})

/** Context of a write that opens its own transactions, so that none is held while a password is hashed. */
export interface StepsContext extends RequestContext {
  readonly actor: Actor
  /** Runs work in one transaction that is admitted as any write is. */
  transact<T>(work: (context: WriteContext) => Promise<T>): Promise<T>
  /** The same for work whose result is the reply: repeated under one `Idempotency-Key`, it is answered as before. */
  once<T>(work: (context: WriteContext) => Promise<T>): Promise<T>
}

/** Context of a public operation: it opens its own transactions, so that none is held while a password is hashed. */
export interface PublicContext extends RequestContext {
  /** Notes what was done in the transaction under way. */
  audit(entries: AuditEntry | readonly AuditEntry[]): void
  /** Runs work in one transaction, with its audit entries. */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Where the operation takes a token and one was sent. */
  readonly signedIn: StepsContext | undefined
}

/** The context that an endpoint's handler gets. */
export type ContextOf<E extends EndpointSpec> = E['permission'] extends 'public'
  ? PublicContext
  : E['method'] extends 'get'
    ? ReadContext
    : E extends { inSteps: true }
      ? StepsContext
      : WriteContext

/** Inside the kernel: an endpoint and its context go together, see `ContextOf`. */
export type AnyContext = PublicContext | ReadContext | WriteContext | StepsContext
