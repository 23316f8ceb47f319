import type { Problem } from '../problem-schema.ts'

/** An error answer of the service, with its problem (RFC 9457). */
export class ApiProblem extends Error {
  readonly problem: Problem
  readonly headers: Headers
  /** The HTTP status of the answer, even if the body states another one. */
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
  /** Seconds to wait before the next try, from `Retry-After`. */
  get retryAfterSeconds(): number | undefined {
    return retryAfter(this.headers)
  }
}

/**
 * There is no usable answer: the request could not be built from the arguments and options (`not_sent`), the service
 * was unreachable or too slow, or the answer came from something else, such as a proxy.
 */
export class ApiUnreachable extends Error {
  /** `not_the_service`: the answer is neither JSON nor a problem of the service, e.g. the page of a proxy. */
  readonly reason: 'not_sent' | 'timeout' | 'aborted' | 'network' | 'not_the_service'
  /** The HTTP status, if an answer began. A gateway may answer 401 without a problem. */
  readonly status: number | undefined
  /** Seconds to wait before the next try, if the answer has `Retry-After`. */
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
      /** The response headers: `ETag`, `Link`, `Total-Count`, `X-Request-Id` and others. */
      readonly headers: Headers
      /** True for 304: the record still has the ETag of `ifNoneMatch`, and `data` is undefined. */
      readonly notModified: boolean
    }
  | { readonly ok: false; readonly error: ApiProblem | ApiUnreachable }

/** Converts an HTTP answer to a result. */
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

/** Gateways may also answer with problems, but those have no `code`. */
const isProblemOfTheService = (data: unknown): data is Problem =>
  typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'string'

function notTheService(response: Response, cause: unknown): Result<never> {
  return { ok: false, error: new ApiUnreachable('not_the_service', cause, response) }
}

/** `Retry-After` in seconds; a proxy may send a date instead. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number.isNaN(Number(value)) ? (Date.parse(value) - Date.now()) / 1000 : Number(value)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
