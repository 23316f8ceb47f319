import { contract, createClient } from '@commonhold/contract'
import type { TestService } from '../service.ts'

/** A client of the service that counts its calls. */
export function countedClient(service: TestService, token: string, tenantId: string) {
  let calls = 0
  const client = createClient(contract, {
    baseUrl: service.address,
    token,
    tenantId,
    timeoutMs: 60_000,
    fetch: (request) => {
      calls += 1
      return fetch(request)
    },
  })
  return { client, calls: () => calls }
}
