import {
  assetModels,
  assets,
  auth,
  issueComments,
  issueRecords,
  issues,
  issueTransitions,
  issueTypes,
  me,
  users,
} from 'virtual:contract'
import { createClient, newKey } from '@commonhold/contract/client'
import { readToken } from './session.ts'
import { forgetTenant, readTenant } from './tenant.ts'
import { TIMEOUT_MS } from './timeout.ts'

const SIGN_OUT_TIMEOUT_MS = 3_000

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
  auth,
  issueComments,
  issueRecords,
  issueTransitions,
  issueTypes,
  issues,
  me,
  users,
}

/** The service, as typed functions. */
export const api = createClient(contract, {
  baseUrl,
  timeoutMs: TIMEOUT_MS,
  // What failed is told, and repeated by the user.
  retries: 0,
  token: readToken,
  tenantId: readTenant,
  onProblem: (problem, endpoint) => {
    // The 401 of a public operation (a wrong password) says nothing about the session.
    if (problem.status === 401 && endpoint.permission !== 'public') unauthenticated()
    // The tenant of this tab is out of reach: the session's own takes its place. Archived records can be read, so an
    // archive that keeps one from reading is the tenant's.
    const isShut = problem.code === 'record_archived' && endpoint.method === 'get'
    if (problem.code === 'tenant_access_denied' || isShut) forgetTenant()
  },
})

/** Ends the session at the service as well as can be: never fails, and gives up soon. */
export async function endSession(token: string): Promise<void> {
  const client = createClient(
    { me },
    {
      baseUrl,
      timeoutMs: SIGN_OUT_TIMEOUT_MS,
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
