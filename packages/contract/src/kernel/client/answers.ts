import type { Problem } from '../problem-schema.ts'

/** A problem that the service answered (RFC 9457). */
export class ApiProblem extends Error {
  readonly problem: Problem
  readonly headers: Headers
  /** The status of the answer, whatever the body says. */
  readonly status: number
  constructor(problem: Problem, headers: Headers, status: number = problem.status) {
    super(`${problem.code}: ${problem.detail}`)
    this.name = 'ApiProblem'
    this.problem = problem
    this.headers = headers
    this.status = status
  }
  get code() {
    return this.problem.code
  }
  /** Seconds to wait before the next try, where the service named them. */
  get retryAfterSeconds(): number | undefined {
    return retryAfter(this.headers)
  }
}

/**
 * No usable answer: the call could not be made of its arguments or of the client's options (`not_sent`), the service
 * could not be reached, took too long, or something else answered.
 */
export class ApiUnreachable extends Error {
  /** `not_the_service` when what answered speaks neither JSON nor problems. */
  readonly reason: 'not_sent' | 'timeout' | 'aborted' | 'network' | 'not_the_service'
  /** The status of the answer, where one began: a gateway's 401 is a 401 without a problem. */
  readonly status: number | undefined
  /** Seconds to wait before the next try, where the answer named them. */
  readonly retryAfterSeconds: number | undefined
  constructor(reason: ApiUnreachable['reason'], cause?: unknown, response?: Response) {
    super(`The service gave no answer (${response ? `${reason}, status ${response.status}` : reason})`, {
      cause,
    })
    this.name = 'ApiUnreachable'
    this.reason = reason
    this.status = response?.status
    this.retryAfterSeconds = response && retryAfter(response.headers)
  }
}

/** What `.safe()` resolves to; it never rejects. */
export type Result<T> =
  | {
      readonly ok: true
      /** The body; undefined when there is none (204, 304). */
      readonly data: T
      readonly status: number
      /** `ETag`, `Link`, `Total-Count`, `X-Request-Id` and the others. */
      readonly headers: Headers
      /** The record is still the one that `ifNoneMatch` named; `data` is undefined. */
      readonly notModified: boolean
    }
  | { readonly ok: false; readonly error: ApiProblem | ApiUnreachable }

/** What an answer says. */
export function resultOf(response: Response, text: string): Result<unknown> {
  const { status, headers } = response
  const notModified = status === 304
  if (status === 204 || notModified) return { ok: true, data: undefined, status, headers, notModified }
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json')
  if (!response.ok && !isProblem) return notTheService(response, `${status} without a problem body`)
  try {
    const data: unknown = JSON.parse(text)
    if (response.ok) return { ok: true, data, status, headers, notModified }
    return isProblemOfTheService(data)
      ? { ok: false, error: new ApiProblem(data, headers, status) }
      : notTheService(response, `${status} with a problem that has no code`)
  } catch (cause) {
    return notTheService(response, cause)
  }
}

/** Gateways write problems, too, but not with the codes of the service. */
const isProblemOfTheService = (data: unknown): data is Problem =>
  typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'string'

function notTheService(response: Response, cause: unknown): Result<never> {
  return { ok: false, error: new ApiUnreachable('not_the_service', cause, response) }
}

/** Retry-After in seconds; a proxy may have written it as a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - Date.now()) / 1000 : Number(value)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
