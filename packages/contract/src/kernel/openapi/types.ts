import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { type EndpointSpec, type EndpointTree, isEndpoint } from '../endpoint.ts'

/** An OpenAPI 3.1 document. */
export type OpenAPIObject = ReturnType<OpenApiGeneratorV31['generateDocument']>

/** The interface: endpoints under the names that the client uses. */
export type Contract = EndpointTree

/** Facts for the document that the contract does not contain. */
export interface DocumentInfo {
  readonly title: string
  /** Version of the interface (semver). */
  readonly version: string
  /** Markdown. */
  readonly description: string
  readonly servers: readonly { readonly url: string; readonly description: string }[]
}

/** A JSON value of the document. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

/** Casts the document, or a part of it, to JSON: it is JSON, although the types of the generator do not say so. */
export const asJson = (part: object) => part as JsonObject

/** Casts JSON back to the type of the document. */
export const asDocument = (json: Json | object) => json as OpenAPIObject

/** A JSON Schema (2020-12), with the keywords that the document uses. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[] | undefined
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly enum?: readonly Json[]
  readonly examples?: readonly Json[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly minimum?: number
}

/** A reference to a component. */
export const ref = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` })

/** `asset_id`, `already_exists` -> `AssetId`, `AlreadyExists`. */
export const pascalCase = (name: string) =>
  name.replace(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Every endpoint of a contract with its place in it, e.g. `assets.history.list`. */
export function endpointsOf(contract: Contract): { place: string; endpoint: EndpointSpec }[] {
  return Object.entries(contract).flatMap(([name, node]) =>
    isEndpoint(node)
      ? [{ place: name, endpoint: node }]
      : endpointsOf(node).map(({ place, endpoint }) => ({ place: `${name}.${place}`, endpoint })),
  )
}
