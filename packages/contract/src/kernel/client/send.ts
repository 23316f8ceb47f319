import type { EndpointSpec } from '../endpoint.ts'
import type { ExportType } from '../exports.ts'
import { ApiProblem, ApiUnreachable, type Result, resultOf } from './answers.ts'
import type { ClientOptions } from './options.ts'
import type { ReadAfter } from './read-after.ts'
import { type Outgoing, outgoing } from './request.ts'
import type { TokenSource } from './token.ts'

/** The options and the state of a client. */
export interface Connection {
  readonly options: ClientOptions
  readonly tokens: TokenSource
  readonly readAfter: ReadAfter
}

/** Sends a call, with repetitions. Errors are returned as results, never thrown. */
export async function send(
  endpoint: EndpointSpec,
  connection: Connection,
  args: readonly unknown[],
  search?: string,
): Promise<Result<unknown>> {
  const prepare = () => outgoing(endpoint, connection.options, args, search)
  return perform(endpoint, connection, prepare, async (response) => resultOf(response, await response.text()))
}

/**
 * Requests a list as an export and returns its bytes as a stream. The timeout applies only until the answer begins,
 * because an export may have any number of records; `signal` aborts it at any time.
 */
export async function sendForExport(
  endpoint: EndpointSpec,
  connection: Connection,
  args: readonly unknown[],
  type: ExportType,
): Promise<Result<unknown>> {
  const timer = new AbortController()
  let timeout: ReturnType<typeof setTimeout> | undefined
  const prepare = () => {
    const call = outgoing(endpoint, connection.options, args, undefined)
    call.headers.set('accept', `${type}, application/problem+json`)
    timeout = setTimeout(() => timer.abort(), call.timeoutMs)
    const ended = call.signal ? AbortSignal.any([call.signal, timer.signal]) : timer.signal
    return { ...call, timeout: timer.signal, ended }
  }
  try {
    return await perform(endpoint, connection, prepare, async (response) =>
      response.ok ? streamOf(response) : resultOf(response, await response.text()),
    )
  } finally {
    clearTimeout(timeout)
  }
}

/** Returns the body as a stream, without reading it. */
const streamOf = ({ body, status, headers }: Response): Result<unknown> => ({
  ok: true,
  data: body,
  status,
  headers,
  notModified: false,
})

/** Converts an answer to a result. */
type ReadAnswer = (response: Response) => Promise<Result<unknown>>

async function perform(
  endpoint: EndpointSpec,
  connection: Connection,
  prepare: () => Outgoing,
  read: ReadAnswer,
): Promise<Result<unknown>> {
  let call: Outgoing
  try {
    call = prepare()
  } catch (cause) {
    return { ok: false, error: new ApiUnreachable('not_sent', cause) }
  }
  const result = await withRetries(call, () => withFreshToken(call, connection, read))
  if (!result.ok) report(connection.options, result.error, endpoint)
  return result
}

async function withRetries(
  call: Outgoing,
  attempt: () => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  for (let repetition = 0; ; repetition++) {
    const result = await attempt()
    if (result.ok || repetition >= call.retries || !isPassing(result.error)) return result
    const wait = waitBefore(repetition, result.error)
    if (performance.now() + wait >= call.endsAt) return result
    await pause(wait, call.ended)
  }
}

const passingStatuses: readonly (number | undefined)[] = [429, 502, 503, 504]

/** Codes of problems that last until an operator changes the installation, although their status is temporary. */
const lastingCodes: readonly string[] = ['mail_not_configured']

/** True for a temporary error: the same request may succeed later. */
function isPassing(error: ApiProblem | ApiUnreachable): boolean {
  if (error instanceof ApiProblem && lastingCodes.includes(error.code)) return false
  if (error instanceof ApiUnreachable && error.reason === 'network') return true
  if (error instanceof ApiProblem && error.code === 'idempotency_in_progress') return true
  return passingStatuses.includes(error.status)
}

/** Milliseconds, with up to 25 % added at random, so that clients that failed together do not repeat together. */
function waitBefore(repetition: number, { retryAfterSeconds }: ApiProblem | ApiUnreachable): number {
  const wait = retryAfterSeconds === undefined ? 250 * 2 ** repetition : retryAfterSeconds * 1000
  return wait * (1 + Math.random() / 4)
}

/** Waits; ends early when the call is aborted, which the next attempt reports. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    if (signal.aborted) done()
    else signal.addEventListener('abort', done)
  })
}

/** Sends the request, and once more with a new token if the token was refused. */
async function withFreshToken(
  call: Outgoing,
  connection: Connection,
  read: ReadAnswer,
): Promise<Result<unknown>> {
  const { tokens } = connection
  try {
    const token = call.access === 'none' ? undefined : await whileWanted(call, tokens.read())
    const first = await exchange(call, token, connection, read)
    const isRefused = !first.ok && refusesToken(first.error)
    const next = isRefused && token ? await whileWanted(call, tokens.after(token)) : undefined
    return next ? await exchange(call, next, connection, read) : first
  } catch (cause) {
    return noAnswer(call, 'not_sent', cause)
  }
}

/** A 401 of the service states in its code what is refused; a 401 of a gateway can only mean the token. */
const refusesToken = (error: ApiProblem | ApiUnreachable) =>
  error.status === 401 && (error instanceof ApiUnreachable || error.code === 'not_authenticated')

/** Waits for a token; rejects when the call is aborted or its time is over. */
function whileWanted<T>({ ended }: Outgoing, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(ended.reason)
    if (ended.aborted) end()
    else ended.addEventListener('abort', end)
    work.then(resolve, reject).finally(() => ended.removeEventListener('abort', end))
  })
}

async function exchange(
  call: Outgoing,
  token: string | undefined,
  { options: { fetch: send = fetch }, readAfter }: Connection,
  read: ReadAnswer,
): Promise<Result<unknown>> {
  const { method, url, headers, body, ended } = call
  const request = new Request(url, { method, headers, body, signal: ended })
  if (token) request.headers.set('authorization', `Bearer ${token}`)
  // A request without a token has no tenant.
  else if (call.access === 'optional') request.headers.delete('x-tenant-id')
  readAfter.addTo(request.headers)
  let response: Response | undefined
  try {
    ended.throwIfAborted()
    response = await send(request)
    readAfter.keep(response)
    return await read(response)
  } catch (cause) {
    return noAnswer(call, 'network', cause, response)
  }
}

function noAnswer(
  { timeout, ended }: Outgoing,
  otherwise: 'not_sent' | 'network',
  cause: unknown,
  response?: Response,
): Result<never> {
  const reason = timeout.aborted ? 'timeout' : ended.aborted ? 'aborted' : otherwise
  return { ok: false, error: new ApiUnreachable(reason, cause, response) }
}

function report(
  { onError, onProblem }: ClientOptions,
  error: ApiProblem | ApiUnreachable,
  endpoint: EndpointSpec,
) {
  const attempt = (look: () => void) => {
    try {
      look()
    } catch {
      // The call already has a result, which an exception in a callback must not replace.
    }
  }
  attempt(() => onError?.(error, endpoint))
  attempt(() => error instanceof ApiProblem && onProblem?.(error, endpoint))
}
