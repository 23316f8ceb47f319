import fc from 'fast-check'
import { z } from 'zod'
import { newId } from '../../src/base/ids.ts'
import { inner, isReferenceTo } from './schema-walk.ts'

/** Objects with the usual prototype, so that a counterexample reads as JSON. */
export const plainObject = { noNullPrototype: true } as const

/** Ids of existing records, which generated references use; the newest is last. */
export const knownIds: string[] = []

const MOST_KNOWN_IDS = 100

/** Makes generated references use the records that a call names. */
export function rememberIds(call: object): void {
  for (const [id] of JSON.stringify(call).matchAll(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g)) knownIds.push(id)
  knownIds.splice(0, Math.max(0, knownIds.length - MOST_KNOWN_IDS))
}

const made = new WeakMap<z.core.$ZodType, fc.Arbitrary<unknown>>()

/** Values that a schema of the contract accepts. For a query, they are the values after parsing. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const known = made.get(schema)
  if (known) return known
  const arbitrary = arbitraryFor(schema)
  made.set(schema, arbitrary)
  return arbitrary
}

function arbitraryFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return arbitraryOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return arbitraryOf(schema.out)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(arbitraryOf))
  if (schema instanceof z.ZodNull) return fc.constant(null)
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  if (schema instanceof z.ZodLiteral) return fc.constantFrom<unknown>(...schema.values)
  if (schema instanceof z.ZodEnum) return fc.constantFrom<unknown>(...schema.options)
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return textOf(schema)
  if (schema instanceof z.ZodArray)
    return fc.array(arbitraryOf(schema.element), { minLength: smallest(schema), maxLength: 4 })
  if (schema instanceof z.ZodObject) return membersOf(schema.shape)
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(fc.constantFrom('a', 'note', 'Ärger', 'a b'), arbitraryOf(schema.valueType))
  if (schema instanceof z.ZodUnknown) return fc.jsonValue({ maxDepth: 2 })
  throw new Error(`values of ${schema._zod.def.type} are not generated`)
}

const smallest = (schema: z.core.$ZodType) => (z.safeParse(schema, []).success ? 0 : 1)

function numberOf(schema: z.ZodNumber): fc.Arbitrary<number> {
  const [min, max] = [
    Math.max(schema.minValue ?? -1e9, Number.MIN_SAFE_INTEGER),
    Math.min(schema.maxValue ?? 1e9, Number.MAX_SAFE_INTEGER),
  ]
  const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
  const small = fc.integer({ min: Math.ceil(min), max: Math.min(Math.floor(max), Math.ceil(min) + 20) })
  const parts = fc.integer({ min: Math.ceil(min * 100), max: Math.floor(max * 100) }).map((n) => n / 100)
  return fc.oneof(small, whole, schema.isInt ? small : parts).filter((value) => accepts(schema, value))
}

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

const days = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10))
const nearDays = fc
  .integer({ min: -400, max: 400 })
  .map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
const moments = fc
  .tuple(fc.oneof(days, nearDays), fc.constantFrom('T00:00:00Z', 'T23:59:59.999+14:00', 'T12:30:00.5-12:00'))
  .map((parts) => parts.join(''))
/** Addresses on which nothing listens. */
const addresses = fc.constantFrom(
  'https://files.example.invalid/a.png',
  'http://127.0.0.1:1/a?b=c#d',
  'https://[::1]:1/',
  'https://ünï.invalid/%F0%9F%92%A1',
)
const timeZones = fc.constantFrom('Europe/Berlin', 'UTC', 'Asia/Kolkata', 'Mars/Olympus')

/** Texts in many scripts, some of them with the maximum length. */
function plainText(max: number): fc.Arbitrary<string> {
  const length = { minLength: 1, maxLength: Math.min(max, 30) }
  return fc.oneof(
    { weight: 4, arbitrary: fc.string(length) },
    { weight: 2, arbitrary: fc.string({ ...length, unit: 'grapheme' }) },
    { weight: 2, arbitrary: fc.string({ ...length, unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('x', 'é', '💡').map((char) => char.repeat(Math.min(max, 2_048))),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('e\u0301', 'İ', 'ß', 'ﬁ', '%', '_', "'", '\\', '-1', 'null', 'a,b'),
    },
  )
}

function textOf(schema: z.ZodString | z.ZodStringFormat): fc.Arbitrary<string> {
  return candidatesFor(schema).filter((text) => accepts(schema, text))
}

function candidatesFor(schema: z.ZodString | z.ZodStringFormat): fc.Arbitrary<string> {
  if (schema instanceof z.ZodISODate) return fc.oneof(days, nearDays)
  if (schema instanceof z.ZodISODateTime) return moments
  const { maxLength, pattern: documented } = schema.meta() ?? {}
  const [checked] = (schema.def.checks ?? []).flatMap(({ _zod: { def } }) =>
    'pattern' in def && def.pattern instanceof RegExp ? [def.pattern.source] : [],
  )
  const pattern =
    checked ?? (typeof documented === 'string' && maxLength === undefined ? documented : undefined)
  if (pattern === undefined)
    return isOfRecord(schema) ? fc.oneof(ids, plainText(48)) : plainText(Number(maxLength ?? 255))
  if (pattern.includes('[0-7][0-9A-HJKMNP')) return ids
  if (pattern.startsWith('^https')) return addresses
  // fast-check supports no lookaheads: `textOf` filters out the texts that they exclude.
  const matching = fc.stringMatching(new RegExp(pattern.replaceAll(/\(\?!.*?\)/g, '')))
  return accepts(schema, 'Europe/Berlin') ? fc.oneof(timeZones, matching) : matching
}

const isOfRecord = (schema: z.ZodType) => /\bid\b/i.test(schema.meta()?.description ?? '')

const ids = fc.nat().map((at) => knownIds[at % (knownIds.length + 1)] ?? newId())

/** Members with values of their schemas: all required ones, and some of the others. */
function membersOf(shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<object> {
  const required = Object.keys(shape).filter((name) => !accepts(shape[name] ?? z.never(), undefined))
  return some(
    shape,
    Object.keys(shape).filter((name) => !required.includes(name)),
    required,
  )
}

/** Some members of a schema of which none is required. */
export const someMembersOf = (shape: Readonly<Record<string, z.core.$ZodType>>): fc.Arbitrary<object> =>
  some(shape, Object.keys(shape), [])

function some(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  optional: readonly string[],
  required: readonly string[],
): fc.Arbitrary<object> {
  // Rarely with references: they seldom fit together, and most requests would be refused because of them.
  const [references, values] = [
    optional.filter((name) => refers(shape[name])),
    optional.filter((name) => !refers(shape[name])),
  ]
  return fc
    .tuple(
      fc.subarray(values, { maxLength: Math.min(4, values.length) }),
      fc.oneof(
        { weight: 6, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: fc.subarray(references, { maxLength: Math.min(2, references.length) }) },
      ),
    )
    .chain(([some, others]) =>
      fc.record(
        Object.fromEntries(
          [...required, ...some, ...others].map((name) => [name, arbitraryOf(shape[name] ?? z.null())]),
        ),
        plainObject,
      ),
    )
}

function refers(schema: z.core.$ZodType | undefined): boolean {
  if (!schema) return false
  const plain = inner(schema)
  return plain instanceof z.ZodArray ? refers(plain.element) : isReferenceTo(plain)
}
