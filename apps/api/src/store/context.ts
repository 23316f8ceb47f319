import type { Access, EndpointSpec } from '@commonhold/contract'
import type { Clock } from '../base/clock.ts'
import { problem } from '../base/problem.ts'
import type { Reader } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { AuditEntry } from './audit.ts'
import type { PageInclusion } from './briefs.ts'
import type { Grouping } from './grouping.ts'

/** The caller, as stated by the token and confirmed by `commonhold_authorize_caller`. */
export interface Actor {
  readonly userId: string
  /** Null if the request is made with an API key. */
  readonly sessionId: string | null
}

/** The session of the caller, for operations that reject API keys; throws `session_required` without one. */
export function sessionOf({ sessionId }: Actor): string {
  if (sessionId === null) throw problem('session_required')
  return sessionId
}

/** The result of the database's authorization of a request. */
export interface Authorized {
  readonly tenantId: string | null
  readonly projectId: string | null
}

/** The authorization of a write. */
export interface AuthorizedWrite extends Authorized {
  /** Projects to which the permission is limited; null = the whole tenant. */
  readonly projectIds: readonly string[] | null
}

/**
 * Throws `tenant_access_denied` if the caller works in no tenant. Call it after the first read is sent, so that it waits for that
 * read and needs no statement of its own.
 */
export async function assertTenant({ authorized }: Pick<ReadContext, 'authorized'>): Promise<void> {
  if ((await authorized()).tenantId === null) throw problem('tenant_access_denied')
}

/** The facts about the request that every handler receives. */
export interface RequestContext {
  readonly requestId: string
  /** Address of the client. */
  readonly source: string | null
  readonly userAgent: string | null
  readonly clock: Clock
  /** The query string as sent and the address of the request, for links to other pages. */
  readonly url: URL
  /** Adds a header to the response. */
  header(name: string, value: string): void
}

/** Context of an operation that needs a signed-in user. */
interface SignedInContext extends RequestContext {
  readonly actor: Actor
  /** Resolves when the database has authorized the request. */
  authorized(): Promise<Authorized>
}

/** A list whose new records are streamed. */
export interface ListStream {
  /** Records with a higher id are streamed; undefined = those created from now on. */
  readonly after: string | undefined
  /** Is called with the id up to which the list was read. */
  readonly reached: (id: string) => void
}

/** Context of a GET: each read is one statement that authorizes itself. */
export interface ReadContext extends SignedInContext {
  readonly reader: Reader
  /** Set if the records of a list are counted in groups. */
  readonly grouping?: Grouping
  /** Set if the new records of a list are streamed; only for `live` operations. */
  readonly stream?: ListStream
  /** Set if a page is read together with the records that it includes. */
  readonly inclusion?: PageInclusion | undefined
  /** The context for another tenant, independent of the selected one: each read is authorized in that tenant. */
  inTenant(tenantId: string, access: Access): ReadContext
}

/**
 * Context of a write: one transaction. Queries may be sent before `authorized()` resolves; await it before any effect outside of
 * `tx`.
 */
export interface WriteContext extends SignedInContext {
  readonly tx: Transaction
  authorized(): Promise<AuthorizedWrite>
  /** Records an audit entry in the transaction. Without an entry nothing is committed. */
  audit(entries: AuditEntry | readonly AuditEntry[]): void
  /**
   * The values of an audit entry, for a statement that writes it together with the change; undefined if `audit` must record it
   * separately.
   */
  auditValues(entry: AuditEntry): Record<string, unknown> | undefined
  /** The selected tenant; rejects with a problem when none is selected. */
  tenantId(): Promise<string>
  /** The versions that `If-Match` allows; undefined = any. */
  readonly ifMatch: readonly number[] | undefined
  /**
   * Sends COMMIT after the statements sent so far, without waiting for their results, if the expected record is a valid response.
   * Undefined if other statements must follow in the transaction, such as the one that stores the response of a request with an
   * `Idempotency-Key`.
   */
  readonly commitAhead?: ((expected: object) => void) | undefined
  /** True if the handler sends no statement after its next change, so that `commitAhead` may be used. */
  readonly isLastChange?: boolean
}

/** The context for the last change of a handler. */
export const lastChange = (context: WriteContext): WriteContext => ({ ...context, isLastChange: true })

/** The context of a write whose audit entries are rewritten before they are recorded. */
export const rewritingAudit = (
  context: WriteContext,
  rewrite: (entry: AuditEntry) => AuditEntry,
): WriteContext => ({
  ...context,
  audit: (entries) => context.audit([entries].flat().map(rewrite)),
  auditValues: (entry) => context.auditValues(rewrite(entry)),
})

/** The context of a write whose audit entry is recorded separately, together with other changes. */
export const withoutAudit = (context: WriteContext): WriteContext => ({
  ...context,
  audit: () => {},
  auditValues: () => undefined,
})

/** Context of a write that opens its own transactions, so that none is open while a password is hashed. */
export interface StepsContext extends RequestContext {
  readonly actor: Actor
  /** Read-only members in the body: a client may send back what it has read. */
  readonly readOnlyMembers: Readonly<Record<string, unknown>>
  /** Runs work in one transaction that is authorized like any write. */
  transact<T>(work: (context: WriteContext) => Promise<T>): Promise<T>
  /**
   * Like `transact`, for work whose result is the response: a repetition with the same `Idempotency-Key` gets the stored
   * response.
   */
  once<T>(work: (context: WriteContext) => Promise<T>): Promise<T>
}

/** Context of a public operation: it opens its own transactions, so that none is open while a password is hashed. */
export interface PublicContext extends RequestContext {
  /** Records an audit entry in the current transaction. */
  audit(entries: AuditEntry | readonly AuditEntry[]): void
  /** Runs work in one transaction, with its audit entries. */
  transact<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** The caller, when the operation accepts a token and the request has one. */
  readonly signedIn: StepsContext | undefined
}

/** The context that the handler of an endpoint receives. */
export type ContextOf<E extends EndpointSpec> = E['permission'] extends 'public'
  ? PublicContext
  : E['method'] extends 'get'
    ? ReadContext
    : E extends { inSteps: true }
      ? StepsContext
      : WriteContext

/** Internal: an endpoint always gets the context of its own kind, see `ContextOf`. */
export type AnyContext = PublicContext | ReadContext | WriteContext | StepsContext
