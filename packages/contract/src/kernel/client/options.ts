import type { EndpointSpec } from '../endpoint.ts'
import type { ApiProblem, ApiUnreachable } from './answers.ts'

/** How a client reaches the service. */
export interface ClientOptions {
  /** Address of the service, e.g. `https://work.example.org`. A path in it is kept. */
  readonly baseUrl: string
  /**
   * The access token, or a function that is asked before each request. Sent with every operation that takes one, also
   * with those that can do without (`users.create`); never with a sign-in.
   */
  readonly token?: string | (() => Token | Promise<Token>)
  /**
   * Asked for a new token when the present one is refused (401 `not_authenticated`, or the 401 of a gateway); the call
   * is then made once more. Calls that are refused at the same time share one refresh. null: there is none, the 401 stands.
   */
  readonly refreshToken?: () => Promise<Token>
  /** Tenant of every call, sent as X-Tenant-Id, or a function that is asked before each; a call's own option wins. */
  readonly tenantId?: string | (() => string | null | undefined)
  /** Milliseconds after which a call is given up, repetitions included; 10,000 unless given. */
  readonly timeoutMs?: number
  /**
   * How often a call is repeated when the network fails or the service asks for patience (429, 502, 503, 504, but not
   * `mail_not_configured`, which does not pass); 2 unless given, 0 = never. Waits as long as Retry-After says, else a little
   * longer each time. Only reads are repeated, and POST under an Idempotency-Key, which is made unless given.
   */
  readonly retries?: number
  /** Used instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /**
   * Sees why a call failed before the caller does, e.g. to send the user to sign-in when `error.status` is 401, whoever
   * answered it. What it throws is dropped: the call ends with the error all the same.
   */
  readonly onError?: (error: ApiProblem | ApiUnreachable, endpoint: EndpointSpec) => void
  /** As `onError`, but sees only the problems of the service itself. */
  readonly onProblem?: (problem: ApiProblem, endpoint: EndpointSpec) => void
}

type Token = string | null | undefined

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, and any wait before its repetition. */
  readonly signal?: AbortSignal
  /** Milliseconds after which this call is given up, repetitions included. */
  readonly timeoutMs?: number
  /** How often this call is repeated at most; see `ClientOptions`. */
  readonly retries?: number
  /** Tenant of this call. */
  readonly tenantId?: string
  /** An ETag: the change is made only while the record still has it (412 otherwise). */
  readonly ifMatch?: string
  /** Makes a repeated POST answer the first one's result instead of acting twice. */
  readonly idempotencyKey?: string
}

/** Options of one call through `.safe()`, which alone can report that there is nothing new. */
export interface SafeCallOptions extends CallOptions {
  /** An ETag: 304 while the record still has it, reported as `notModified`. */
  readonly ifNoneMatch?: string
}
