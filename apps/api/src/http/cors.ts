const exposed =
  'Link, Total-Count, Total-Count-Capped, ETag, Location, Retry-After, X-Request-Id, X-Tenant-Id, X-API-Version, RateLimit, RateLimit-Policy, Idempotent-Replayed, Impact-Truncated, X-Read-After'
const allowedHeaders =
  'Authorization, Content-Type, X-API-Version, X-Tenant-Id, X-Request-Id, Idempotency-Key, If-Match, If-None-Match, X-Read-After'
const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const localHosts = new Set(['localhost', '127.0.0.1'])

/** Allows calls from pages of the listed origins, and of this machine on any port. */
export function corsPolicy(origins: readonly string[]): (origin: string | null) => Record<string, string> {
  const listed = new Set(origins.map((origin) => origin.toLowerCase()))
  return (origin): Record<string, string> => {
    if (!origin || !isAllowed(origin, listed)) return { Vary: 'Origin' }
    return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed }
  }
}

/** Headers of the response to a preflight request. */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': allowedHeaders,
  'Access-Control-Max-Age': '7200',
}

/** Origins are parsed, and never compared by prefix: `http://localhost.example.org` is another host. */
function isAllowed(origin: string, listed: ReadonlySet<string>): boolean {
  if (listed.has(origin)) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, origin: canonical } = new URL(origin)
  return canonical === origin && /^https?:$/.test(protocol) && localHosts.has(hostname)
}
