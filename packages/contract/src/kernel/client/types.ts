import type { InputOf, ParamsOf, ReplyOf } from '../endpoint.ts'
import type { Inclusions, WithIncluded, WithIncludedIn } from '../include.ts'
import type { Result } from './answers.ts'
import type { CallOptions, SafeCallOptions } from './options.ts'

// No type here says `extends EndpointSpec` or `extends z.ZodType`: the type checker would then compare every schema that
// a program uses with all of zod.

type InputArguments<E, O, X> = E extends { body: infer B }
  ? E extends { bodyOptional: true }
    ? [input?: InputOf<B>, options?: O]
    : E extends { query: infer Q }
      ? [input: InputOf<B>, options?: O & { readonly query?: InputOf<Q> }]
      : [input: InputOf<B>, options?: O]
  : E extends { include: object }
    ? [options?: O & X]
    : E extends { query: infer Q }
      ? [input?: InputOf<Q> & X, options?: O]
      : [options?: O]

/**
 * Path parameters first, then body or query, then options; arguments that the endpoint does not have are left out.
 * `X` adds `include`: to the query of a list, or to the options of an operation that reads one record.
 */
export type CallArguments<E, O = CallOptions, X = unknown> = E extends { path: infer P extends string }
  ? string extends P
    ? never
    : P extends `${string}{${string}`
      ? [params: ParamsOf<E>, ...InputArguments<E, O, X>]
      : InputArguments<E, O, X>
  : never

type ItemOf<T> = T extends readonly (infer I)[] ? I : never

/** The names of the records that an operation can include. */
type IncludedNames<E> = E extends { include: Inclusions<infer N> }
  ? N
  : E extends { collection: { include?: Inclusions<infer N> } }
    ? N
    : never

/** The parameter with the names of the records to include. */
interface Includes<N> {
  include?: readonly N[]
}

/** An operation that includes records on request: `include: ['person']` adds the member to the type of the answer. */
interface IncludingCall<E> {
  /** Resolves to the body of the answer; rejects with an `ApiProblem` or an `ApiUnreachable`. */
  <const N extends IncludedNames<E> = never>(
    ...args: CallArguments<E, CallOptions, Includes<N>>
  ): Promise<WithIncluded<ReplyOf<E>, N>>
  /** Resolves to a result in either case: the body with status and headers, or what went wrong. */
  safe<const N extends IncludedNames<E> = never>(
    ...args: CallArguments<E, SafeCallOptions, Includes<N>>
  ): Promise<Result<WithIncluded<ReplyOf<E>, N>>>
}

interface PlainCall<E> {
  /** Resolves to the body of the answer; rejects with an `ApiProblem` or an `ApiUnreachable`. */
  (...args: CallArguments<E>): Promise<ReplyOf<E>>
  /** Resolves to a result in either case: the body with status and headers, or what went wrong. */
  safe(...args: CallArguments<E, SafeCallOptions>): Promise<Result<ReplyOf<E>>>
}

/** One operation: call it for the body, or through `.safe()` for a result; lists also iterate over all pages. */
export type Call<E> = ([IncludedNames<E>] extends [never] ? PlainCall<E> : IncludingCall<E>) &
  (E extends { collection: object }
    ? {
        /** The records of this page and of all that follow it: `for await (const record of list.all())`. */
        all<const N extends IncludedNames<E> = never>(
          ...args: CallArguments<E, CallOptions, Includes<N>>
        ): AsyncIterableIterator<WithIncludedIn<ItemOf<ReplyOf<E>>, N>>
        /** All records as CSV (RFC 4180), as a stream of bytes for a file or a download. */
        csv(...args: CallArguments<E>): Promise<ReadableStream<Uint8Array>>
        /** All records as lines of JSON, as a stream of bytes. */
        ndjson(...args: CallArguments<E>): Promise<ReadableStream<Uint8Array>>
      }
    : unknown)

/** The whole interface as nested functions. */
export type Client<C> = {
  readonly [K in keyof C]: C[K] extends { readonly operationId: string } ? Call<C[K]> : Client<C[K]>
}
