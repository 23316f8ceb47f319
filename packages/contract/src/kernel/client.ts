import { ApiProblem, ApiUnreachable, type Result } from './client/answers.ts'
import type { CallOptions, ClientOptions, SafeCallOptions } from './client/options.ts'
import { ReadAfter } from './client/read-after.ts'
import { newKey, nextSearch } from './client/request.ts'
import { type Connection, send, sendForExport } from './client/send.ts'
import { tokenSource } from './client/token.ts'
import type { Call, CallArguments, Client } from './client/types.ts'
import { type EndpointSpec, type EndpointTree, mapEndpoints } from './endpoint.ts'
import type { ExportType } from './exports.ts'

export type { Call, CallArguments, CallOptions, Client, ClientOptions, Result, SafeCallOptions }
export { ApiProblem, ApiUnreachable, newKey }

/** Creates a typed client from a contract. It needs only `fetch`, so it runs in browsers, Node, Deno and Bun. */
export function createClient<C extends object>(contract: C, options: ClientOptions): Client<C> {
  const connection = { options, tokens: tokenSource(options), readAfter: new ReadAfter() }
  // Safe cast: `mapEndpoints` keeps the names of the contract, and Client<C> maps the same names to calls.
  return mapEndpoints(contract as EndpointTree, (endpoint) => call(endpoint, connection)) as Client<C>
}

function call(endpoint: EndpointSpec, connection: Connection) {
  const safe = (...args: unknown[]) => send(endpoint, connection, args)
  const run = async (...args: unknown[]) => unwrap(await safe(...args))
  const all = async function* (...args: unknown[]) {
    for (let search: string | undefined, isLast = false; !isLast; isLast = search === undefined) {
      const page = await send(endpoint, connection, args, search)
      yield* unwrap(page) as unknown[]
      search = page.ok ? nextSearch(page.headers, connection.options.baseUrl) : undefined
    }
  }
  const exporting =
    (type: ExportType) =>
    async (...args: unknown[]) =>
      unwrap(await sendForExport(endpoint, connection, args, type))
  const ofLists = { all, csv: exporting('text/csv'), ndjson: exporting('application/x-ndjson') }
  return Object.assign(run, { safe }, endpoint.collection ? ofLists : {})
}

function unwrap(result: Result<unknown>): unknown {
  if (!result.ok) throw result.error
  return result.data
}
