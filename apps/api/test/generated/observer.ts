import { type EndpointSpec, isUlid } from '@commonhold/contract'
import type postgres from 'postgres'
import { endpointOf } from './operations.ts'
import { type Answer, errorsOfAnswer, membersOf, OUR_FAULT } from './reply-rules.ts'
import { removeUnaudited } from './row-changes.ts'

/** An answered request, for the comparison with the audit log. */
interface Observed {
  readonly endpoint: EndpointSpec | undefined
  readonly answer: Answer
  readonly changesNothing: boolean | 'perhaps' | 'in steps'
}

/** The expectations of the sender about the answer. */
interface Expectation {
  /**
   * True: a success without an audit entry. `perhaps`: with or without one, because several requests compete. `in steps`: with
   * any number of them, because a change may include a move.
   */
  readonly changesNothing?: boolean | 'perhaps' | 'in steps' | undefined
  /** The answer is an `internal_error`, because the service is made to fail. */
  readonly isOurError?: boolean | undefined
}

let serial = 0

/** A new request id for each request, so that the audit log distinguishes them. */
function nextRequestId(): string {
  serial += 1
  return `generated-${process.pid}-${serial}`
}

/** Operations that change nothing although their method is not GET. */
export const silent: ReadonlySet<string> = new Set(['previewInvitation'])
/** The codes of refusals that leave an audit entry, with its action. */
const audited: Readonly<Record<string, string>> = {
  permission_denied: 'denied',
  tenant_access_denied: 'denied',
  invalid_credentials: 'sign_in_refused',
}
/** Only these operations also leave an entry if they are sent too often. */
const signIns: ReadonlySet<string | undefined> = new Set(['createToken', 'signIn'])

/** Observes every request of a suite and its answer, and collects errors. */
export class Observer {
  /** The operations that have succeeded. */
  readonly succeeded = new Set<string>()
  #errors: { readonly answer: Answer; readonly text: string }[] = []
  readonly #unaudited: Observed[] = []
  /** Texts, each with the tokens whose requests may receive it. */
  readonly #canaries = new Map<string, string[]>()

  /** Allows this token to receive the text of a tenant, besides earlier tokens. */
  guard(canary: string, token: string): void {
    this.#canaries.set(canary, [...(this.#canaries.get(canary) ?? []), `Bearer ${token}`])
  }

  /** Sends a request with a unique request id, and checks the answer. */
  async send(
    request: Request,
    { changesNothing = false, isOurError = false }: Expectation = {},
  ): Promise<Answer> {
    const requestId = nextRequestId()
    request.headers.set('x-request-id', requestId)
    const response = await fetch(request)
    const text = await response.text()
    const { pathname: path } = new URL(request.url)
    const answer: Answer = {
      method: request.method,
      path,
      requestId,
      status: response.status,
      headers: response.headers,
      text,
      json: jsonIn(response.headers.get('content-type') ?? '', text),
    }
    const endpoint = endpointOf(request.method, path)
    const errors = errorsOfAnswer(endpoint, answer).filter(
      (error) => !isOurError || !error.endsWith(OUR_FAULT),
    )
    this.#errors.push(...[...errors, ...this.#leaks(request, text)].map((text) => ({ answer, text })))
    this.#unaudited.push({ endpoint, answer, changesNothing })
    if (endpoint?.success.status === answer.status && request.method !== 'HEAD')
      this.succeeded.add(endpoint.operationId)
    return answer
  }

  /** `fetch` for the typed client. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { status, headers, text } = await this.send(request)
    return new Response(status === 204 || status === 304 ? null : text, { status, headers })
  }

  /** Returns the errors of one answer, and forgets them. */
  takeErrorsOf(answer: Answer): string[] {
    const own = this.#errors.filter((error) => error.answer === answer)
    this.#errors = this.#errors.filter((error) => error.answer !== answer)
    return own.map(({ text }) => text)
  }

  /** Compares with the audit log. Returns the errors since the last call, and forgets them. */
  async takeErrors(sql: postgres.Sql): Promise<string[]> {
    const observed = this.#unaudited.splice(0)
    const ids = observed.map(({ answer }) => answer.requestId)
    const rows =
      ids.length === 0
        ? []
        : await sql<AuditRow[]>`
      select request_id, operation, action, record_id from audit_log where request_id = any(${ids})`
    const byRequest = Map.groupBy(rows, (row) => row.request_id)
    const missed = observed.flatMap((one) => auditErrors(one, byRequest.get(one.answer.requestId) ?? []))
    const unaudited = await removeUnaudited(sql, ids)
    return [...this.#errors.splice(0).map(({ text }) => text), ...missed, ...unaudited]
  }

  #leaks(request: Request, text: string): string[] {
    const sender = request.headers.get('authorization') ?? ''
    return [...this.#canaries]
      .filter(([canary, withAuthorization]) => !withAuthorization.includes(sender) && text.includes(canary))
      .map(([canary]) => `${request.method} ${request.url} was shown ${canary}`)
  }
}

interface AuditRow {
  readonly request_id: string
  readonly operation: string
  readonly action: string
  readonly record_id: string | null
}

/**
 * A change leaves exactly one entry of the record that the answer or the path names, and possibly entries of other records. A
 * read leaves none, and a refusal only if it is a denial.
 */
function auditErrors({ endpoint, answer, changesNothing }: Observed, rows: readonly AuditRow[]): string[] {
  const error = (text: string) => [`${answer.method} ${answer.path} -> ${answer.status}: ${text}`]
  const { code, id, errors } = membersOf(answer.json)
  if (answer.status >= 400) {
    // A refused bulk request names each failed item. Each denied item has an entry.
    const refused = endpoint?.bulk && Array.isArray(errors) ? errors.map(membersOf) : [{ code }]
    const isThrottled = answer.status === 429 && signIns.has(endpoint?.operationId)
    const expected = isThrottled
      ? ['sign_in_refused']
      : refused.flatMap((one) => audited[String(one.code)] ?? [])
    const actions = rows.map(({ action }) => action).filter((action) => action !== 'refresh_reused')
    if (answer.method === 'HEAD' && answer.status === 403) return []
    return String(actions) === String(expected) ? [] : error(`audit entries [${actions}] of a refusal`)
  }
  const isReplayed = answer.headers.has('idempotent-replayed')
  const isWrite = endpoint !== undefined && endpoint.method !== 'get' && !silent.has(endpoint.operationId)
  const expected = isWrite && !isReplayed && changesNothing !== true ? 1 : 0
  if (rows.length === 0 && typeof changesNothing === 'string') return []
  const inPath = answer.path.split('/').findLast(isUlid)?.toUpperCase()
  const expectedId = typeof id === 'string' ? id : inPath
  // If the answer names no record, the first entry counts.
  const own =
    expectedId === undefined ? rows.slice(0, 1) : rows.filter(({ record_id }) => record_id === expectedId)
  const isInSteps = changesNothing === 'in steps' && own.length > 0
  if ((own.length !== expected && !isInSteps) || (expected === 0 && rows.length > 0))
    return error(`${own.length} of ${rows.length} audit entries are of the record instead of ${expected}`)
  return rows
    .filter(({ operation }) => !isOperationOf(endpoint, operation))
    .flatMap(({ operation }) => error(`the audit entry names ${operation}`))
}

/**
 * Whether an audit entry may name the operation. The entry of an upsert or a bulk request names one of the operations that it
 * ran.
 */
function isOperationOf(endpoint: EndpointSpec | undefined, operation: string): boolean {
  const { upserts, bulk } = endpoint ?? {}
  const ran = upserts ? [upserts.create, upserts.update] : bulk ? Object.values(bulk) : [endpoint]
  return ran.some((one) => one?.operationId === operation)
}

/** The value of a JSON body. An export has one record per line. */
function jsonIn(type: string, text: string): unknown {
  if (type.startsWith('application/x-ndjson'))
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line))
  return /json/.test(type) && text !== '' ? JSON.parse(text) : undefined
}
