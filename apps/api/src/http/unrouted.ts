import type { ProblemCode } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { type ProblemException, problem } from '../base/problem.ts'
import { preflightHeaders } from './cors.ts'
import { headersOf } from './request-headers.ts'
import { type Answer, API_VERSION, failure, securityHeaders } from './respond.ts'
import type { HttpContext } from './serve.ts'
import type { Service } from './service.ts'
import { traceOf } from './trace.ts'

/** Responds to a method that a path does not have, and to OPTIONS with the list of methods (RFC 9110, 9.3.7). */
export function answerMethods(allow: string, service: Service) {
  return (c: HttpContext) =>
    c.req.method === 'OPTIONS'
      ? answerBare(c, service, { status: 204, headers: {}, body: null }, { Allow: allow })
      : answerWith(c, problem('method_not_allowed'), service, { Allow: allow })
}

/** The path as sent, because parsing it as a URL would change it. */
export function pathOf(c: HttpContext): string {
  const target = c.env.incoming.url ?? '/'
  return target.startsWith('/') ? (target.split('?')[0] ?? target) : new URL(c.req.url).pathname
}

const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Rejects paths that URL parsing would change, so that a path cannot reach another operation than the one it appears to name. */
export function refuseDotSegments(service: Service) {
  return async (c: HttpContext, next: () => Promise<void>) => {
    const [path = ''] = (c.env.incoming.url ?? '').split('?')
    if (dotSegment.test(path)) return answerWith(c, problem('not_found'), service)
    await next()
  }
}

/** The response to a request that reaches no operation. */
export function answerWith(
  c: HttpContext,
  error: ProblemException,
  service: Service,
  headers: Record<string, string> = {},
): Response {
  const answer = failure(error, pathOf(c), c.get('requestId'))
  return answerBare(c, service, answer, headers, error.code)
}

function answerBare(
  c: HttpContext,
  service: Service,
  answer: Answer,
  headers: Record<string, string>,
  code?: ProblemCode,
): Response {
  const requestId = c.get('requestId')
  service.log.info({
    request_id: requestId,
    ...traceOf(headersOf(c.env.incoming)),
    method: c.req.method,
    status: answer.status,
    ...(code && { code }),
  })
  service.metrics?.unrouted(answer.status)
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      ...securityHeaders,
      ...c.get('cors'),
      ...answer.headers,
      ...headers,
      'X-Request-Id': requestId,
      'X-API-Version': API_VERSION,
    },
  })
}

/** Gives every request its id and CORS headers, and responds to preflight requests. */
export function identify(cors: (origin: string | null) => Record<string, string>) {
  return async (c: HttpContext, next: () => Promise<void>) => {
    const header = headersOf(c.env.incoming)
    const sentId = header('x-request-id')
    c.set('requestId', sentId !== null && /^[A-Za-z0-9._-]{1,128}$/.test(sentId) ? sentId : newId())
    c.set('cors', cors(header('origin')))
    if (c.req.method === 'OPTIONS' && header('access-control-request-method') !== null) {
      return new Response(null, {
        status: 204,
        headers: {
          ...securityHeaders,
          ...c.get('cors'),
          ...preflightHeaders,
          'X-Request-Id': c.get('requestId'),
        },
      })
    }
    await next()
  }
}
