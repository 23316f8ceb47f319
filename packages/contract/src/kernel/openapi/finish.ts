import { exampleOf } from './examples.ts'
import { nullsAsTypes } from './nulls.ts'
import { methods, operationsOf } from './operations-of.ts'
import { shareEqualParts } from './share.ts'
import {
  asDocument,
  asJson,
  type Json,
  type JsonObject,
  type JsonSchema,
  type OpenAPIObject,
  pascalCase,
  ref,
} from './types.ts'

/** Completes the generated document in several steps. They change a copy; `generated` stays as it is. */
export function finish(generated: OpenAPIObject): OpenAPIObject {
  const { webhooks: _, ...document } = JSON.parse(JSON.stringify(generated)) as OpenAPIObject
  tidyParameters(document)
  boundIntegers(asJson(document))
  const json = siblings(asJson(document))
  openAnyValues(json)
  const tidy = asDocument(json)
  addExamples(tidy)
  orderParameters(tidy)
  const sorted = sortEntries(asDocument(nullsAsTypes(asJson(tidy))))
  shareEqualParts(sorted)
  return sortEntries(keepReachable(sorted))
}

/**
 * Removes the description from the schema of each parameter, because the parameter has it too. The sort fields of
 * a list become a named enum: `listAssets` -> `AssetsSort`.
 */
function tidyParameters(document: OpenAPIObject) {
  const schemas = document.components?.schemas ?? {}
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? []) {
      if (!('name' in parameter)) continue
      const schema = parameter.schema as { description?: string; items?: { enum?: string[] } }
      delete schema.description
      if (parameter.name !== 'sort') continue
      const key = `${pascalCase((operation.operationId ?? '').replace(/^list/, ''))}Sort`
      schemas[key] = { ...sortNames(schema.items), description: 'A field to sort by; `-` = descending.' }
      parameter.example = [schema.items?.enum?.find((order) => order.startsWith('-')) ?? '-id']
      schema.items = ref('schemas', key) as object
    }
  }
}

/** Names for the constants in generated clients: most generators would give `name` and `-name` the same name. */
function sortNames(items: { enum?: string[] } = {}) {
  if (!items.enum) return items
  const names = items.enum.map((order) => order.replace(/^-(.*)/, '$1_descending').toUpperCase())
  return { ...items, 'x-enum-varnames': names }
}

/** Orders the parameters, because generated clients pass them by position: path, page, filters, headers. */
function orderParameters(document: OpenAPIObject) {
  const shared = (document.components?.parameters ?? {}) as Readonly<Record<string, Placed>>
  const placeOf = (parameter: Placed | { $ref: string }) => {
    const { in: where, name } =
      '$ref' in parameter ? (shared[componentName(parameter)] ?? UNKNOWN) : parameter
    if (where === 'path') return 0
    if (where === 'header') return name === 'X-Tenant-Id' ? 20 : 10
    const page = ['limit', 'cursor', 'sort', 'count'].indexOf(name)
    return page < 0 ? 5 : page + 1
  }
  for (const { operation } of operationsOf(document)) {
    operation.parameters?.sort((a, b) => placeOf(a as Placed) - placeOf(b as Placed))
  }
}

interface Placed {
  readonly in: string
  readonly name: string
}

const UNKNOWN: Placed = { in: 'query', name: '' }

const componentName = ({ $ref }: { $ref: string }) => $ref.split('/').at(-1) ?? ''

/** Limits integers to the range that JSON numbers represent exactly, and sets their format to int32 or int64. */
function boundIntegers(value: Json) {
  if (value === null || typeof value !== 'object') return
  for (const member of Object.values(value)) boundIntegers(member)
  if (Array.isArray(value) || value.type !== 'integer') return
  value.minimum ??= Number.MIN_SAFE_INTEGER
  value.maximum ??= Number.MAX_SAFE_INTEGER
  value.format = Number(value.maximum) < 2 ** 31 && Number(value.minimum) >= -(2 ** 31) ? 'int32' : 'int64'
}

/** Puts a description next to its `$ref`, as OpenAPI 3.1 allows, instead of an `allOf` of both. */
function siblings(value: Json): Json {
  if (Array.isArray(value)) return value.map(siblings)
  if (value === null || typeof value !== 'object') return value
  const { allOf, ...rest } = value
  const [reference, added] = Array.isArray(allOf) ? (allOf as JsonObject[]) : []
  if (reference?.$ref && added && Object.keys(added).join() === 'description') {
    return { ...reference, ...added, ...rest }
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, siblings(member)]))
}

/** Removes a union of all JSON types: it means the same as no type, which generators understand better. */
function openAnyValues(value: Json) {
  if (value === null || typeof value !== 'object') return
  for (const member of Object.values(value)) openAnyValues(member)
  if (Array.isArray(value) || !Array.isArray(value.anyOf)) return
  const types = value.anyOf.map((option) => JSON.stringify(option)).sort()
  if (types.join() === anyType.join()) delete value.anyOf
}

const anyType = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'null' },
  { type: 'array', items: {} },
  { type: 'object', additionalProperties: {} },
]
  .map((option) => JSON.stringify(option))
  .sort()

/** An example for each body; after a move the record is shown in the state that it has entered. */
function addExamples(document: OpenAPIObject) {
  const schemas = (document.components?.schemas ?? {}) as Schemas
  for (const { operation } of operationsOf(document)) {
    for (const answer of [operation.requestBody, ...Object.values(operation.responses ?? {})]) {
      for (const media of Object.values((answer?.content ?? {}) as Record<string, MediaType>)) {
        if (media.examples) continue
        media.example = exampleOf(media.schema, schemas)
        enterState(media, operation['x-move'] as { to: string } | undefined, schemas)
      }
    }
  }
}

type Schemas = Readonly<Record<string, JsonSchema>>

function enterState({ example, schema }: MediaType, move: { to: string } | undefined, schemas: Schemas) {
  if (!move || example === null || typeof example !== 'object' || Array.isArray(example)) return
  const moment = example.updated_at ?? null
  if (`${move.to}_at` in example) example[`${move.to}_at`] = moment
  const { status = {} } = component(schema, schemas).properties ?? {}
  if (component(status, schemas).enum?.includes(move.to)) example.status = move.to
}

function component(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return schema.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
}

interface MediaType {
  schema: JsonSchema
  examples?: object
  example: Json
}

/** Removes the components that no operation refers to, directly or through others. */
export function keepReachable(document: OpenAPIObject): OpenAPIObject {
  const components = document.components as Record<string, Record<string, unknown>>
  const reached = new Set<string>()
  const follow = (value: unknown) => {
    for (const [, section = '', key = ''] of JSON.stringify(value ?? null).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      if (reached.has(`${section}/${key}`)) continue
      reached.add(`${section}/${key}`)
      follow(components[section]?.[key])
    }
  }
  follow(document.paths)
  for (const [section, entries] of Object.entries(components)) {
    if (section === 'securitySchemes') continue
    for (const key of Object.keys(entries)) if (!reached.has(`${section}/${key}`)) delete entries[key]
  }
  return document
}

/** Sorts by UTF-16 code unit, so that every machine writes the same document. */
function sortEntries(document: OpenAPIObject): OpenAPIObject {
  const { paths, components, ...head } = document
  const sections = Object.entries(sorted(components ?? {})).map(([key, entries]) => [key, sorted(entries)])
  const items = Object.entries(sorted(paths ?? {})).map(([path, item]) => [path, byMethod(item)])
  return { ...head, paths: Object.fromEntries(items), components: Object.fromEntries(sections) }
}

/** Puts the methods of a path into a fixed order. */
function byMethod(item: object): object {
  const operations = item as Readonly<Record<string, unknown>>
  return Object.fromEntries(methods.flatMap((name) => (operations[name] ? [[name, operations[name]]] : [])))
}

function sorted<T extends object>(entries: T): T {
  // Safe cast: these are the same entries in another order.
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1))) as T
}
