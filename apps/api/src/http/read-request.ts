import { readBody } from './body.ts'
import { membersOfBody } from './body-members.ts'
import { readBulk } from './bulk-request.ts'
import type { CheckedRequest } from './checked-request.ts'
import type { Progress } from './problem-responses.ts'
import { headersOf } from './request-headers.ts'
import type { HttpContext, Route } from './serve.ts'
import type { Service } from './service.ts'
import { requestedUrl } from './source.ts'
import { readParams, readQuery, validateBody } from './validate.ts'

/** Reads the body, and checks the body, the path and the query against the contract. */
export async function readRequest(
  c: HttpContext,
  service: Service,
  { implementation: { endpoint }, operations, queryNames, pathNames }: Route,
  progress: Progress,
): Promise<CheckedRequest> {
  const { deadline, source } = progress
  const header = headersOf(c.env.incoming)
  const sender = { source, isSignedIn: progress.token !== null }
  const body = endpoint.body ? await deadline.exclude(readBody(c.env.incoming, endpoint, sender)) : undefined
  const { written, readOnlyMembers, version } = membersOfBody(endpoint, body)
  const requested = requestedUrl(c.req.url, header, service.trustProxy)
  const url = service.publicUrl
    ? new URL(`${service.publicUrl}${requested.pathname}${requested.search}`)
    : requested
  return {
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
      Object.fromEntries(pathNames.map((name) => [name, c.req.param(name) ?? ''])),
      endpoint,
      requested.pathname,
    ),
    query: readQuery(url, endpoint, queryNames),
    body: endpoint.bulk
      ? readBulk(endpoint.bulk, body)
      : endpoint.upserts
        ? body
        : validateBody(endpoint, written),
    readOnlyMembers,
    operations,
    version,
  }
}
