import type { OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { type EndpointSpec, type EndpointTree, isEndpoint } from '../endpoint.ts'

/** An OpenAPI 3.1 document. */
export type OpenAPIObject = ReturnType<OpenApiGeneratorV31['generateDocument']>

/** The interface: endpoints under the names that the client uses. */
export type Contract = EndpointTree

/** What the contract itself does not say about the document. */
export interface DocumentInfo {
  readonly title: string
  /** Version of the interface (semver). */
  readonly version: string
  /** Markdown. */
  readonly description: string
  readonly servers: readonly { readonly url: string; readonly description: string }[]
}

/** A JSON value as the document holds it. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

/** The document, or a part of it, as JSON: it holds nothing else, which the types of the generator do not say. */
export const asJson = (part: object) => part as JsonObject

/** The document again, after steps over its JSON that keep it one. */
export const asDocument = (json: Json | object) => json as OpenAPIObject

/** A JSON Schema (2020-12) as the document holds it. */
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
