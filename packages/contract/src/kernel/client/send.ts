import type { EndpointSpec } from '../endpoint.ts'
import type { ExportType } from '../exports.ts'
import { ApiProblem, ApiUnreachable, type Result, resultOf } from './answers.ts'
import type { ClientOptions } from './options.ts'
import type { ReadAfter } from './read-after.ts'
import { type Outgoing, outgoing } from './request.ts'
import type { TokenSource } from './token.ts'

/** A client at work. */
export interface Connection {
  readonly options: ClientOptions
  readonly tokens: TokenSource
  readonly readAfter: ReadAfter
}

/** One call with its repetitions; whatever goes wrong is a result. */
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
 * A list as an export: its bytes as they arrive. The timeout of the call ends with the beginning of the answer, because an
 * export takes as long as it has records; `signal` ends it at any time.
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

/** The bytes of an answer as they arrive. */
const streamOf = ({ body, status, headers }: Response): Result<unknown> => ({
  ok: true,
  data: body,
  status,
  headers,
  notModified: false,
})

/** Reads what the service answered. */
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

/** What stays so until whoever runs the installation changes it, although its status says otherwise. */
const lastingCodes: readonly string[] = ['mail_not_configured']

/** Nothing is wrong with the request: it may do better later. */
function isPassing(error: ApiProblem | ApiUnreachable): boolean {
  if (error instanceof ApiProblem && lastingCodes.includes(error.code)) return false
  if (error instanceof ApiUnreachable && error.reason === 'network') return true
  if (error instanceof ApiProblem && error.code === 'idempotency_in_progress') return true
  return passingStatuses.includes(error.status)
}

/** Milliseconds; clients that failed together do not come back together. */
function waitBefore(repetition: number, { retryAfterSeconds }: ApiProblem | ApiUnreachable): number {
  const wait = retryAfterSeconds === undefined ? 250 * 2 ** repetition : retryAfterSeconds * 1000
  return wait * (1 + Math.random() / 4)
}

/** Ends early when the call has ended; the next attempt reports that. */
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

/** An attempt, and a second one when its token was refused and there is another. */
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

/** A 401 of the service has a code that says what is refused; anybody else's 401 can only mean the token. */
const refusesToken = (error: ApiProblem | ApiUnreachable) =>
  error.status === 401 && (error instanceof ApiUnreachable || error.code === 'not_authenticated')

/** A call need not wait for a token longer than for the service. */
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
  // Who sends no token works in no tenant.
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
      // The call has an answer already, which must not be lost to a fault of whoever only looks on.
    }
  }
  attempt(() => onError?.(error, endpoint))
  attempt(() => error instanceof ApiProblem && onProblem?.(error, endpoint))
}
