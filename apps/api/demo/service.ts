import { setTimeout as wait } from 'node:timers/promises'
import { type ApiContract, type Client, contract, createClient } from '@commonhold/contract'

/** Requests under way at once. */
const AT_ONCE = 8

/** A signed-in user of the demo. */
export interface Account {
  readonly id: string
  readonly email: string
  readonly token: string
}

/** The service, as the demo calls it: each request says when it is meant to have been made. */
export interface DemoService {
  /** A client without an account. */
  readonly anonymous: Client<ApiContract>
  /** A client of an account for requests of one moment; in the demo's tenant unless there is none yet. */
  as(account: Account, moment: Date): Client<ApiContract>
  enter(tenantId: string): void
}

/** What request ids of the demo look like; `backdate.sql` reads the moment out of them. */
const requestId = (moment: Date, serial: number) => `demo-${moment.getTime()}-${serial}`

export function connect(baseUrl: string): DemoService {
  let tenantId: string | undefined
  let serial = 0
  return {
    anonymous: createClient(contract, { baseUrl }),
    as({ token }, moment) {
      const send = (request: Request) => {
        serial += 1
        request.headers.set('X-Request-Id', requestId(moment, serial))
        return request.method === 'PATCH' ? patch(request) : fetch(request)
      }
      // The limits on time are for people who wait; this program does not.
      const options = { baseUrl, token, fetch: send, timeoutMs: 60_000, retries: 8 }
      return createClient(contract, tenantId === undefined ? options : { ...options, tenantId })
    },
    enter(id) {
      tenantId = id
    },
  }
}

/** The client repeats POST; changes of the demo say what shall be, so they can be repeated as well. */
async function patch(request: Request, tries = 8): Promise<Response> {
  const response = await fetch(request.clone())
  if (response.status !== 503 || tries === 0) return response
  await wait(1_000)
  return patch(request, tries - 1)
}

/** Works through the items, several at once, and keeps the order of the results. */
export async function eachOf<I, R>(
  items: readonly I[],
  work: (item: I, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await work(item, at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

/** Works through the items one after the other: where the service counts, each gets the same number every time. */
export async function inOrder<I, R>(items: readonly I[], work: (item: I) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await work(item))
  return results
}

/** The item at an index that a plan refers to. */
export function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`The plan refers to number ${index} of ${items.length}.`)
  return item
}
