import type { Json, JsonObject } from '../types.ts'

/**
 * Keywords that are left out. Generators turn limits into checks, which would reject values of a later release or do not
 * compile (`pattern` next to `format: date`). The service validates every request itself. With `discriminator`, the Rust
 * generator removes that member from the variants, although they require it. The variants differ without it, see
 * `variants.ts`.
 */
const dropped = new Set([
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'additionalProperties',
  'examples',
  'title',
  'discriminator',
])

/** Formats for which every generator has a type. */
const formats = new Set(['date', 'date-time', 'int32', 'int64', 'float', 'double'])

/** Converts a JSON Schema (2020-12) to OpenAPI 3.0.3, without limits of its values. */
export function sdkSchema(schema: JsonObject): JsonObject {
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(anyOf)) {
    const options = (anyOf as JsonObject[]).filter((option) => option.type !== 'null')
    const [only, second] = options
    const isNullable = options.length < anyOf.length
    if (only && !second) return nullable(sdkSchema(only), words(rest), isNullable)
    return nullable({ anyOf: options.map(sdkSchema) }, words(rest), isNullable)
  }
  if (Array.isArray(type)) {
    const [only] = type.filter((name) => name !== 'null')
    return nullable(sdkSchema({ ...rest, type: only ?? 'string' }), {}, type.includes('null'))
  }
  if (schema.$ref) return { $ref: schema.$ref }
  return words(schema)
}

/** OpenAPI 3.0 ignores keywords next to a reference, so a nullable reference is wrapped in `allOf`. */
function nullable(schema: JsonObject, around: JsonObject, isNullable: boolean): JsonObject {
  const { $ref, ...own } = schema
  const described = { ...own, ...around }
  if (!$ref) return isNullable ? { ...described, nullable: true } : described
  return isNullable ? { allOf: [{ $ref }], ...described, nullable: true } : { $ref }
}

function words(schema: JsonObject): JsonObject {
  const kept: JsonObject = {}
  for (const [word, value] of Object.entries(schema)) {
    if (word === 'examples' && Array.isArray(value) && value[0] !== undefined) kept.example = value[0]
    if (word === 'additionalProperties' && isOpen(value)) kept[word] = sdkSchema(value as JsonObject)
    if (dropped.has(word) || (word === 'format' && !formats.has(String(value)))) continue
    kept[word] = inner(word, value)
  }
  return kept
}

/** True for a map, which has a schema here. `true` and `false` only say whether further members are allowed. */
const isOpen = (additional: Json) => typeof additional === 'object' && additional !== null

function inner(word: string, value: Json): Json {
  if (word === 'const') return value
  if (word === 'items') return sdkSchema(value as JsonObject)
  if (word === 'oneOf' || word === 'allOf') return (value as JsonObject[]).map(sdkSchema)
  if (word !== 'properties') return value
  const members = Object.entries(value as JsonObject)
  return Object.fromEntries(members.map(([name, member]) => [name, sdkSchema(member as JsonObject)]))
}
