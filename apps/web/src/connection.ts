import { auth, invitations, me, users } from 'virtual:contract'
import { createClient } from '@commonhold/contract/client'
import { fetchWithRefusals } from './refusals/load.ts'
import { readToken } from './session.ts'
import { forgetTenant, readTenant, storeTenant } from './tenant.ts'
import { TIMEOUT_MS } from './timeout.ts'

/** For what a page does not wait for longer: ending a session, looking whether a tenant is in reach. */
const SHORT_TIMEOUT_MS = 3_000

const address = document.querySelector<HTMLMetaElement>('meta[name="commonhold-api"]')?.content
/** Where the service is: at the address of the page, unless the page names another. */
export const baseUrl = address || window.location.origin

let unauthenticated = () => {}

/** Says what to do when the service no longer accepts this browser's token, or missed one. */
export function onUnauthenticated(react: () => void) {
  unauthenticated = react
}

let tenantLost = () => {}

/** Says what to do when the service no longer lets this user work in the tenant of this tab. */
export function onTenantLost(react: () => void) {
  tenantLost = react
}

/** To be called when the service refuses the tenant of this tab. */
export const loseTenant = () => tenantLost()

/** To be called when the service refuses the token of this browser. */
export const endOfSession = () => unauthenticated()

/** What is called without a token, also by who has one: a sign-up must not become the work of whoever is signed in. */
export const publicApi = createClient(
  { auth, invitations, users },
  { baseUrl, timeoutMs: TIMEOUT_MS, retries: 0, fetch: fetchWithRefusals },
)

/**
 * Keeps to the tenant that the session began in: other tabs may choose another one, which does not reach this one. The
 * answer to a former token says nothing.
 */
export function noteTenant(request: Request, response: Response) {
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
