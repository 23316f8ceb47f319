import { assetModels, assets, auth, invitations, issues, issueTypes, me, users } from 'virtual:contract'
import { ApiProblem, createClient, newKey } from '@commonhold/contract/client'
import { readToken } from './session.ts'
import { forgetTenant, readTenant, storeTenant } from './tenant.ts'
import { TIMEOUT_MS } from './timeout.ts'

/** For what a page does not wait for longer: ending a session, looking whether a tenant is in reach. */
const SHORT_TIMEOUT_MS = 3_000

const address = document.querySelector<HTMLMetaElement>('meta[name="commonhold-api"]')?.content
const baseUrl = address || 'http://127.0.0.1:3000'

let unauthenticated = () => {}

/** Says what to do when the service no longer accepts this browser's token, or missed one. */
export function onUnauthenticated(react: () => void) {
  unauthenticated = react
}

/** What the page calls; the rest of the contract stays out of the browser. */
const contract = {
  assetModels,
  assets,
  issueTypes,
  issues,
  me,
}

/** The service, as typed functions. */
export const api = createClient(contract, {
  baseUrl,
  timeoutMs: TIMEOUT_MS,
  // What failed is told, and repeated by the user.
  retries: 0,
  token: readToken,
  tenantId: readTenant,
  fetch: async (request) => {
    const response = await fetch(request)
    noteTenant(request, response)
    return response
  },
  onError: (error, endpoint) => {
    // Whoever answered it, and with whatever body. That of a public operation (a wrong password) says nothing about
    // the session.
    if (error.status === 401 && endpoint.permission !== 'public') unauthenticated()
    const code = error instanceof ApiProblem ? error.code : undefined
    // The tenant of this tab is out of reach: the session's own takes its place. Archived records can be read, so an
    // archive that keeps one from reading is the tenant's.
    const isShut = code === 'record_archived' && endpoint.method === 'get'
    if (code === 'tenant_access_denied' || isShut) forgetTenant()
  },
})

/** What is called without a token, also by who has one: a sign-up must not become the work of whoever is signed in. */
export const publicApi = createClient(
  { auth, invitations, users },
  { baseUrl, timeoutMs: TIMEOUT_MS, retries: 0 },
)

/**
 * Keeps to the tenant that the session began in: other tabs may choose another one, which does not reach this one. The
 * answer to a former token says nothing.
 */
function noteTenant(request: Request, response: Response) {
  const tenantId = response.headers.get('x-tenant-id')
  const isPresent = request.headers.get('authorization') === `Bearer ${readToken()}`
  if (tenantId && response.ok && isPresent && readTenant() === null) storeTenant(tenantId)
}

/** Keeps the tenant of this tab where the user of the token can work in it, else forgets it. Never fails. */
export async function checkTenant(token: string): Promise<void> {
  const tenantId = readTenant()
  if (tenantId === null) return
  const client = createClient({ me }, { baseUrl, timeoutMs: SHORT_TIMEOUT_MS, retries: 0, token, tenantId })
  const answer = await client.me.permissions.get.safe()
  if (!answer.ok && [403, 404, 409].includes(answer.error.status ?? 0)) forgetTenant()
}

/** Ends the session at the service as well as can be: never fails, and gives up soon. */
export async function endSession(token: string): Promise<void> {
  const client = createClient(
    { me },
    {
      baseUrl,
      timeoutMs: SHORT_TIMEOUT_MS,
      token,
      retries: 0,
      fetch: (request) => fetch(request, { keepalive: true }),
    },
  )
  await client.me.signOut.safe()
}

/**
 * Gives the same Idempotency-Key to the same body until `done`, so that pressing the button again after a
 * time-out cannot register a thing twice.
 */
export function idempotencyKeys() {
  let last: { body: string; key: string } | undefined
  return {
    keyOf(body: object): string {
      const text = JSON.stringify(body)
      if (last?.body !== text) last = { body: text, key: newKey() }
      return last.key
    },
    done() {
      last = undefined
    },
  }
}
