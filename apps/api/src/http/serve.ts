import { type EndpointSpec, pathParameters } from '@commonhold/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { holderOf } from '../auth/credential.ts'
import { Deadline } from '../base/deadline.ts'
import { problem, retryLater } from '../base/problem.ts'
import type { Implementation } from '../store/implement.ts'
import { assertAcceptable, exportTypeIn, prefersStream } from './accept.ts'
import { readBody } from './body.ts'
import { membersOfBody } from './body-members.ts'
import { executeBulk } from './bulk.ts'
import { BulkOperations } from './bulk-operations.ts'
import { readBulk } from './bulk-request.ts'
import type { CheckedRequest } from './checked-request.ts'
import { type Executed, executePublic, executeSteps, executeWrite } from './execute.ts'
import { executeRead } from './execute-read.ts'
import { exportList } from './export.ts'
import { assertNoColumns } from './export-columns.ts'
import { waitForPart } from './follow.ts'
import { responseOf } from './operation-response.ts'
import { type Progress, refuse } from './problem-responses.ts'
import { RecordOperations } from './record-operations.ts'
import { recordPrimaryUse } from './replica-reads.ts'
import { credentialOf } from './request-credential.ts'
import { headersOf } from './request-headers.ts'
import { logRequest } from './request-log.ts'
import { API_VERSION } from './respond.ts'
import type { Service } from './service.ts'
import { recordUse } from './session-use.ts'
import { addressOf, requestedUrl } from './source.ts'
import { streamParts } from './streams.ts'
import { answerMethods, pathOf } from './unrouted.ts'
import { executeUpsert, type UpsertOperations, upsertOperationsOf } from './upsert.ts'
import { parameterNames, readParams, readQuery, validateBody } from './validate.ts'

export type Environment = {
  Bindings: HttpBindings
  Variables: { requestId: string; cors: Record<string, string> }
}
export type HttpContext = Context<Environment>

/**
 * The pipeline of every request, in order: request id and version, authentication, limits, content type, parsing,
 * transaction, authorization, idempotency, handler, check of the response, audit, commit, response.
 */
export function mountOperations(
  app: Hono<Environment>,
  implementations: readonly Implementation[],
  service: Service,
): void {
  const byPath = new Map<string, Implementation[]>()
  for (const implementation of implementations) {
    const { path } = implementation.endpoint
    byPath.set(path, [...(byPath.get(path) ?? []), implementation])
  }
  // The first match wins, so static segments precede parameters.
  const paths = [...byPath.keys()].sort((a, b) => (routeOrder(a) < routeOrder(b) ? -1 : 1))
  for (const path of paths) {
    const route = path.replace(/\{(\w+)\}/g, ':$1')
    const siblings = byPath.get(path) ?? []
    for (const implementation of siblings)
      app.on(
        implementation.endpoint.method.toUpperCase(),
        route,
        serveOperation(implementation, implementations, service),
      )
    app.all(
      route,
      refuseMethod(
        siblings.map(({ endpoint }) => endpoint),
        service,
      ),
    )
  }
}

const routeOrder = (path: string) => path.replaceAll('{', '~')

function serveOperation(implementation: Implementation, all: readonly Implementation[], service: Service) {
  const { endpoint } = implementation
  const operations = new RecordOperations(all, endpoint)
  const bulk = endpoint.bulk && new BulkOperations(all, endpoint.bulk)
  const upsert = endpoint.upserts && upsertOperationsOf(all, endpoint.upserts)
  const names = parameterNames(endpoint)
  const params = pathParameters(endpoint.path)
  return async (c: HttpContext): Promise<Response> => {
    const started = performance.now()
    const requestId = c.get('requestId')
    const header = headersOf(c.env.incoming)
    const progress: Progress = {
      requestId,
      source: addressOf(c.env.incoming, service.trustProxy),
      deadline: new Deadline(),
      token: null,
      rate: {},
      tenantId: null,
      sendsToken: /^bearer +[^ ]/i.test(header('authorization') ?? ''),
      namedTenant: endpoint.ignoresTenant ? null : header('x-tenant-id'),
    }
    let executed: Executed
    try {
      executed = await perform(
        c,
        implementation,
        operations,
        { bulk, upsert },
        service,
        names,
        params,
        progress,
      )
      if (executed.isStale && progress.token) recordUse(service.connections, progress.token)
    } catch (error) {
      executed = {
        answer: await refuse(error, pathOf(c), endpoint, service, progress),
        isStale: false,
      }
    }
    progress.readAfter = await recordPrimaryUse(service, endpoint, header, progress.token)
    const response = responseOf(c, endpoint, executed, progress)
    const { method } = c.req
    logRequest(service, { endpoint, method, header, progress, status: response.status, started })
    return response
  }
}

/** The operations that a bulk request or an upsert runs; undefined for any other request. */
interface Combined {
  readonly bulk: BulkOperations | undefined
  readonly upsert: UpsertOperations | undefined
}

async function perform(
  c: HttpContext,
  implementation: Implementation,
  operations: RecordOperations,
  { bulk, upsert }: Combined,
  service: Service,
  names: readonly string[],
  params: readonly string[],
  progress: Progress,
): Promise<Executed> {
  const { endpoint } = implementation
  const { deadline, source } = progress
  const header = headersOf(c.env.incoming)
  checkVersion(header('x-api-version'))
  const exportType = endpoint.collection && exportTypeIn(header('accept'))
  const isFollowed = endpoint.followed === true || endpoint.live !== undefined
  const isStream = isFollowed && c.req.method === 'GET' && prefersStream(header('accept'))
  if (!(exportType || isStream)) assertAcceptable(header('accept'))
  if (!service.isPrepared()) throw retryLater('unavailable', 1)
  const token = credentialOf(endpoint, service, header('authorization'), source)
  progress.token = token instanceof Promise ? await deadline.limit(token) : token
  if (progress.token)
    progress.rate = service.rateLimit.count(
      holderOf(progress.token),
      service.clock.now().getTime(),
      progress.token.sessionId === null ? 'key' : 'session',
    )
  if (endpoint.needsSession && progress.token?.sessionId === null) throw problem('session_required')
  const sender = { source, isSignedIn: progress.token !== null }
  const body = endpoint.body ? await deadline.exclude(readBody(c.env.incoming, endpoint, sender)) : undefined
  const { written, readOnlyMembers, version } = membersOfBody(endpoint, body)
  const requested = requestedUrl(c.req.url, header, service.trustProxy)
  const url = service.publicUrl
    ? new URL(`${service.publicUrl}${requested.pathname}${requested.search}`)
    : requested
  const request: CheckedRequest = {
    requestId: progress.requestId,
    source,
    deadline,
    url,
    basePath: url.pathname.slice(0, url.pathname.length - requested.pathname.length),
    header,
    authorized: (tenantId) => {
      progress.tenantId = tenantId
    },
    tenantBefore: () => progress.tenantId,
    params: readParams(
      Object.fromEntries(params.map((name) => [name, c.req.param(name) ?? ''])),
      endpoint,
      requested.pathname,
    ),
    query: readQuery(url, endpoint, names),
    body: endpoint.bulk
      ? readBulk(endpoint.bulk, body)
      : endpoint.upserts
        ? body
        : validateBody(endpoint, written),
    readOnlyMembers,
    operations,
    version,
  }
  if (bulk && progress.token) return executeBulk(service, endpoint, bulk, request, progress.token)
  if (upsert && progress.token) return executeUpsert(service, endpoint, upsert, request, progress.token)
  if (!progress.token || endpoint.withToken)
    return deadline.limit(executePublic(service, implementation, request, progress.token))
  if (exportType) {
    const exported = await exportList(service, implementation, request, progress.token, exportType, () =>
      c.env.outgoing.destroy(),
    )
    return { answer: { status: 200, headers: exported.headers, body: null }, isStale: false, exported }
  }
  const seconds = endpoint.followed ? Number(Reflect.get(Object(request.query), 'wait_seconds') ?? 0) : 0
  if (isStream || seconds > 0) {
    const following = { service, implementation, request, token: progress.token }
    const signal = leavingOf(c)
    const done = service.waiters.begin(progress.token.userId, isStream ? 'streams' : 'polls')
    progress.hasWaited = true
    return isStream ? streamParts(following, signal, done) : waitForPart(following, seconds, signal, done)
  }
  assertNoColumns(request.query)
  const execute = endpoint.method === 'get' ? executeRead : endpoint.inSteps ? executeSteps : executeWrite
  return deadline.limit(execute(service, implementation, request, progress.token))
}

/** The signal aborts when the client disconnects. It is already aborted if the client did so during authentication. */
function leavingOf({ env: { outgoing } }: HttpContext): AbortSignal {
  const leaving = new AbortController()
  if (outgoing.closed) leaving.abort()
  else outgoing.once('close', () => leaving.abort())
  return leaving.signal
}

function checkVersion(version: string | null): void {
  if (version !== null && version !== API_VERSION)
    throw problem('unsupported_api_version', { supported: [API_VERSION] })
}

/** The response for a known path with a method that it does not have. */
function refuseMethod(endpoints: readonly EndpointSpec[], service: Service) {
  const methods = endpoints.map(({ method }) => method.toUpperCase())
  const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])]
    .sort()
    .join(', ')
  return answerMethods(allow, service)
}
