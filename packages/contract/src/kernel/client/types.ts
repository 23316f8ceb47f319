import type { z } from 'zod'
import type { EndpointSpec, EndpointTree, ParamsOf, ReplyOf } from '../endpoint.ts'
import type { Result } from './answers.ts'
import type { CallOptions, SafeCallOptions } from './options.ts'

type InputOf<E extends EndpointSpec> = E extends { body: infer B extends z.core.$ZodType }
  ? z.input<B>
  : E extends { query: infer Q extends z.core.$ZodType }
    ? z.input<Q>
    : never

type InputArguments<E extends EndpointSpec, O> = [InputOf<E>] extends [never]
  ? [options?: O]
  : E extends { body: z.core.$ZodType }
    ? E extends { bodyOptional: true }
      ? [input?: InputOf<E>, options?: O]
      : [input: InputOf<E>, options?: O]
    : [input?: InputOf<E>, options?: O]

/** Path parameters first, then body or query, then options; whatever the endpoint lacks is left out. */
export type CallArguments<E extends EndpointSpec, O = CallOptions> = string extends keyof ParamsOf<E>
  ? never
  : [keyof ParamsOf<E>] extends [never]
    ? InputArguments<E, O>
    : [params: ParamsOf<E>, ...InputArguments<E, O>]

type ItemOf<T> = T extends readonly (infer I)[] ? I : never

/** One operation: call it for the body, or through `.safe()` for a result; lists also iterate over all pages. */
export type Call<E extends EndpointSpec> = {
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
export type Client<C extends EndpointTree> = {
  readonly [K in keyof C]: C[K] extends EndpointSpec
    ? Call<C[K]>
    : C[K] extends EndpointTree
      ? Client<C[K]>
      : never
}
