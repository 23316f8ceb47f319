import type { EndpointSpec } from '../endpoint.ts'
import type { ApiProblem, ApiUnreachable } from './answers.ts'

/** Options of a client. */
export interface ClientOptions {
  /** Address of the service, e.g. `https://work.example.org`. A path in it is kept. */
  readonly baseUrl: string
  /**
   * The access token, or a function that returns it and is called before each request. It is sent with every operation
   * that requires or accepts a token (as `users.create` does), and never with a sign-in.
   */
  readonly token?: string | (() => Token | Promise<Token>)
  /**
   * Returns a new token when the current one is refused (401 `not_authenticated`, or the 401 of a gateway); the call is
   * then sent once more. Calls refused at the same time share one refresh. With null, the call fails with the 401.
   */
  readonly refreshToken?: () => Promise<Token>
  /** Tenant of every call, sent as X-Tenant-Id, or a function that returns it. The option of a single call has priority. */
  readonly tenantId?: string | (() => string | null | undefined)
  /** Milliseconds after which a call is given up, repetitions included; default 10,000. */
  readonly timeoutMs?: number
  /**
   * How often a call is repeated after a network error or a temporary one (429, 502, 503, 504, but not the lasting
   * `mail_not_configured`); default 2, 0 = never. Waits for the seconds in Retry-After, else 250 ms, doubled each time.
   * Only reads are repeated, and POST requests with an Idempotency-Key, which the client generates by default.
   */
  readonly retries?: number
  /** Used instead of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
  /**
   * Called with the error of a failed call before the caller gets it, e.g. to show the sign-in page when `error.status`
   * is 401, from the service or a gateway. An exception that it throws is ignored.
   */
  readonly onError?: (error: ApiProblem | ApiUnreachable, endpoint: EndpointSpec) => void
  /** As `onError`, but only called for problems of the service itself. */
  readonly onProblem?: (problem: ApiProblem, endpoint: EndpointSpec) => void
}

type Token = string | null | undefined

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, and any wait before a repetition. */
  readonly signal?: AbortSignal
  /** Milliseconds after which this call is given up, repetitions included. */
  readonly timeoutMs?: number
  /** How often this call is repeated at most; see `ClientOptions`. */
  readonly retries?: number
  /** Tenant of this call. */
  readonly tenantId?: string
  /** An ETag: the change is made only while the record still has it (412 otherwise). */
  readonly ifMatch?: string
  /** A POST repeated with the same key returns the first result instead of acting twice. */
  readonly idempotencyKey?: string
}

/** Options of one call through `.safe()`. Only such a call can report that the record has not changed. */
export interface SafeCallOptions extends CallOptions {
  /** An ETag: while the record still has it, the answer is 304, reported as `notModified`. */
  readonly ifNoneMatch?: string
}
