import type { InputOf, ParamsOf, ReplyOf } from '../endpoint.ts'
import type { Result } from './answers.ts'
import type { CallOptions, SafeCallOptions } from './options.ts'

// Nothing here says `extends EndpointSpec` or `extends z.ZodType`: the checker would compare every schema that a program
// touches with all of zod.

type InputArguments<E, O> = E extends { body: infer B }
  ? E extends { bodyOptional: true }
    ? [input?: InputOf<B>, options?: O]
    : [input: InputOf<B>, options?: O]
  : E extends { query: infer Q }
    ? [input?: InputOf<Q>, options?: O]
    : [options?: O]

/** Path parameters first, then body or query, then options; whatever the endpoint lacks is left out. */
export type CallArguments<E, O = CallOptions> = E extends { path: infer P extends string }
  ? string extends P
    ? never
    : P extends `${string}{${string}`
      ? [params: ParamsOf<E>, ...InputArguments<E, O>]
      : InputArguments<E, O>
  : never

type ItemOf<T> = T extends readonly (infer I)[] ? I : never

/** One operation: call it for the body, or through `.safe()` for a result; lists also iterate over all pages. */
export type Call<E> = {
  /** Resolves to the body of the answer; rejects with an `ApiProblem` or an `ApiUnreachable`. */
  (...args: CallArguments<E>): Promise<ReplyOf<E>>
  /** Resolves to a result in either case: the body with status and headers, or what went wrong. */
  safe(...args: CallArguments<E, SafeCallOptions>): Promise<Result<ReplyOf<E>>>
} & (E extends { collection: object }
  ? {
      /** The records of this page and of all that follow it: `for await (const record of list.all())`. */
      all(...args: CallArguments<E>): AsyncIterableIterator<ItemOf<ReplyOf<E>>>
    }
  : unknown)

/** The whole interface as nested functions. */
export type Client<C> = {
  readonly [K in keyof C]: C[K] extends { readonly operationId: string } ? Call<C[K]> : Client<C[K]>
}
