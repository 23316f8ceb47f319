import { contract } from 'virtual:whole-contract'
import { ApiProblem, createClient, newKey } from '@commonhold/contract/client'
import { baseUrl, endOfSession, loseTenant, noteTenant } from './connection.ts'
import { fetchWithRefusals } from './refusals/load.ts'
import { readToken } from './session.ts'
import { answerOfPage } from './shared-names/speak.ts'
import { readTenant } from './tenant.ts'
import { TIMEOUT_MS } from './timeout.ts'

/** The service, as typed functions. */
export const api = createClient(contract, {
  baseUrl,
  timeoutMs: TIMEOUT_MS,
  // What failed is shown; the user repeats it.
  retries: 0,
  token: readToken,
  tenantId: readTenant,
  fetch: async (request) => {
    const response = await fetchWithRefusals(request)
    noteTenant(request, response)
    return answerOfPage(response, readTenant())
  },
  onError: (error, endpoint) => {
    // Whoever answered it, and with whatever body. That of a public operation (a wrong password) says nothing about
    // the session.
    if (error.status === 401 && endpoint.permission !== 'public') endOfSession()
    const code = error instanceof ApiProblem ? error.code : undefined
    // Archived records can be read: where reading is refused, the tenant itself is archived.
    const isShut = code === 'record_archived' && endpoint.method === 'get'
    if (code === 'tenant_access_denied' || isShut) loseTenant()
  },
})

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

/** All records of a list, on however many pages: `every(api.issues.list.all(…))`. */
export async function every<T>(records: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const record of records) found.push(record)
  return found
}
