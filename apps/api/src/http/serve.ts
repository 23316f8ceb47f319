import { type EndpointSpec, pathParameters } from '@commonhold/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { credentialIdOf } from '../auth/credential.ts'
import { Deadline } from '../base/deadline.ts'
import { problem, retryLater } from '../base/problem.ts'
import type { Implementation } from '../store/implement.ts'
import { assertAcceptable, exportTypeIn, prefersStream } from './accept.ts'
import { executeBulk } from './bulk.ts'
import { BulkOperations } from './bulk-operations.ts'
import { type Executed, executePublic, executeSteps, executeWrite } from './execute.ts'
import { executeRead } from './execute-read.ts'
import { exportList } from './export.ts'
import { assertNoColumns } from './export-columns.ts'
import { waitForPart } from './follow.ts'
import { responseOf } from './operation-response.ts'
import { type Progress, refuse } from './problem-responses.ts'
import { readRequest } from './read-request.ts'
import { RecordOperations } from './record-operations.ts'
import { recordPrimaryUse } from './replica-reads.ts'
import { credentialOf } from './request-credential.ts'
import { headersOf } from './request-headers.ts'
import { logRequest } from './request-log.ts'
import { API_VERSION } from './respond.ts'
import type { Service } from './service.ts'
import { recordUse } from './session-use.ts'
import { addressOf } from './source.ts'
import { streamParts } from './streams.ts'
import { answerMethods, pathOf } from './unrouted.ts'
import { executeUpsert, type UpsertOperations, upsertOperationsOf } from './upsert.ts'
import { parameterNames } from './validate.ts'

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

/** An operation with the values that are computed once, when its route is mounted. */
export interface Route {
  readonly implementation: Implementation
  readonly operations: RecordOperations
  /** The operations that a bulk request runs; undefined for any other operation. */
  readonly bulk: BulkOperations | undefined
  /** The operations that an upsert runs; undefined for any other operation. */
  readonly upsert: UpsertOperations | undefined
  readonly queryNames: readonly string[]
  readonly pathNames: readonly string[]
}

function routeOf(implementation: Implementation, all: readonly Implementation[]): Route {
  const { endpoint } = implementation
  return {
    implementation,
    operations: new RecordOperations(all, endpoint),
    bulk: endpoint.bulk && new BulkOperations(all, endpoint.bulk),
    upsert: endpoint.upserts && upsertOperationsOf(all, endpoint.upserts),
    queryNames: parameterNames(endpoint),
    pathNames: pathParameters(endpoint.path),
  }
}

function serveOperation(implementation: Implementation, all: readonly Implementation[], service: Service) {
  const { endpoint } = implementation
  const route = routeOf(implementation, all)
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
      executed = await perform(c, service, route, progress)
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

async function perform(
  c: HttpContext,
  service: Service,
  route: Route,
  progress: Progress,
): Promise<Executed> {
  const { implementation, bulk, upsert } = route
  const { endpoint } = implementation
  const { deadline } = progress
  const header = headersOf(c.env.incoming)
  checkVersion(header('x-api-version'))
  const exportType = endpoint.collection && exportTypeIn(header('accept'))
  const isFollowed = endpoint.followed === true || endpoint.live !== undefined
  const isStream = isFollowed && c.req.method === 'GET' && prefersStream(header('accept'))
  if (!(exportType || isStream)) assertAcceptable(header('accept'))
  if (!service.isPrepared()) throw retryLater('unavailable', 1)
  await authenticate(service, endpoint, header('authorization'), progress)
  const request = await readRequest(c, service, route, progress)
  const { token } = progress
  if (bulk && token) return executeBulk(service, endpoint, bulk, request, token)
  if (upsert && token) return executeUpsert(service, endpoint, upsert, request, token)
  if (!token || endpoint.withToken)
    return deadline.limit(executePublic(service, implementation, request, token))
  if (exportType) {
    const exported = await exportList(service, implementation, request, token, exportType, () =>
      c.env.outgoing.destroy(),
    )
    return { answer: { status: 200, headers: exported.headers, body: null }, isStale: false, exported }
  }
  const seconds = endpoint.followed ? Number(Reflect.get(Object(request.query), 'wait_seconds') ?? 0) : 0
  if (isStream || seconds > 0) {
    const following = { service, implementation, request, token }
    const signal = leavingOf(c)
    const done = service.waiters.begin(token.userId, isStream ? 'streams' : 'polls')
    progress.hasWaited = true
    return isStream ? streamParts(following, signal, done) : waitForPart(following, seconds, signal, done)
  }
  assertNoColumns(request.query)
  const execute = endpoint.method === 'get' ? executeRead : endpoint.inSteps ? executeSteps : executeWrite
  return deadline.limit(execute(service, implementation, request, token))
}

/** Reads the credential of a request and counts the request against the rate limit of its session or API key. */
async function authenticate(
  service: Service,
  endpoint: EndpointSpec,
  authorization: string | null,
  progress: Progress,
): Promise<void> {
  const token = credentialOf(endpoint, service, authorization, progress.source)
  progress.token = token instanceof Promise ? await progress.deadline.limit(token) : token
  if (!progress.token) return
  const isKey = progress.token.sessionId === null
  const now = service.clock.now().getTime()
  progress.rate = service.rateLimit.count(credentialIdOf(progress.token), now, isKey ? 'key' : 'session')
  if (endpoint.needsSession && isKey) throw problem('session_required')
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
