import type { BodyOf, EndpointGroup, EndpointSpec, ParamsOf, QueryOf, ReplyOf } from '@commonhold/contract'
import type { AnyContext, ContextOf } from './context.ts'

/** The validated parts of the request that a handler receives. */
export interface Input<E extends EndpointSpec> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
}

/** Serves one endpoint; returns the body of the only success response. */
export type Handler<E extends EndpointSpec> = (input: Input<E>, context: ContextOf<E>) => Promise<ReplyOf<E>>

/** A handler for each endpoint of a group. */
export type Handlers<G extends EndpointGroup> = { readonly [K in keyof G]: Handler<G[K]> }

type UntypedInput = {
  readonly params: Record<string, string>
  readonly query: unknown
  readonly body: unknown
}

/** An endpoint with its handler, ready to be routed. */
export interface Implementation {
  readonly endpoint: EndpointSpec
  readonly handle: (input: UntypedInput, context: AnyContext) => Promise<unknown>
}

/** Combines a group with its handlers. A missing handler, an extra one or a wrong response type is a compile error. */
export function implement<const G extends EndpointGroup, H extends Handlers<G>>(
  group: G,
  handlers: H & { [K in Exclude<keyof H, keyof G>]: never },
): Implementation[] {
  return Object.entries(group).map(([name, endpoint]) => ({
    endpoint,
    handle: untyped(handlers[name as keyof G]),
  }))
}

/** Internal: inputs have been validated against the endpoint, so the handler's own types are correct. */
function untyped(handler: unknown): Implementation['handle'] {
  return handler as Implementation['handle']
}
