import { contract } from 'virtual:whole-contract'
import { ApiProblem, createClient, newKey } from '@commonhold/contract/client'
import { baseUrl, endOfSession, loseTenant, noteTenant } from './connection.ts'
import { fetchWithRefusals } from './refusals/load.ts'
import { readToken } from './session.ts'
import { answerOfPage } from './shared-names/speak.ts'
import { readTenant } from './tenant.ts'
import { TIMEOUT_MS } from './timeout.ts'

/** The typed client of the whole API. */
export const api = createClient(contract, {
  baseUrl,
  timeoutMs: TIMEOUT_MS,
  // The page shows the failure, and the user repeats the action.
  retries: 0,
  token: readToken,
  tenantId: readTenant,
  fetch: async (request) => {
    const response = await fetchWithRefusals(request)
    noteTenant(request, response)
    return answerOfPage(response, readTenant())
  },
  onError: (error, endpoint) => {
    // Any 401 ends the session, also one that a proxy sent with another body. The 401 of a public operation (a wrong password)
    // says nothing about the session.
    if (error.status === 401 && endpoint.permission !== 'public') endOfSession()
    const code = error instanceof ApiProblem ? error.code : undefined
    // Archived records can be read. If a GET is refused with `record_archived`, the tenant itself is archived.
    const isShut = code === 'record_archived' && endpoint.method === 'get'
    if (code === 'tenant_access_denied' || isShut) loseTenant()
  },
})

/**
 * Returns the same Idempotency-Key for the same body until `done` is called, so that pressing the button again after a time-out
 * cannot create a second record.
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

/** All records of all pages of a list: `every(api.issues.list.all(…))`. */
export async function every<T>(records: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const record of records) found.push(record)
  return found
}
