import { isDeepStrictEqual } from 'node:util'

/**
 * The supported part of JSON Schema (2020-12) for fields of the type `json`: types, enumerations, bounds, members and
 * items. References and alternatives are not supported, so the cost of a check is proportional to the length of the value.
 */

/** An error with its location: a JSON Pointer into the schema or the value. */
export interface SchemaError {
  readonly pointer: string
  readonly message: string
}

type Members = Readonly<Record<string, unknown>>

const MAX_DEPTH = 16
const types = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const
const annotations = ['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples']

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
const isNumber = (value: unknown) => typeof value === 'number'
const isNames = (value: unknown) => Array.isArray(value) && value.every(isText)
const isType = (value: unknown) => types.some((type) => type === value)
const MAX_VALUES = 100
const isShortList = (value: unknown) => Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES
const isTypes = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)

/** The required form of each keyword, and its description. Nested schemas are checked separately. */
const keywords: Readonly<Record<string, readonly [(value: unknown) => boolean, string]>> = {
  type: [isTypes, `must be one of ${types.join(', ')}, or a list of them`],
  enum: [isShortList, `must be a list of 1 to ${MAX_VALUES} values`],
  const: [() => true, ''],
  properties: [isMembers, 'must be an object of schemas'],
  required: [isNames, 'must be a list of names'],
  additionalProperties: [(value) => isFlag(value) || isMembers(value), 'must be a boolean or a schema'],
  items: [isMembers, 'must be a schema'],
  minItems: [isCount, 'must be a whole number from 0 on'],
  maxItems: [isCount, 'must be a whole number from 0 on'],
  minProperties: [isCount, 'must be a whole number from 0 on'],
  maxProperties: [isCount, 'must be a whole number from 0 on'],
  minLength: [isCount, 'must be a whole number from 0 on'],
  maxLength: [isCount, 'must be a whole number from 0 on'],
  minimum: [isNumber, 'must be a number'],
  maximum: [isNumber, 'must be a number'],
  exclusiveMinimum: [isNumber, 'must be a number'],
  exclusiveMaximum: [isNumber, 'must be a number'],
}

/** The errors of a schema; empty if values can be checked against it. */
export function schemaErrors(schema: unknown, pointer = '', depth = 0): SchemaError[] {
  if (!isMembers(schema)) return [{ pointer, message: 'must be a JSON Schema object' }]
  if (depth > MAX_DEPTH) return [{ pointer, message: `must have at most ${MAX_DEPTH} levels` }]
  const own = Object.entries(schema).flatMap(([name, value]) =>
    keywordErrors(name, value, below(pointer, name)),
  )
  if (own.length > 0) return own
  return innerSchemas(schema).flatMap(([path, inner]) => schemaErrors(inner, pointer + path, depth + 1))
}

function keywordErrors(name: string, value: unknown, pointer: string): SchemaError[] {
  if (annotations.includes(name)) return []
  const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined
  if (!keyword) return [{ pointer, message: `is not supported; use ${Object.keys(keywords).join(', ')}` }]
  const [holds, message] = keyword
  if (!holds(value)) return [{ pointer, message }]
  return []
}

function innerSchemas({ properties, items, additionalProperties }: Members): [string, unknown][] {
  const inner: [string, unknown][] = Object.entries(isMembers(properties) ? properties : {}).map(
    ([name, schema]) => [below('/properties', name), schema],
  )
  if (items !== undefined) inner.push(['/items', items])
  if (isMembers(additionalProperties)) inner.push(['/additionalProperties', additionalProperties])
  return inner
}

/** The errors of a value, checked against a valid schema. Checks no further members of a value once it has 20 errors. */
export function valueErrors(schema: Members, value: unknown, pointer = ''): SchemaError[] {
  const broken = rules
    .filter(([keyword, holds]) => schema[keyword] !== undefined && !holds(schema[keyword], value))
    .map(([keyword, , messageOf]) => ({ pointer, message: messageOf(JSON.stringify(schema[keyword])) }))
  if (broken.length > 0) return broken
  const errors: SchemaError[] = []
  for (const [name, inner, part] of parts(schema, value)) {
    const path = below(pointer, name)
    if (inner === false) errors.push({ pointer: path, message: 'is not a member of the schema' })
    else if (isMembers(inner)) errors.push(...valueErrors(inner, part, path))
    if (errors.length >= 20) break
  }
  return errors
}

/** The members or items of a value, with the schema of each. */
function* parts(
  { properties, items, additionalProperties }: Members,
  value: unknown,
): Iterable<[name: string, schema: unknown, part: unknown]> {
  if (Array.isArray(value)) {
    for (const [at, part] of value.entries()) yield [String(at), items, part]
    return
  }
  if (!isMembers(value)) return
  const named = isMembers(properties) ? properties : {}
  for (const [name, part] of Object.entries(value))
    yield [name, Object.hasOwn(named, name) ? named[name] : additionalProperties, part]
}

const lengthOf = (text: string) => Array.from(text).length

/** The check of each keyword. A keyword such as `minLength` allows every value of a type to which it does not apply. */
const rules: readonly (readonly [
  string,
  (limit: unknown, value: unknown) => boolean,
  (limit: string) => string,
])[] = [
  [
    'type',
    (type, value) => [type].flat().some((one) => isOfType(one, value)),
    (type) => `must be of the type ${type}`,
  ],
  [
    'enum',
    (values, value) => [values].flat().some((one) => isDeepStrictEqual(one, value)),
    (values) => `must be one of ${values}`,
  ],
  ['const', (expected, value) => isDeepStrictEqual(expected, value), (expected) => `must be ${expected}`],
  [
    'required',
    (names, value) => !isMembers(value) || [names].flat().every((name) => Object.hasOwn(value, String(name))),
    (names) => `must have the members ${names}`,
  ],
  [
    'minProperties',
    (least, value) => !isMembers(value) || Object.keys(value).length >= Number(least),
    (least) => `must have at least ${least} members`,
  ],
  [
    'maxProperties',
    (most, value) => !isMembers(value) || Object.keys(value).length <= Number(most),
    (most) => `must have at most ${most} members`,
  ],
  [
    'minItems',
    (least, value) => !Array.isArray(value) || value.length >= Number(least),
    (least) => `must have at least ${least} items`,
  ],
  [
    'maxItems',
    (most, value) => !Array.isArray(value) || value.length <= Number(most),
    (most) => `must have at most ${most} items`,
  ],
  [
    'minLength',
    (least, value) => typeof value !== 'string' || lengthOf(value) >= Number(least),
    (least) => `must have at least ${least} characters`,
  ],
  [
    'maxLength',
    (most, value) => typeof value !== 'string' || lengthOf(value) <= Number(most),
    (most) => `must have at most ${most} characters`,
  ],
  [
    'minimum',
    (least, value) => typeof value !== 'number' || value >= Number(least),
    (least) => `must be at least ${least}`,
  ],
  [
    'maximum',
    (most, value) => typeof value !== 'number' || value <= Number(most),
    (most) => `must be at most ${most}`,
  ],
  [
    'exclusiveMinimum',
    (least, value) => typeof value !== 'number' || value > Number(least),
    (least) => `must be more than ${least}`,
  ],
  [
    'exclusiveMaximum',
    (most, value) => typeof value !== 'number' || value < Number(most),
    (most) => `must be less than ${most}`,
  ],
]

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isMembers(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

/** The JSON Pointer of a member of the value at `pointer` (RFC 6901). */
const below = (pointer: string, name: string) =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
