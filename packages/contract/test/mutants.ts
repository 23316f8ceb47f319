import { exampleOf } from '../src/kernel/openapi/examples.ts'
import type { Json, JsonObject, JsonSchema } from '../src/kernel/openapi/types.ts'
import { components, namedSchemas } from './components.ts'

/** A changed copy of a sample, with a description of the change. */
export interface Mutant {
  readonly what: string
  readonly value: Json
}

/** Returns a value of the schema with all members and without null; a list of a type within itself is empty. */
export function sampleOf(schema: JsonSchema, name = 'value', around: readonly JsonSchema[] = []): Json {
  const resolved = resolve(schema)
  if (resolved.type === 'object') {
    const members = Object.entries(resolved.properties ?? {})
    const within = [...around, resolved]
    return Object.fromEntries(members.map(([key, member]) => [key, sampleOf(member, key, within)]))
  }
  if (resolved.type === 'array') {
    const { items = {} } = resolved
    return around.includes(resolve(items)) ? [] : [sampleOf(items, name, around)]
  }
  return exampleOf(resolved, components, name, [name])
}

/**
 * Returns changed copies of a sample: at each place, many wrong values and some valid ones. A named schema of the contract
 * within another one gets only values of wrong types, because it is tested under its name.
 */
export function mutantsOf(schema: JsonSchema, sample: Json, at = ''): Mutant[] {
  const name = schema.$ref?.split('/').at(-1)
  if (name && at !== '' && namedSchemas.has(name)) return wrongTypes.map((value) => mutant(at, value))
  const here = resolve(schema)
  const values = [...wrongTypes, ...numbers(here), ...texts(here), ...lists(here, sample)]
  const replaced = values.map((value) => mutant(at, value))
  if (Array.isArray(sample)) {
    const items = sample.flatMap((item, index) =>
      mutantsOf(here.items ?? {}, item, `${at}/${index}`).map(({ what, value }) => ({
        what,
        value: sample.with(index, value),
      })),
    )
    return [...replaced, ...items]
  }
  if (sample === null || typeof sample !== 'object') return replaced
  return [...replaced, ...members(here, sample, at)]
}

const mutant = (at: string, value: Json): Mutant => ({ what: `${at || 'root'} = ${short(value)}`, value })

function members(schema: JsonSchema, sample: JsonObject, at: string): Mutant[] {
  const surplus: [string, Json][] = [
    ['surplus', 1],
    ['', 1],
    ['constructor', 1],
  ]
  const inherited = JSON.parse(
    `{"__proto__": {"x": 1}, ${JSON.stringify(sample).slice(1)}`.replace(', }', '}'),
  )
  return [
    ...surplus.map(([key, value]) => ({ what: `${at}/${key} added`, value: { ...sample, [key]: value } })),
    ...(isMap(schema) ? [] : [{ what: `${at}/__proto__ added`, value: inherited as Json }]),
    ...Object.keys(sample).flatMap((key) => {
      const { [key]: member, ...rest } = sample
      const inner = mutantsOf(schema.properties?.[key] ?? {}, member ?? null, `${at}/${key}`)
      return [
        { what: `${at}/${key} dropped`, value: rest },
        ...inner.map(({ what, value }) => ({ what, value: { ...sample, [key]: value } })),
      ]
    }),
  ]
}

/** True for a map. zod drops the key `__proto__` from it, whatever its value. */
const isMap = ({ properties, additionalProperties }: JsonSchema & { additionalProperties?: unknown }) =>
  properties === undefined && typeof additionalProperties === 'object'

const wrongTypes: readonly Json[] = [null, true, 0, 1.5, -1, 'x', '', ' ', '\n', [], [null], {}, { x: 1 }]

/** Texts on which formats and patterns often disagree. */
const oddTexts: readonly string[] = [
  ' padded ',
  '\u00a0',
  '\u200b',
  'a\u0000b',
  'é',
  'ſ',
  'K',
  'A',
  'ada@example.org',
  'ADA@EXAMPLE.ORG',
  'ada@example.org\n',
  'ada@localhost',
  'a@b@example.org',
  '01J9ZC6W3V8Q4M2T7XK5RNB0EH',
  '01j9zc6w3v8q4m2t7xk5rnb0eh',
  '81J9ZC6W3V8Q4M2T7XK5RNB0EH',
  '01J9ZC6W3V8Q4M2T7XK5RNB0EI',
  '01J9ZC6W3V8Q4M2T7XK5RNB0E',
  '2026-03-09',
  '2026-02-30',
  '2028-02-29',
  '2026-3-9',
  '2026-03-09T14:05:00Z',
  '2026-03-09T14:05:00.000Z',
  '2026-03-09T14:05:00.000000Z',
  '2026-03-09T14:05:00.000+00:00',
  '2026-03-09T14:05:00+05:30',
  '2026-03-09T14:05:00+24:00',
  '2026-03-09T14:05Z',
  '2026-03-09T14:05:00',
  '2026-03-09t14:05:00z',
  '2026-03-09 14:05:00Z',
  '2016-12-31T23:59:60Z',
  '2016-12-31T23:59:60.000Z',
  '2026-03-09T24:00:00Z',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '2026-02-30T14:05:00.000Z',
]

function texts({ type, enum: allowed, ...schema }: JsonSchema & { minLength?: number; maxLength?: number }) {
  if (type !== 'string') return []
  const lengths = [schema.minLength ?? 1, schema.maxLength ?? 300].flatMap((length) => [length, length + 1])
  const half = Math.ceil((schema.maxLength ?? 300) / 2) + 1
  return [
    ...oddTexts,
    ...(allowed ?? []).flatMap((value) => [value, `${value} `, String(value).toUpperCase()]),
    ...lengths.flatMap((length) => ['a'.repeat(length), '😀'.repeat(length), 'é'.repeat(length)]),
    '😀'.repeat(half),
    ` ${'a'.repeat(schema.maxLength ?? 300)} `,
  ]
}

function numbers({ type, minimum = 0, maximum = 10 }: JsonSchema & { maximum?: number }): Json[] {
  if (type !== 'integer' && type !== 'number') return []
  const bounds = [minimum, maximum, 2 ** 31, 2 ** 53, 1e21, -1e21, 0, -0]
  return [...bounds.flatMap((bound) => [bound, bound + 1, bound - 1, bound + 0.5]), '1']
}

function lists({ type, maxItems = 3 }: JsonSchema & { maxItems?: number }, sample: Json): Json[] {
  const [item = null] = Array.isArray(sample) ? sample : []
  return type === 'array' ? [maxItems, maxItems + 1].map((length) => Array(length).fill(item) as Json[]) : []
}

/** Resolves references; returns the non-null part of a nullable schema, and the first of several variants. */
function resolve(schema: JsonSchema): JsonSchema {
  if (schema.$ref) return resolve(components[schema.$ref.split('/').at(-1) ?? ''] ?? {})
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find((name) => name !== 'null') }
  const option = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  return option ? { examples: schema.examples, ...resolve(option) } : schema
}

function short(value: Json): string {
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text
}
