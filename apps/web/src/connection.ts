import { auth, invitations, me, users } from 'virtual:contract'
import { createClient } from '@commonhold/contract/client'
import { fetchWithRefusals } from './refusals/load.ts'
import { readToken } from './session.ts'
import { forgetTenant, readTenant, storeTenant } from './tenant.ts'
import { TIMEOUT_MS } from './timeout.ts'

/** Time-out of requests that must not delay a page for long: ending a session, checking the access to a tenant. */
const SHORT_TIMEOUT_MS = 3_000

const address = document.querySelector<HTMLMetaElement>('meta[name="commonhold-api"]')?.content
/** Base address of the API: the origin of the page by default, or the content of its `commonhold-api` element. */
export const baseUrl = address || window.location.origin

let unauthenticated = () => {}

/** Registers the reaction to an answer that the token of this browser is missing or no longer valid. */
export function onUnauthenticated(react: () => void) {
  unauthenticated = react
}

let tenantLost = () => {}

/** Registers the reaction to an answer that the user may no longer work in the tenant of this tab. */
export function onTenantLost(react: () => void) {
  tenantLost = react
}

/** To be called when the service refuses the tenant of this tab. */
export const loseTenant = () => tenantLost()

/** To be called when the service refuses the token of this browser. */
export const endOfSession = () => unauthenticated()

/** A client that never sends a token: a sign-up must not be made in the name of a user who is signed in. */
export const publicApi = createClient(
  { auth, invitations, users },
  { baseUrl, timeoutMs: TIMEOUT_MS, retries: 0, fetch: fetchWithRefusals },
)

/**
 * Stores the tenant of the session for this tab, so that a choice in another tab does not affect this one. An answer to a former
 * token is ignored.
 */
export function noteTenant(request: Request, response: Response) {
  const tenantId = response.headers.get('x-tenant-id')
  const isPresent = request.headers.get('authorization') === `Bearer ${readToken()}`
  if (tenantId && response.ok && isPresent && readTenant() === null) storeTenant(tenantId)
}

/** Forgets the tenant of this tab if the user of the token cannot work in it. Never throws. */
export async function checkTenant(token: string): Promise<void> {
  const tenantId = readTenant()
  if (tenantId === null) return
  const client = createClient({ me }, { baseUrl, timeoutMs: SHORT_TIMEOUT_MS, retries: 0, token, tenantId })
  const answer = await client.me.permissions.get.safe()
  if (!answer.ok && [403, 404, 409].includes(answer.error.status ?? 0)) forgetTenant()
}

/** Tries to end the session at the service. Never throws, and gives up after `SHORT_TIMEOUT_MS`. */
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
